// Threads that wait for one another through volatile flags: between warps of a block, and between
// blocks. (On the cpu backend the check build sees such a loop and lets other threads run; the fast
// build notices that a thread does not get on, and interrupts it.)
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

// Thread 32 (another warp) waits for thread 0 through a volatile flag in shared memory, and back.
__global__ void volatile_flag_kernel(int* out) {
  __shared__ volatile int flag;
  __shared__ volatile int payload;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 32) {
    payload = 42;
    __threadfence_block();
    flag = 1;
    while (flag != 2) {
    }
    __threadfence_block();
    out[1] = payload;
  } else if (threadIdx.x == 0) {
    while (flag != 1) {
    }
    __threadfence_block();
    out[0] = payload;
    payload = 43;
    __threadfence_block();
    flag = 2;
  }
}

// Block 0 waits for every other block; those wait for the turn that block 0 hands out.
__global__ void blocks_kernel(volatile int* arrived, volatile int* turn, int* order) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (unsigned i = 1; i < gridDim.x; ++i) {
      while (arrived[i] == 0) {
      }
    }
    __threadfence();
    *turn = 1;
  } else {
    arrived[blockIdx.x] = 1;
    while (*turn != static_cast<int>(blockIdx.x)) {
    }
    __threadfence();
    order[blockIdx.x] = *turn * 10;
    __threadfence();
    *turn = *turn + 1;
  }
}

int main() {
  DeviceArray<int> out(2);
  volatile_flag_kernel<<<1, 64>>>(out.get());
  expect<int>("flag in shared memory", out.host(), {42, 43});
  DeviceArray<int> arrived(8), turn(1), order(8);
  blocks_kernel<<<8, 32>>>(arrived.get(), turn.get(), order.get());
  expect<int>("turns of blocks", order.host(), {0, 10, 20, 30, 40, 50, 60, 70});
  return semantics::verdict();
}
