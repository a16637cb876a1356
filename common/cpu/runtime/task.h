// A piece of work in a stream: what it does, what it comes after, and whether it is done.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace warpup::check {
struct Op;
}

namespace warpup::runtime {

/// What a task or a graph node does. It never changes, since a node runs many times.
/// once.
class Work {
 public:
  virtual ~Work() = default;
  /// Returns 0 or the asynchronous error that ends the device.
  virtual int run(check::Op* op) = 0;
  /// Called by the host thread that queues it, before it can run.
  virtual void queued(check::Op*) {}
  /// Most work is skipped once the device has failed.
  virtual bool runs_after_failure() const { return false; }
  /// The cudaGraphNodeType of a node that does this; 5: empty.
  virtual int node_type() const { return 5; }
};

/// A task without work is a mark in the stream: an event, a dependency.
class Task {
 public:
  using Clock = std::chrono::steady_clock;

  std::shared_ptr<Work> work;
  std::vector<std::shared_ptr<Task>> after;  // only those that weren't done when it was queued
  check::Op* op = nullptr;

  /// Waits for `after`, does the work, and wakes who waits.
  void run();
  bool ready() const;  // all of `after` are done
  bool done() const { return done_.load(std::memory_order_acquire); }
  void wait();
  /// When it was done.
  Clock::time_point end() const { return end_; }

 private:
  std::atomic<bool> done_{false};
  Clock::time_point end_;
  std::mutex mutex_;
  std::condition_variable changed_;
};
using TaskPtr = std::shared_ptr<Task>;

}  // namespace warpup::runtime
