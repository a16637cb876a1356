// Names for cached files.
#include <set>

#include "build_fault.h"
#include "build_hash.h"
#include "catch.hpp"
#include "workshop.h"

using namespace warpup;
using namespace warpup::testing;

TEST_CASE("a hash depends on every byte and on where parts end") {
  std::set<std::string> seen;
  for (int length = 0; length < 200; ++length)
    seen.insert(Hasher().add(std::string(length, 'a')).digest());
  seen.insert(Hasher().add("ab").add("c").digest());
  seen.insert(Hasher().add("a").add("bc").digest());
  seen.insert(Hasher().add("abc").digest());
  seen.insert(Hasher().add("abc").add("").digest());
  CHECK(seen.size() == 204);
  CHECK(Hasher().digest() == "6c62272e07bb014262b821756295c58d");  // the offset basis
}

TEST_CASE("a file's hash follows its text, its identity its time") {
  const Workshop shop;
  const auto file = shop.write("a", "one");
  const std::string hash = hash_file(file);
  const std::string identity = file_identity(file);
  shop.write("a", "one");
  CHECK(hash_file(file) == hash);
  CHECK(file_identity(file) != identity);
  shop.write("a", "two");
  CHECK(hash_file(file) != hash);
  CHECK(hash_file(shop.write("empty", "")) == Hasher().add("").digest());
  CHECK_THROWS_AS(hash_file(shop.root() / "none"), BuildFault);
  CHECK(file_identity(shop.root() / "none") == "missing");
}
