// A thread that runs tasks in the order in which they were pushed.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

#include "task.h"

namespace warpup::runtime {

class Executor : public std::enable_shared_from_this<Executor> {
 public:
  /// The thread starts with the first task. Where none can be had, the caller runs the task.
  void push(const TaskPtr& task);
  /// Ends the thread once its queue is empty; nothing is pushed after.
  void close();
  /// The process ends: no executor begins another task.
  static void stop_all();

 private:
  void start();
  void loop();
  TaskPtr next();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<TaskPtr> queue_;
  std::atomic<int> waiting_tasks_{0};
  bool started_ = false;
  bool closed_ = false;
};

}  // namespace warpup::runtime
