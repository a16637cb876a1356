#include "executor.h"

#include <signal.h>
#include <unistd.h>

#include <system_error>
#include <thread>

#include "spin.h"

namespace warpup::runtime {
namespace {

std::atomic<bool> stopped{false};

}  // namespace

void Executor::stop_all() { stopped = true; }

void Executor::push(const TaskPtr& task) {
  bool queued;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!started_) start();
    queued = started_;
    if (queued) {
      queue_.push_back(task);
      waiting_tasks_.fetch_add(1, std::memory_order_release);
    }
  }
  if (!queued) return task->run();
  changed_.notify_one();
}

void Executor::close() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
  }
  changed_.notify_one();
}

// The thread keeps the executor alive and is never joined: at exit it may be in a long kernel. It
// leaves the program's signals to the program's threads.
void Executor::start() {
  sigset_t all, before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) sigdelset(&all, fault);
  sigdelset(&all, SIGURG);  // interrupts kernels that spin
  pthread_sigmask(SIG_BLOCK, &all, &before);
  try {
    std::thread([self = shared_from_this()] { self->loop(); }).detach();
    started_ = true;
  } catch (const std::system_error&) {
    started_ = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TaskPtr Executor::next() {
  spin_until([this] { return waiting_tasks_.load(std::memory_order_acquire) > 0; });
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return !queue_.empty() || closed_; });
  if (queue_.empty()) return nullptr;
  TaskPtr task = std::move(queue_.front());
  queue_.pop_front();
  waiting_tasks_.fetch_sub(1, std::memory_order_relaxed);
  return task;
}

void Executor::loop() {
  while (TaskPtr task = next()) {
    while (stopped) pause();
    task->run();
  }
}

}  // namespace warpup::runtime
