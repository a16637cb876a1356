// Graphs built node by node, and what can be asked of them.
#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "../checker/hooks.h"
#include "arguments.h"
#include "copy.h"
#include "copy3d.h"
#include "cuda_runtime_api.h"
#include "fill.h"
#include "graph.h"
#include "host_function.h"
#include "kernel.h"
#include "launch_check.h"

namespace warpup::runtime {
namespace {

std::mutex graphs_mutex;

std::unordered_set<cudaGraph_t>& known_graphs() {
  static auto* graphs = new std::unordered_set<cudaGraph_t>;
  return *graphs;
}

}  // namespace

bool known_graph(cudaGraph_t graph) {
  const std::lock_guard<std::mutex> lock(graphs_mutex);
  return known_graphs().count(graph) != 0;
}

void remember_graph(cudaGraph_t graph, const ApiCall& call) {
  {
    const std::lock_guard<std::mutex> lock(graphs_mutex);
    known_graphs().insert(graph);
  }
  check::object_created("graph", graph, call.name(), call.pc());
}

namespace {

int destroy(cudaGraph_t graph) {
  {
    const std::lock_guard<std::mutex> lock(graphs_mutex);
    if (!known_graphs().erase(graph)) return cudaErrorInvalidValue;
  }
  check::object_destroyed("graph", graph);
  delete graph;
  return cudaSuccess;
}

// Where a node is to go, checked.
struct Slot {
  cudaGraphNode_t* out;
  cudaGraph_t graph;
  const cudaGraphNode_t* dependencies;
  size_t count;

  int check() const {
    if (!out || !known_graph(graph) || (count && !dependencies)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      if (!graph->has(dependencies[i])) return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  }
  void add(std::shared_ptr<Work> work) const {
    *out = graph->add(std::move(work), {dependencies, dependencies + count});
  }
};

int add_kernel(const ApiCall& call, const Slot& slot, const cudaKernelNodeParams* params) {
  if (int error = slot.check()) return error;
  if (!params || params->extra) return cudaErrorInvalidValue;
  if (!params->func) return cudaErrorInvalidDeviceFunction;
  KernelInfo* info = find_kernel(params->func);
  if (!info) return cudaErrorInvalidDeviceFunction;
  if (info->parameter_count > 0 && !params->kernelParams) return cudaErrorInvalidValue;
  LaunchConfig config;
  config.grid = params->gridDim;
  config.block = params->blockDim;
  config.dynamic_shared = params->sharedMemBytes;
  config.call_site = call.pc();
  if (int error = check_launch(*info, config)) return error;
  slot.add(kernel_work(*info, config,
                       bind_arguments(*info, params->kernelParams, call.name(), call.pc())));
  return cudaSuccess;
}

int add_copy(const Slot& slot, const CopyBox& box, int kind) {
  if (int error = slot.check()) return error;
  if (int error = check_copy(box, kind)) return error;
  slot.add(copy_work(box));
  return cudaSuccess;
}

int add_fill(const Slot& slot, const cudaMemsetParams* params) {
  if (int error = slot.check()) return error;
  if (!params) return cudaErrorInvalidValue;
  const unsigned element = params->elementSize;
  if (element != 1 && element != 2 && element != 4) return cudaErrorInvalidValue;
  FillBox box;
  box.destination = static_cast<char*>(params->dst);
  box.value = params->value;
  box.element = element;
  box.width = params->width;
  box.height = params->height;
  box.pitch = params->pitch;
  if (int error = check_fill(box)) return error;
  slot.add(fill_work(box));
  return cudaSuccess;
}

int add_edges(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
              size_t count) {
  if (!known_graph(graph) || (count && (!from || !to))) return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i) {
    if (!graph->has(from[i]) || !graph->has(to[i]) || from[i] == to[i]) {
      return cudaErrorInvalidValue;
    }
  }
  for (size_t i = 0; i < count; ++i) to[i]->after.push_back(from[i]);
  return cudaSuccess;
}

// Fills as many of *count places as there are items, and says how many items there are.
int give_nodes(const std::vector<cudaGraphNode_t>& items, cudaGraphNode_t* out, size_t* count) {
  if (!count) return cudaErrorInvalidValue;
  if (!out) {
    *count = items.size();
    return cudaSuccess;
  }
  for (size_t i = 0; i < *count; ++i) out[i] = i < items.size() ? items[i] : nullptr;
  *count = std::min(*count, items.size());
  return cudaSuccess;
}

std::vector<cudaGraphNode_t> nodes_of(cudaGraph_t graph, bool roots_only) {
  std::vector<cudaGraphNode_t> nodes;
  for (const auto& node : graph->nodes) {
    if (!roots_only || node->after.empty()) nodes.push_back(node.get());
  }
  return nodes;
}

int give_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count) {
  if (!known_graph(graph) || !count || (!from != !to)) return cudaErrorInvalidValue;
  std::vector<cudaGraphNode_t> sources, targets;
  for (const auto& node : graph->nodes) {
    for (cudaGraphNode_t earlier : node->after) {
      sources.push_back(earlier);
      targets.push_back(node.get());
    }
  }
  size_t same = *count;
  if (int error = give_nodes(sources, from, count)) return error;
  return give_nodes(targets, to, &same);
}

}  // namespace
}  // namespace warpup::runtime

using namespace warpup::runtime;

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned flags) {
  WARPUP_API_CALL(call);
  if (!pGraph || flags != 0) return call.end(cudaErrorInvalidValue);
  *pGraph = new CUgraph_st;
  remember_graph(*pGraph, call);
  return call.end(cudaSuccess);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  WARPUP_API_CALL(call);
  return call.end(destroy(graph));
}

cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  WARPUP_API_CALL(call);
  if (!pGraphClone || !known_graph(originalGraph)) return call.end(cudaErrorInvalidValue);
  *pGraphClone = originalGraph->clone().release();
  remember_graph(*pGraphClone, call);
  return call.end(cudaSuccess);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaKernelNodeParams* pNodeParams) {
  WARPUP_API_CALL(call);
  const Slot slot{pGraphNode, graph, pDependencies, numDependencies};
  return call.end(add_kernel(call, slot, pNodeParams));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaMemcpy3DParms* pCopyParams) {
  WARPUP_API_CALL(call);
  const Slot slot{pGraphNode, graph, pDependencies, numDependencies};
  CopyBox box;
  if (int error = box_of(pCopyParams, &box)) return call.end(error);
  return call.end(add_copy(slot, box, pCopyParams->kind));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     void* dst, const void* src, size_t count,
                                     cudaMemcpyKind kind) {
  WARPUP_API_CALL(call);
  const Slot slot{pGraphNode, graph, pDependencies, numDependencies};
  return call.end(add_copy(slot, CopyBox::line(dst, src, count), kind));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaMemsetParams* pMemsetParams) {
  WARPUP_API_CALL(call);
  const Slot slot{pGraphNode, graph, pDependencies, numDependencies};
  return call.end(add_fill(slot, pMemsetParams));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                 const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                 const cudaHostNodeParams* pNodeParams) {
  WARPUP_API_CALL(call);
  const Slot slot{pGraphNode, graph, pDependencies, numDependencies};
  if (int error = slot.check()) return call.end(error);
  if (!pNodeParams || !pNodeParams->fn) return call.end(cudaErrorInvalidValue);
  slot.add(host_function_work(pNodeParams->fn, pNodeParams->userData));
  return call.end(cudaSuccess);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t* pDependencies, size_t numDependencies) {
  WARPUP_API_CALL(call);
  const Slot slot{pGraphNode, graph, pDependencies, numDependencies};
  if (int error = slot.check()) return call.end(error);
  slot.add(nullptr);
  return call.end(cudaSuccess);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph) {
  WARPUP_API_CALL(call);
  const Slot slot{pGraphNode, graph, pDependencies, numDependencies};
  if (int error = slot.check()) return call.end(error);
  if (!known_graph(childGraph) || childGraph == graph) return call.end(cudaErrorInvalidValue);
  slot.add(nullptr);
  (*pGraphNode)->child = childGraph->clone();
  return call.end(cudaSuccess);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                     size_t numDependencies) {
  WARPUP_API_CALL(call);
  return call.end(add_edges(graph, from, to, numDependencies));
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) {
  WARPUP_API_CALL(call);
  if (!known_graph(graph)) return call.end(cudaErrorInvalidValue);
  return call.end(give_nodes(nodes_of(graph, false), nodes, numNodes));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes,
                                  size_t* pNumRootNodes) {
  WARPUP_API_CALL(call);
  if (!known_graph(graph)) return call.end(cudaErrorInvalidValue);
  return call.end(give_nodes(nodes_of(graph, true), pRootNodes, pNumRootNodes));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edgeData, size_t* numEdges) {
  WARPUP_API_CALL(call);
  const int error = give_edges(graph, from, to, numEdges);
  if (!error && edgeData && from) std::memset(edgeData, 0, *numEdges * sizeof *edgeData);
  return call.end(error);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  WARPUP_API_CALL(call);
  if (!node || !pType) return call.end(cudaErrorInvalidValue);
  *pType = node->child  ? cudaGraphNodeTypeGraph
           : node->work ? static_cast<cudaGraphNodeType>(node->work->node_type())
                        : cudaGraphNodeTypeEmpty;
  return call.end(cudaSuccess);
}

}  // extern "C"
