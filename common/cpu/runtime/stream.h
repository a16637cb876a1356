// Streams, and what orders their work: each other's events, and the legacy default stream.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "api.h"
#include "executor.h"
#include "task.h"

namespace warpup::runtime {
struct Capture;
}

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
  int id = 0;  // 0: the legacy default stream
  bool legacy = false;
  bool blocking() const { return !legacy && !(flags & cudaStreamNonBlocking); }

  warpup::runtime::TaskPtr last;  // newest task, done or not
  std::shared_ptr<warpup::runtime::Executor> executor;

  warpup::runtime::Capture* capture = nullptr;  // the sequence it takes part in
  std::vector<cudaGraphNode_t> tips;            // nodes that its next captured node comes after
};

namespace warpup::runtime {

using Stream = CUstream_st;

/// Who runs a task: the stream's thread, or the calling one after submit() by Task::run().
enum class Runner { kStream, kCaller };

class Streams {
 public:
  Stream* create(unsigned flags, int priority);
  /// Work that is queued still runs.
  void destroy(Stream* stream);
  /// The stream that a handle means for the calling thread; null: no such stream.
  Stream* resolve(cudaStream_t handle);
  Stream& legacy();

  /// Queues `work` (null: a mark) behind everything that the stream and the default stream's rules
  /// put before it, and behind `extra`. While the stream captures, adds a node and returns null.
  TaskPtr submit(Stream& stream, std::shared_ptr<Work> work, const ApiCall& call,
                 Runner runner = Runner::kStream, const std::vector<TaskPtr>& extra = {});
  /// As submit(), with exactly the dependencies given and on `executor` (nodes of a graph).
  TaskPtr submit_node(Executor& executor, std::shared_ptr<Work> work, const ApiCall& call,
                      const std::vector<TaskPtr>& after, int stream_id);

  /// All that a host thread waits for when it waits for `stream`: the legacy one stands for all
  /// blocking.
  std::vector<TaskPtr> pending(Stream& stream);
  std::vector<TaskPtr> pending_everywhere();
  /// Waits, tells the checker, shows what kernels printed.
  void wait(const std::vector<TaskPtr>& tasks);
  void wait_for_all() { wait(pending_everywhere()); }
  /// Forgets all streams of the program (cudaDeviceReset).
  void destroy_all();

  std::mutex& mutex() { return mutex_; }

 private:
  void order(Task& task, const TaskPtr& earlier);
  void order_after_stream(Task& task, Stream& stream);
  Executor& executor_of(Stream& stream);
  void retire(Stream* stream);

  std::mutex mutex_;
  std::unordered_set<Stream*> all_;  // without the legacy stream
  Stream* legacy_ = nullptr;
  std::vector<TaskPtr> orphans_;  // last tasks of destroyed streams
  std::vector<std::shared_ptr<Executor>> idle_;
  int next_id_ = 1;
};
Streams& streams();

/// cudaStreamPerThread is what a null handle means.
void use_per_thread_default_stream();

}  // namespace warpup::runtime
