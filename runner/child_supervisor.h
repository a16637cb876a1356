// A small process between the runner and a child, so that nothing the child starts can outlive it.
//
// It is the subreaper of the child: a grandchild that leaves the child's process group and loses
// its parent becomes the supervisor's, which ends it. A subreaper in the runner itself could not
// tell whose grandchild it got. When the runner dies, however it dies, the supervisor ends the
// child.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "child_fd.h"

namespace warpup {

/// The number of the event pipe in the child. High, so that a program that writes to the first
/// descriptors by mistake does not hit it; one digit, so that a shell script can use it.
constexpr int kEventFd = 9;

/// What to start. Descriptors are numbers in the runner; event_fd is -1 for no event pipe.
struct SpawnPlan {
  std::string path;
  std::vector<std::string> arguments;    // with the program's name first
  std::vector<std::string> environment;  // NAME=value
  std::string working_directory;         // empty: the runner's
  int stdin_fd = -1, stdout_fd = -1, stderr_fd = -1, event_fd = -1;
};

/// What the supervisor writes to its status pipe.
struct SupervisorReport {
  enum class Kind : int {
    kFailed,  // value: errno; stage: which call
    kExited,  // value: status as of waitpid
    kGone     // value: how many processes the child had left running; the last report
  };
  enum class Stage : int { kFork, kDescriptors, kDirectory, kExec };
  Kind kind;
  int value;
  Stage stage;
};

class Supervisor {
 public:
  /// Forks the supervisor, which starts the child. Throws std::system_error when that fails.
  explicit Supervisor(const SpawnPlan& plan);
  /// Ends the child if it is still there; see abandon().
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  pid_t pid() const { return pid_; }
  /// The read end of the status pipe; the caller owns it from then on.
  UniqueFd take_status() { return std::move(status_); }

  /// Sends `signal` to the child's process group; SIGKILL ends every descendant.
  void send(int signal);
  /// Leaves a child alone that the kernel doesn't end, such as one inside a hung driver call; the
  /// supervisor ends with it.
  void abandon() { abandoned_ = true; }

 private:
  pid_t pid_ = -1;
  UniqueFd control_, status_;
  bool abandoned_ = false;
};

/// The supervisor's own process: starts the child, waits, cleans up, and exits. Runs in a fork of a
/// process with threads, so it may only make system calls.
[[noreturn]] void supervise(const SpawnPlan& plan, char* const* argv, char* const* envp,
                            int control, int status);

}  // namespace warpup
