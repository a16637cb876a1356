#include "runtime/graph.h"

#include <algorithm>

#include "catch.hpp"

using warpup::runtime::Step;
using warpup::runtime::Work;

namespace {

class Numbered final : public Work {
 public:
  explicit Numbered(int number) : number_(number) {}
  int run(warpup::check::Op*) override { return 0; }
  int node_type() const override { return number_; }

 private:
  int number_;
};

std::shared_ptr<Work> numbered(int n) { return std::make_shared<Numbered>(n); }

std::size_t place(const std::vector<Step>& steps, int number) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].work && steps[i].work->node_type() == number) return i;
  }
  FAIL("step " << number << " is missing");
  return 0;
}

bool follows(const std::vector<Step>& steps, int later, int earlier) {
  const auto& after = steps[place(steps, later)].after;
  return std::find(after.begin(), after.end(), place(steps, earlier)) != after.end();
}

}  // namespace

TEST_CASE("a graph unfolds in an order that respects its edges") {
  CUgraph_st graph;
  CUgraphNode_st* last = graph.add(numbered(3), {});
  CUgraphNode_st* first = graph.add(numbered(1), {});
  CUgraphNode_st* second = graph.add(numbered(2), {first});
  last->after = {second, first};
  std::vector<Step> steps;
  REQUIRE(graph.flatten(&steps));
  REQUIRE(steps.size() == 3);
  CHECK(follows(steps, 2, 1));
  CHECK(follows(steps, 3, 2));
  CHECK(place(steps, 3) == 2);
}

TEST_CASE("a circle has no order") {
  CUgraph_st graph;
  CUgraphNode_st* a = graph.add(numbered(1), {});
  CUgraphNode_st* b = graph.add(numbered(2), {a});
  a->after.push_back(b);
  std::vector<Step> steps;
  CHECK_FALSE(graph.flatten(&steps));
}

TEST_CASE("a child graph stands between what comes before and after it") {
  CUgraph_st inner;
  inner.add(numbered(10), {});
  inner.add(numbered(11), {});
  CUgraph_st outer;
  CUgraphNode_st* before = outer.add(numbered(1), {});
  CUgraphNode_st* child = outer.add(nullptr, {before});
  child->child = inner.clone();
  outer.add(numbered(2), {child});
  std::vector<Step> steps;
  REQUIRE(outer.flatten(&steps));
  REQUIRE(steps.size() == 4);
  for (int number : {10, 11}) {
    CHECK(follows(steps, number, 1));
    CHECK(follows(steps, 2, number));
  }
}

TEST_CASE("an empty child graph still orders its neighbours") {
  CUgraph_st outer;
  CUgraphNode_st* before = outer.add(numbered(1), {});
  CUgraphNode_st* child = outer.add(nullptr, {before});
  child->child = std::make_unique<CUgraph_st>();
  outer.add(numbered(2), {child});
  std::vector<Step> steps;
  REQUIRE(outer.flatten(&steps));
  CHECK(follows(steps, 2, 1));
}
