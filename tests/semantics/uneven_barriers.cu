// A barrier in a loop that each thread leaves after another number of rounds. A GPU since compute
// capability 7 counts the threads that are left; the checker still calls it the fault that it
// mostly is.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

// Thread i returns after i rounds; every round but the first has fewer threads at its barrier.
__global__ void leave_one_by_one_kernel(int* rounds, int* seen) {
  __shared__ int round;
  if (threadIdx.x == blockDim.x - 1) round = 0;
  __syncthreads();
  for (unsigned i = 0; i <= threadIdx.x; ++i) {
    seen[threadIdx.x] += round == static_cast<int>(i);
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) ++round;
    __syncthreads();
    atomicAdd(rounds, 1);
  }
}

int main() {
  DeviceArray<int> rounds(1), seen(33);
  leave_one_by_one_kernel<<<1, 33>>>(rounds.get(), seen.get());
  expect("rounds of leaving threads", rounds.host()[0], 33 * 34 / 2);
  std::vector<int> expected(33);
  for (int i = 0; i < 33; ++i) expected[i] = i + 1;
  expect("rounds seen", seen.host(), expected);
  return semantics::verdict();
}
