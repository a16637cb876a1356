#include "writable_folder.h"

#include <cstdlib>

#include "catch.hpp"
#include "temporary_folder.h"

TEST_CASE("a folder that can be made is taken") {
  const TemporaryFolder place;
  const auto folder = warpup::writable_folder(place.path() / "a" / "b", "b");
  CHECK(folder == place.path() / "a" / "b");
  CHECK(std::filesystem::is_directory(folder));
}

TEST_CASE("where nothing can be written, the user's own folder stands in") {
  const TemporaryFolder place;
  place.write("course", "a file, so that no folder can be made below it");
  const char* before = std::getenv("XDG_CACHE_HOME");
  const std::string saved = before == nullptr ? "" : before;
  setenv("XDG_CACHE_HOME", (place.path() / "cache").c_str(), 1);
  CHECK(warpup::writable_folder(place.path() / "course" / "out", "out") ==
        place.path() / "cache" / "warpup" / "out");
  if (before == nullptr) {
    unsetenv("XDG_CACHE_HOME");
  } else {
    setenv("XDG_CACHE_HOME", saved.c_str(), 1);
  }
}
