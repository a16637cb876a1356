// Graphs: nodes of work and what they come after.
#pragma once

#include <memory>
#include <vector>

#include "driver_types.h"
#include "task.h"

struct CUgraphNode_st {
  std::shared_ptr<warpup::runtime::Work> work;  // null: an empty node
  std::vector<CUgraphNode_st*> after;
  CUgraph_st* graph = nullptr;
  std::unique_ptr<CUgraph_st> child;  // a child graph's own copy
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  // each behind the nodes it comes after,
                                                       // unless dependencies were added later
  CUgraphNode_st* add(std::shared_ptr<warpup::runtime::Work> work,
                      std::vector<CUgraphNode_st*> after);
};
