#include "stream.h"

#include "../checker/hooks.h"
#include "../exec/exec.h"
#include "capture.h"
#include "context.h"

namespace warpup::runtime {
namespace {

std::atomic<bool> per_thread_default{false};

}  // namespace

void use_per_thread_default_stream() { per_thread_default = true; }

Streams& streams() {
  static auto* all = new Streams;
  return *all;
}

Stream& Streams::legacy() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!legacy_) {
    legacy_ = new Stream;
    legacy_->legacy = true;
  }
  return *legacy_;
}

Stream* Streams::create(unsigned flags, int priority) {
  auto* stream = new Stream;
  stream->flags = flags;
  stream->priority = priority;
  const std::lock_guard<std::mutex> lock(mutex_);
  stream->id = next_id_++;
  all_.insert(stream);
  return stream;
}

// With the lock held. An idle thread waits for the next stream; a busy one ends with its queue.
void Streams::retire(Stream* stream) {
  const bool idle = !stream->last || stream->last->done();
  if (stream->last) orphans_.push_back(stream->last);
  if (stream->executor && idle && idle_.size() < 16) {
    idle_.push_back(stream->executor);
  } else if (stream->executor) {
    stream->executor->close();
  }
  if (orphans_.size() > 4096) {
    std::vector<TaskPtr> unfinished;
    for (TaskPtr& task : orphans_) {
      if (!task->done()) unfinished.push_back(std::move(task));
    }
    orphans_.swap(unfinished);
  }
  all_.erase(stream);
  delete stream;
}

void Streams::destroy(Stream* stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  retire(stream);
}

void Streams::destroy_all() {
  const std::lock_guard<std::mutex> lock(mutex_);
  while (!all_.empty()) retire(*all_.begin());
  host_thread().stream = nullptr;
}

Stream* Streams::resolve(cudaStream_t handle) {
  if (!handle && !per_thread_default) return &legacy();
  if (handle == cudaStreamLegacy) return &legacy();
  if (!handle || handle == cudaStreamPerThread) {
    HostThread& thread = host_thread();
    const bool known = [&] {
      const std::lock_guard<std::mutex> lock(mutex_);
      return thread.stream && all_.count(thread.stream) != 0;
    }();
    if (!known) thread.stream = create(cudaStreamDefault, 0);
    return thread.stream;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  return handle == legacy_ || all_.count(handle) ? handle : nullptr;
}

void Streams::order(Task& task, const TaskPtr& earlier) {
  if (!earlier) return;
  check::after(task.op, earlier->op);
  if (!earlier->done()) task.after.push_back(earlier);
}

void Streams::order_after_stream(Task& task, Stream& stream) {
  order(task, stream.last);
  if (stream.blocking() && legacy_) order(task, legacy_->last);
  if (!stream.legacy) return;
  for (Stream* other : all_) {
    if (other->blocking() && !other->capture) order(task, other->last);
  }
}

Executor& Streams::executor_of(Stream& stream) {
  if (!stream.executor && !idle_.empty()) {
    stream.executor = std::move(idle_.back());
    idle_.pop_back();
  }
  if (!stream.executor) stream.executor = std::make_shared<Executor>();
  return *stream.executor;
}

TaskPtr Streams::submit(Stream& stream, std::shared_ptr<Work> work, const ApiCall& call,
                        Runner runner, const std::vector<TaskPtr>& extra) {
  auto task = std::make_shared<Task>();
  task->work = std::move(work);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (stream.capture) {
      capture_node(stream, std::move(task->work));
      return nullptr;
    }
    task->op = check::enqueued(stream.id, call.name(), call.pc());
    order_after_stream(*task, stream);
    for (const TaskPtr& earlier : extra) order(*task, earlier);
    if (task->work) task->work->queued(task->op);
    stream.last = task;
    if (runner == Runner::kStream && (task->work || !task->ready())) {
      executor_of(stream).push(task);
      return task;
    }
  }
  if (runner == Runner::kStream) task->run();  // a mark behind finished work
  return task;
}

TaskPtr Streams::submit_node(Executor& executor, std::shared_ptr<Work> work, const ApiCall& call,
                             const std::vector<TaskPtr>& after, int stream_id) {
  auto task = std::make_shared<Task>();
  task->work = std::move(work);
  task->op = check::enqueued(stream_id, call.name(), call.pc());
  for (const TaskPtr& earlier : after) order(*task, earlier);
  if (task->work) task->work->queued(task->op);
  executor.push(task);
  return task;
}

std::vector<TaskPtr> Streams::pending(Stream& stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<TaskPtr> tasks;
  if (stream.last) tasks.push_back(stream.last);
  if (!stream.legacy) return tasks;
  for (Stream* other : all_) {
    if (other->blocking() && other->last) tasks.push_back(other->last);
  }
  return tasks;
}

std::vector<TaskPtr> Streams::pending_everywhere() {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<TaskPtr> tasks = std::move(orphans_);
  orphans_.clear();
  if (legacy_ && legacy_->last) tasks.push_back(legacy_->last);
  for (Stream* stream : all_) {
    if (stream->last) tasks.push_back(stream->last);
  }
  return tasks;
}

void Streams::wait(const std::vector<TaskPtr>& tasks) {
  for (const TaskPtr& task : tasks) task->wait();
  for (const TaskPtr& task : tasks) check::host_waited(task->op);
  flush_device_printf();
}

}  // namespace warpup::runtime
