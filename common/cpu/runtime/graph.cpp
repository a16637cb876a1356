#include "graph.h"

#include <algorithm>
#include <map>

namespace warpup::runtime {

GraphMemory::~GraphMemory() {
  Allocation now;
  const bool ours = allocations().find(allocation_.base, &now) && now.base == allocation_.base;
  if (ours && allocations().begin_free(allocation_.base)) allocations().destroy(now, true);
}

}  // namespace warpup::runtime

using warpup::runtime::Step;

CUgraphNode_st* CUgraph_st::add(std::shared_ptr<warpup::runtime::Work> work,
                                std::vector<CUgraphNode_st*> after) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->work = std::move(work);
  node->after = std::move(after);
  nodes.push_back(std::move(node));
  return nodes.back().get();
}

bool CUgraph_st::has(const CUgraphNode_st* node) const {
  return std::any_of(nodes.begin(), nodes.end(), [=](const auto& n) { return n.get() == node; });
}

std::unique_ptr<CUgraph_st> CUgraph_st::clone() const {
  auto copy = std::make_unique<CUgraph_st>();
  copy->memory = memory;
  std::map<const CUgraphNode_st*, CUgraphNode_st*> twin;
  for (const auto& node : nodes) {
    twin[node.get()] = copy->add(node->work, {});
    if (node->child) twin[node.get()]->child = node->child->clone();
  }
  for (const auto& node : nodes) {
    for (const CUgraphNode_st* earlier : node->after) {
      twin[node.get()]->after.push_back(twin[earlier]);
    }
  }
  return copy;
}

bool CUgraph_st::flatten(std::vector<Step>* steps) const {
  std::vector<std::size_t> exits;
  return unfold({}, steps, &exits);
}

// Adds steps that come after `entry`; *exits are those that nothing here comes after.
bool CUgraph_st::unfold(const std::vector<std::size_t>& entry, std::vector<Step>* steps,
                        std::vector<std::size_t>* exits) const {
  std::map<const CUgraphNode_st*, std::vector<std::size_t>> ends;  // of the nodes that are placed
  std::map<const CUgraphNode_st*, bool> followed;
  while (ends.size() < nodes.size()) {
    const std::size_t placed = ends.size();
    for (const auto& node : nodes) {
      const auto is_placed = [&](const CUgraphNode_st* n) { return ends.count(n) != 0; };
      if (is_placed(node.get())) continue;
      if (!std::all_of(node->after.begin(), node->after.end(), is_placed)) continue;
      std::vector<std::size_t> after = node->after.empty() ? entry : std::vector<std::size_t>{};
      for (const CUgraphNode_st* earlier : node->after) {
        after.insert(after.end(), ends[earlier].begin(), ends[earlier].end());
        followed[earlier] = true;
      }
      std::vector<std::size_t> end;
      if (node->child) {
        if (!node->child->unfold(after, steps, &end)) return false;
        if (end.empty()) end = after;
      } else {
        steps->push_back({node->work, after});
        end = {steps->size() - 1};
      }
      ends[node.get()] = std::move(end);
    }
    if (ends.size() == placed) return false;
  }
  for (const auto& node : nodes) {
    const auto& end = ends[node.get()];
    if (!followed[node.get()]) exits->insert(exits->end(), end.begin(), end.end());
  }
  return true;
}
