// Instantiating and launching graphs.
#include <algorithm>
#include <unordered_set>

#include "../checker/hooks.h"
#include "capture.h"
#include "context.h"
#include "cuda_runtime_api.h"
#include "graph.h"
#include "stream.h"

namespace warpup::runtime {
namespace {

using GraphExec = CUgraphExec_st;

std::mutex execs_mutex;

std::unordered_set<GraphExec*>& known_execs() {
  static auto* execs = new std::unordered_set<GraphExec*>;
  return *execs;
}

bool known(GraphExec* exec) {
  const std::lock_guard<std::mutex> lock(execs_mutex);
  return known_execs().count(exec) != 0;
}

int instantiate(const ApiCall& call, cudaGraphExec_t* out, cudaGraph_t graph) {
  if (!out || !known_graph(graph)) return cudaErrorInvalidValue;
  auto exec = std::make_unique<GraphExec>();
  if (!graph->flatten(&exec->steps)) return cudaErrorInvalidValue;
  exec->memory = graph->memory;
  *out = exec.release();
  {
    const std::lock_guard<std::mutex> lock(execs_mutex);
    known_execs().insert(*out);
  }
  check::object_created("graph instance", *out, call.name(), call.pc());
  return cudaSuccess;
}

// A launch in a capturing stream: its steps become nodes there.
void capture_steps(Stream& stream, const GraphExec& exec) {
  const std::lock_guard<std::mutex> lock(streams().mutex());
  CUgraph_st& graph = *stream.capture->graph;
  std::vector<CUgraphNode_st*> made;
  std::vector<bool> followed(exec.steps.size(), false);
  for (const Step& step : exec.steps) {
    std::vector<CUgraphNode_st*> after;
    for (std::size_t i : step.after) {
      after.push_back(made[i]);
      followed[i] = true;
    }
    made.push_back(graph.add(step.work, step.after.empty() ? stream.tips : after));
  }
  if (made.empty()) return;
  stream.tips.clear();
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (!followed[i]) stream.tips.push_back(made[i]);
  }
  graph.memory.insert(graph.memory.end(), exec.memory.begin(), exec.memory.end());
}

// A branch stays on one thread: a step goes on where the first step before it ended.
class Lanes {
 public:
  explicit Lanes(GraphExec& exec) : exec_(exec), tail_(exec.lanes.size(), kFree) {}
  Executor& choose(std::size_t step, const std::vector<std::size_t>& after) {
    std::size_t lane = 0;
    while (lane < tail_.size() && tail_[lane] != kFree &&
           (after.empty() || tail_[lane] != after.front())) {
      ++lane;
    }
    if (lane == tail_.size()) {
      exec_.lanes.push_back(std::make_shared<Executor>());
      tail_.push_back(kFree);
    }
    tail_[lane] = step;
    return *exec_.lanes[lane];
  }

 private:
  static constexpr std::size_t kFree = static_cast<std::size_t>(-1);
  GraphExec& exec_;
  std::vector<std::size_t> tail_;
};

int launch(const ApiCall& call, cudaGraphExec_t exec, cudaStream_t handle) {
  if (!known(exec)) return cudaErrorInvalidValue;
  Stream* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (int error = refuse_implicit_capture(*stream)) return error;
  const std::lock_guard<std::mutex> lock(exec->mutex);
  if (stream->capture) {
    capture_steps(*stream, *exec);
    return cudaSuccess;
  }
  // A graph never runs beside itself.
  const TaskPtr start = streams().submit(*stream, nullptr, call, Runner::kStream, {exec->last});
  std::vector<TaskPtr> tasks;
  Lanes lanes(*exec);
  for (std::size_t i = 0; i < exec->steps.size(); ++i) {
    const Step& step = exec->steps[i];
    std::vector<TaskPtr> after;
    for (std::size_t earlier : step.after) after.push_back(tasks[earlier]);
    if (after.empty()) after.push_back(start);
    tasks.push_back(
        streams().submit_node(lanes.choose(i, step.after), step.work, call, after, stream->id));
  }
  exec->last = streams().submit(*stream, nullptr, call, Runner::kStream, tasks);
  return cudaSuccess;
}

int destroy(cudaGraphExec_t exec) {
  {
    const std::lock_guard<std::mutex> lock(execs_mutex);
    if (!known_execs().erase(exec)) return cudaErrorInvalidValue;
  }
  for (const auto& lane : exec->lanes) lane->close();
  check::object_destroyed("graph instance", exec);
  delete exec;
  return cudaSuccess;
}

int type_of(const Step& step) {
  return step.work ? step.work->node_type() : static_cast<int>(cudaGraphNodeTypeEmpty);
}

// Takes over the graph's parameters where its shape is the instance's.
cudaGraphExecUpdateResult update(GraphExec& exec, const CUgraph_st& graph) {
  std::vector<Step> steps;
  if (!graph.flatten(&steps)) return cudaGraphExecUpdateError;
  if (steps.size() != exec.steps.size()) return cudaGraphExecUpdateErrorTopologyChanged;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].after != exec.steps[i].after) return cudaGraphExecUpdateErrorTopologyChanged;
    if (type_of(steps[i]) != type_of(exec.steps[i])) {
      return cudaGraphExecUpdateErrorNodeTypeChanged;
    }
  }
  exec.steps = std::move(steps);
  exec.memory = graph.memory;
  return cudaGraphExecUpdateSuccess;
}

int update(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
  if (!known(exec) || !known_graph(graph) || !info) return cudaErrorInvalidValue;
  const std::lock_guard<std::mutex> lock(exec->mutex);
  *info = {};
  info->result = update(*exec, *graph);
  return info->result == cudaGraphExecUpdateSuccess ? cudaSuccess : cudaErrorGraphExecUpdateFailure;
}

}  // namespace
}  // namespace warpup::runtime

using namespace warpup::runtime;

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                 unsigned long long) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(instantiate(call, pGraphExec, graph));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                          unsigned long long) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(instantiate(call, pGraphExec, graph));
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  if (!known(graphExec)) return call.end(cudaErrorInvalidValue);
  return call.end(streams().resolve(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  if (int error = call.enter_queue()) return call.end(error, true);
  return call.end(launch(call, graphExec, stream), true);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  WARPUP_API_CALL(call);
  return call.end(destroy(graphExec));
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo* resultInfo) {
  WARPUP_API_CALL(call);
  if (int error = call.enter()) return call.end(error);
  return call.end(update(hGraphExec, hGraph, resultInfo));
}

}  // extern "C"
