// Graphs: nodes of work and what they come after.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "allocation.h"
#include "api.h"
#include "driver_types.h"
#include "executor.h"
#include "task.h"

namespace warpup::runtime {

/// Memory that cudaMallocAsync gave to a capturing stream: it lives as long as the graph and what
/// was instantiated from it.
class GraphMemory {
 public:
  explicit GraphMemory(const Allocation& allocation) : allocation_(allocation) {}
  ~GraphMemory();
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;

 private:
  Allocation allocation_;
};

/// One step of an instantiated graph; `after` are indices of earlier steps.
struct Step {
  std::shared_ptr<Work> work;  // null: an empty node
  std::vector<std::size_t> after;
};

}  // namespace warpup::runtime

struct CUgraphNode_st {
  std::shared_ptr<warpup::runtime::Work> work;  // null: an empty node or a child graph
  std::vector<CUgraphNode_st*> after;
  std::unique_ptr<CUgraph_st> child;  // a child graph's own copy
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  std::vector<std::shared_ptr<warpup::runtime::GraphMemory>> memory;

  CUgraphNode_st* add(std::shared_ptr<warpup::runtime::Work> work,
                      std::vector<CUgraphNode_st*> after);
  bool has(const CUgraphNode_st* node) const;
  std::unique_ptr<CUgraph_st> clone() const;
  /// The nodes in an order that respects their dependencies, child graphs unfolded. False: a cycle.
  bool flatten(std::vector<warpup::runtime::Step>* steps) const;

 private:
  bool unfold(const std::vector<std::size_t>& entry, std::vector<warpup::runtime::Step>* steps,
              std::vector<std::size_t>* exits) const;
};

struct CUgraphExec_st {
  std::mutex mutex;
  std::vector<warpup::runtime::Step> steps;
  std::vector<std::shared_ptr<warpup::runtime::GraphMemory>> memory;
  std::vector<std::shared_ptr<warpup::runtime::Executor>> lanes;  // threads for parallel branches
  warpup::runtime::TaskPtr last;                                  // end of the newest launch
};

namespace warpup::runtime {

bool known_graph(cudaGraph_t graph);
void remember_graph(cudaGraph_t graph, const ApiCall& call);

}  // namespace warpup::runtime
