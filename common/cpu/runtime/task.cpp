#include "task.h"

#include "../checker/hooks.h"
#include "context.h"
#include "spin.h"

namespace warpup::runtime {

void Task::run() {
  for (const TaskPtr& task : after) task->wait();
  after.clear();
  if (work && (!device_error() || work->runs_after_failure())) {
    if (int error = work->run(op)) {
      check::kernel_failed(op, error);
      fail_device(error);
    }
  }
  work.reset();
  check::finished(op);
  end_ = Clock::now();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done_.store(true, std::memory_order_release);
  }
  changed_.notify_all();
}

bool Task::ready() const {
  for (const TaskPtr& task : after) {
    if (!task->done()) return false;
  }
  return true;
}

void Task::wait() {
  if (spin_until([this] { return done(); })) return;
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return done(); });
}

}  // namespace warpup::runtime
