#include "graph.h"

CUgraphNode_st* CUgraph_st::add(std::shared_ptr<warpup::runtime::Work> work,
                                std::vector<CUgraphNode_st*> after) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->work = std::move(work);
  node->after = std::move(after);
  node->graph = this;
  nodes.push_back(std::move(node));
  return nodes.back().get();
}
