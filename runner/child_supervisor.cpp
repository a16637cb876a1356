#include "child_supervisor.h"

#include <pthread.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace warpup {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (const std::string& text : strings) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

/// Keeps every signal away from this thread: a handler of the runner must not run in the fork.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

Supervisor::Supervisor(const SpawnPlan& plan) {
  const std::vector<char*> argv = pointers(plan.arguments);
  const std::vector<char*> envp = pointers(plan.environment);
  Pipe control = make_pipe();
  Pipe status = make_pipe();
  const AllSignalsBlocked blocked;
  pid_ = fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "can't start a process");
  if (pid_ == 0) supervise(plan, argv.data(), envp.data(), control.read.get(), status.write.get());
  control_ = std::move(control.write);
  status_ = std::move(status.read);
}

Supervisor::~Supervisor() {
  if (abandoned_) return;
  control_.reset();  // the supervisor ends what is left once nobody can command it any more
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Supervisor::send(int signal) {
  const auto byte = static_cast<unsigned char>(signal);
  if (control_ && write_quietly(control_.get(), &byte, 1) < 0) control_.reset();  // it is done
}

}  // namespace warpup
