#include "tool.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

extern char** environ;

namespace warpup::nvrtc {
namespace {

std::vector<std::string> environment(const std::string& temporary) {
  std::vector<std::string> result = {"LC_ALL=C", "TMPDIR=" + temporary};
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string text = *entry;
    const bool replaced = text.rfind("LC_ALL=", 0) == 0 || text.rfind("TMPDIR=", 0) == 0;
    // The events of this process are no business of a compiler.
    if (!replaced && text.rfind("WARPUP_EVENT_FD=", 0) != 0) result.push_back(text);
  }
  return result;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

std::string read_all(int fd) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t got = read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

// The tool starts with every signal as usual, whatever this program blocks or ignores.
int spawn(pid_t* child, const std::vector<std::string>& arguments,
          const std::vector<std::string>& variables, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const std::vector<char*> argv = pointers(arguments), envp = pointers(variables);
  const int error = posix_spawn(child, argv[0], &actions, &attributes, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

}  // namespace

ToolOutput run_tool(const std::vector<std::string>& arguments, const std::string& temporary) {
  ToolOutput output;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    output.text = std::string("no pipe: ") + std::strerror(errno);
    return output;
  }
  pid_t child = 0;
  const int error = spawn(&child, arguments, environment(temporary), ends[1]);
  close(ends[1]);
  if (error) {
    output.text = "can't start " + arguments[0] + ": " + std::strerror(error);
  } else {
    output.started = true;
    output.text = read_all(ends[0]);
    int status = 1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    output.ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  close(ends[0]);
  return output;
}

}  // namespace warpup::nvrtc
