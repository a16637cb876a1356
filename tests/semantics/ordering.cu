// Threads that wait for one another through memory: the last-block idiom, spinning on atomic
// flags, locks by compare-and-swap, a chain of blocks. (volatile_spin.cu has volatile flags.)
#include <cuda/atomic>

#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

// Each block publishes its sum, then takes a ticket; the last one adds the sums.
__global__ void last_block_kernel(const int* in, int count, int* partial, unsigned* ticket,
                                  int* total) {
  __shared__ int sum;
  __shared__ bool last;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  int mine = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < static_cast<unsigned>(count);
       i += gridDim.x * blockDim.x) {
    mine += in[i];
  }
  atomicAdd(&sum, mine);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();  // the sum is visible before the ticket
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  __threadfence();
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
    atomicAdd(&sum, *const_cast<volatile int*>(&partial[i]));
  }
  __syncthreads();
  if (threadIdx.x == 0) *total = sum;
}

// Each block adds to what the block before it left. Blocks take their place from a counter, so
// that a block only ever waits for one that already runs.
__global__ void chain_kernel(int* place, int* flags, int* values) {
  __shared__ int mine;
  if (threadIdx.x != 0) return;
  mine = atomicAdd(place, 1);
  int before = 0;
  if (mine > 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(flags[mine - 1]);
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    before = values[mine - 1];
  }
  values[mine] = before + mine + 1;
  cuda::atomic_ref<int, cuda::thread_scope_device> done(flags[mine]);
  done.store(1, cuda::memory_order_release);
}

// A lock that one thread a block takes; what it guards is plain memory.
__global__ void lock_kernel(int* lock, int* guarded) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    volatile int* counter = guarded;
    counter[0] = counter[0] + 1;
    counter[1] = counter[1] + counter[0];
    __threadfence();
    atomicExch(lock, 0);
  }
}

// Every thread takes the lock in turn: the loop ends when a thread has had its turn, so that a
// warp's lanes do not wait for one another inside.
__global__ void lock_every_thread_kernel(int* lock, int* guarded) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *const_cast<volatile int*>(guarded) = *const_cast<volatile int*>(guarded) + 2;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void atomic_object_kernel(cuda::atomic<unsigned, cuda::thread_scope_device>* counter,
                                     float* sum, int* highest, int* failures) {
  counter->fetch_add(2, cuda::memory_order_relaxed);
  cuda::atomic_ref<float, cuda::thread_scope_device>(*sum).fetch_add(0.5f);
  cuda::atomic_ref<int, cuda::thread_scope_device> high(*highest);
  high.fetch_max(static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x));
  int expected = -1;
  if (high.compare_exchange_strong(expected, 0)) atomicAdd(failures, 1);
  if (expected < 0) atomicAdd(failures, 1);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}

void test_last_block() {
  const int count = 10007;
  std::vector<int> values(count);
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i] = i % 19 - 5;
  DeviceArray<int> in(values), partial(16), total(1);
  DeviceArray<unsigned> ticket(1);
  std::vector<int> got;
  for (int run = 0; run < 3; ++run) {  // the ticket comes back to 0 by itself
    last_block_kernel<<<16, 128>>>(in.get(), count, partial.get(), ticket.get(), total.get());
    got.push_back(total.host()[0]);
  }
  expect<int>("last block", got, {sum, sum, sum});
}

void test_chain() {
  const int blocks = 40;
  DeviceArray<int> place(1), flags(blocks), values(blocks);
  chain_kernel<<<blocks, 32>>>(place.get(), flags.get(), values.get());
  std::vector<int> expected;
  for (int i = 1; i <= blocks; ++i) expected.push_back(i * (i + 1) / 2);
  expect("chain of blocks", values.host(), expected);
}

void test_locks() {
  DeviceArray<int> lock(1), guarded(2);
  lock_kernel<<<50, 64>>>(lock.get(), guarded.get());
  expect<int>("lock by one thread a block", guarded.host(), {50, 50 * 51 / 2});
  DeviceArray<int> sum(1);
  lock_every_thread_kernel<<<4, 48>>>(lock.get(), sum.get());
  expect("lock by every thread", sum.host()[0], 4 * 48 * 2);
}

void test_atomic_objects() {
  cuda::atomic<unsigned, cuda::thread_scope_device>* counter = nullptr;
  REQUIRE_CUDA(cudaMalloc(&counter, sizeof(*counter)));
  REQUIRE_CUDA(cudaMemset(counter, 0, sizeof(*counter)));
  DeviceArray<float> sum(1);
  DeviceArray<int> highest(1), failures(1);
  atomic_object_kernel<<<6, 50>>>(counter, sum.get(), highest.get(), failures.get());
  unsigned count = 0;
  REQUIRE_CUDA(cudaMemcpy(&count, counter, sizeof(count), cudaMemcpyDeviceToHost));
  REQUIRE_CUDA(cudaFree(counter));
  expect("atomic object", count, 600u);
  expect("atomic_ref of a float", sum.host()[0], 150.0f);
  expect("atomic_ref maximum", highest.host()[0], 299);
  expect("failed exchanges", failures.host()[0], 0);
}

int main() {
  test_last_block();
  test_chain();
  test_locks();
  test_atomic_objects();
  return semantics::verdict();
}
