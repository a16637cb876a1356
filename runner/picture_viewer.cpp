#include "picture_viewer.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "text_file.h"

namespace warpup {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

std::string on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = folder + "/" + program;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

// In a session of its own, so that it outlives the demo and Ctrl-C doesn't reach it; its parent
// ends at once, so that nobody has to wait for it.
bool start_detached(const std::string& program, const std::string& argument) {
  const pid_t first = ::fork();
  if (first < 0) return false;
  if (first == 0) {
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    const int nothing = ::open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; ++fd) ::dup2(nothing, fd);
    ::execl(program.c_str(), program.c_str(), argument.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int status = 0;
  return ::waitpid(first, &status, 0) == first;
}

}  // namespace

std::string open_picture(const std::filesystem::path& file) {
  const std::string name = shown_path(file);
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return name + " is not there any more";
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
    return "no display here; the picture: " + name;
  const std::string viewer = on_path("xdg-open");
  if (viewer.empty()) return "no xdg-open here; the picture: " + name;
  return start_detached(viewer, file.string()) ? "opened " + name : "can't open " + name;
}

}  // namespace warpup
