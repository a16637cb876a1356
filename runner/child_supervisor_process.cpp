// The process between the runner and a child; see child_supervisor.h. System calls only: it is a
// fork of a program with threads, whose locks may be held by threads that are not here.
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>

#include "child_supervisor.h"
#include "process_tree.h"

namespace warpup {
namespace {

using Kind = SupervisorReport::Kind;
using Stage = SupervisorReport::Stage;

void report(int status, Kind kind, int value, Stage stage = Stage::kFork) {
  const SupervisorReport message = {kind, value, stage};
  while (write(status, &message, sizeof(message)) < 0 && errno == EINTR) {
  }
}

void close_between(unsigned first, unsigned last) {
  if (first > last) return;
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
  const unsigned limit = std::min<unsigned>(last, 65535);  // a kernel before 5.9
  for (unsigned fd = first; fd <= limit; ++fd) close(static_cast<int>(fd));
}

/// Closes all descriptors but `keep`: a copy of another child's pipe would hide its end of file.
template <std::size_t N>
void close_all_but(int (&keep)[N]) {
  std::sort(keep, keep + N);
  unsigned next = 0;
  for (const int fd : keep) {
    if (fd < 0) continue;
    if (static_cast<unsigned>(fd) > next) close_between(next, static_cast<unsigned>(fd) - 1);
    next = std::max(next, static_cast<unsigned>(fd) + 1);
  }
  close_between(next, UINT_MAX);
}

void no_core_dumps() {
  // 1 byte, not 0: a pipe in core_pattern (systemd-coredump, apport) ignores a limit of 0.
  const rlimit one_byte = {1, 1};
  const rlimit nothing = {0, 0};
  if (setrlimit(RLIMIT_CORE, &one_byte) != 0) setrlimit(RLIMIT_CORE, &nothing);
}

/// When memory runs out, the system ends this process first, not the runner.
void first_to_go() {
  const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  if (write(fd, "1000", 4) < 0) errno = 0;  // only a preference
  close(fd);
}

/// Puts the descriptors of `plan` on their numbers; false if one fails.
bool place_descriptors(const SpawnPlan& plan) {
  const int from[] = {plan.stdin_fd, plan.stdout_fd, plan.stderr_fd, plan.event_fd};
  const int to[] = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, kEventFd};
  int moved[4];
  for (int i = 0; i < 4; ++i) {  // first out of the way of all targets
    moved[i] = from[i] < 0 ? -1 : fcntl(from[i], F_DUPFD_CLOEXEC, kEventFd + 1);
    if (from[i] >= 0 && moved[i] < 0) return false;
  }
  for (int i = 0; i < 4; ++i) {
    if (moved[i] >= 0 && dup2(moved[i], to[i]) < 0) return false;
  }
  return true;
}

[[noreturn]] void become_child(const SpawnPlan& plan, char* const* argv, char* const* envp,
                               int status) {
  const int status_copy = fcntl(status, F_DUPFD_CLOEXEC, kEventFd + 1);
  const auto fail = [&](Stage stage) {
    report(status_copy, Kind::kFailed, errno, stage);
    _exit(127);
  };
  setsid();  // a process group of its own, and no terminal it could change or be stopped by
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  no_core_dumps();
  first_to_go();
  if (!plan.working_directory.empty() && chdir(plan.working_directory.c_str()) != 0) {
    fail(Stage::kDirectory);
  }
  if (!place_descriptors(plan)) fail(Stage::kDescriptors);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(plan.path.c_str(), argv, envp);
  fail(Stage::kExec);
  _exit(127);
}

/// Sends what the runner asked for; false when the runner is gone.
bool obey(int control, pid_t child) {
  unsigned char signal = 0;
  const ssize_t got = read(control, &signal, 1);
  if (got < 0) return true;
  const int wanted = got == 0 ? SIGKILL : signal;
  // The group may not be there yet: the child makes it.
  if (kill(-child, wanted) != 0 || wanted == SIGKILL) kill(child, wanted);
  return got != 0;
}

/// Reaps orphans that ended; true once the child itself has, which stays unreaped: its number and
/// its group's number can't belong to anybody else yet.
bool has_exited(pid_t child) {
  for (;;) {
    siginfo_t info;
    info.si_pid = 0;
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
    if (info.si_pid == child) return true;
    waitpid(info.si_pid, nullptr, 0);
  }
}

void wait_for_exit(pid_t child, int control, int signals) {
  bool runner_there = true;
  while (!has_exited(child)) {
    pollfd wait_on[] = {{signals, POLLIN, 0}, {control, POLLIN, 0}};
    if (poll(wait_on, runner_there ? 2 : 1, -1) < 0) continue;
    if (runner_there && wait_on[1].revents != 0) runner_there = obey(control, child);
    signalfd_siginfo info;
    while (wait_on[0].revents != 0 && read(signals, &info, sizeof(info)) > 0) {
    }
  }
}

/// Ends every descendant; returns how many were still running.
int end_everyone() {
  int left_running = 0;
  for (;;) {
    for_each_child(getpid(), [](pid_t pid) { kill(pid, SIGKILL); });
    int status = 0;
    const pid_t ended = waitpid(-1, &status, 0);
    if (ended < 0 && errno == ECHILD) return left_running;
    if (ended > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ++left_running;
  }
}

void default_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    if (signal != SIGKILL && signal != SIGSTOP) ::signal(signal, SIG_DFL);
  }
}

int child_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

}  // namespace

void supervise(const SpawnPlan& plan, char* const* argv, char* const* envp, int control,
               int status) {
  default_signals();  // they stay blocked here; the child unblocks them
  setsid();           // Ctrl-C and a closing terminal are the runner's business
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int keep[] = {plan.stdin_fd, plan.stdout_fd, plan.stderr_fd, plan.event_fd, control, status};
  close_all_but(keep);
  const int signals = child_signals();
  const pid_t child = fork();
  if (child == 0) become_child(plan, argv, envp, status);
  for (const int fd : {plan.stdin_fd, plan.stdout_fd, plan.stderr_fd, plan.event_fd}) close(fd);
  if (child < 0) {
    report(status, Kind::kFailed, errno);
    _exit(1);
  }
  wait_for_exit(child, control, signals);
  kill(-child, SIGKILL);  // what stayed in its group
  int child_status = 0;
  while (waitpid(child, &child_status, 0) < 0 && errno == EINTR) {
  }
  report(status, Kind::kExited, child_status);
  report(status, Kind::kGone, end_everyone());
  _exit(0);
}

}  // namespace warpup
