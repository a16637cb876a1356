// Which branch a barrier stands in, read from the program text.
#include "catch.hpp"
#include "checker/source_branch.h"
#include "support.h"

using namespace warpup::report;
using test::TemporaryFile;

namespace {

void check_branch(const Branch& branch, int head, int end) {
  CHECK(branch.head == head);
  CHECK(branch.end == end);
}

}  // namespace

TEST_CASE("the branch around a barrier") {
  const TemporaryFile file(
      "__global__ void k(int n) {\n"
      "  if (threadIdx.x == 0) {\n"
      "    for (int i = 0; i < n; ++i) {\n"
      "      __syncthreads();\n"
      "    }\n"
      "  } else {\n"
      "    __syncthreads();\n"
      "  }\n"
      "  if (n > 3)\n"
      "    __syncthreads();\n"
      "  switch (n) {\n"
      "    case 1: block.sync();\n"
      "  }\n"
      "  __syncthreads();  // if (no)\n"
      "  for (int i = 0; i < n; ++i) __syncthreads();\n"
      "  do { __syncthreads(); } while (n--);\n"
      "  if constexpr (N > 2) { __syncthreads(); }\n"
      "}\n");
  check_branch(branch_around(file.path(), 4, "__syncthreads"), 2, 6);
  check_branch(branch_around(file.path(), 7, "__syncthreads"), 6, 8);
  check_branch(branch_around(file.path(), 10, "__syncthreads"), 9, 10);
  check_branch(branch_around(file.path(), 12, "sync"), 11, 13);
  for (const int line : {14, 15, 16, 17}) {
    check_branch(branch_around(file.path(), line, "__syncthreads"), 0, 0);
  }
  check_branch(branch_around(file.path(), 5, "__syncthreads"), 0, 0);
  check_branch(branch_around("/nowhere.cu", 5, "__syncthreads"), 0, 0);
}

TEST_CASE("a barrier that does not lie on everybody's way") {
  const TemporaryFile file(
      "__global__ void k(int* out, int n) {\n"
      "  __shared__ int value;\n"
      "  if (threadIdx.x == 0) {\n"
      "    value = 1;\n"
      "    __syncthreads();\n"
      "    out[1] = value;\n"
      "  }\n"
      "  out[threadIdx.x] = value;\n"
      "  __syncthreads();\n"
      "  value = 2;\n"
      "}\n");
  const BranchedBarrier found = branched_barrier_between(file.path(), 4, 8);
  CHECK(found.line == 5);
  check_branch(found.branch, 3, 7);
  CHECK(branched_barrier_between(file.path(), 4, 6).line == 0);   // both within
  CHECK(branched_barrier_between(file.path(), 4, 10).line == 0);  // the one at line 9 is for all
  CHECK(branched_barrier_between(file.path(), 6, 8).line == 0);   // none there
}
