// Signals that arrive between any two instructions of a kernel: each CUDA thread still runs once. A
// program's own signals (timers, profilers) and the cpu backend's turns between long-running
// threads come like this; here many a millisecond, of the kind that the cpu backend uses itself.
#include <cuda_runtime.h>
#include <dirent.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "check.h"

constexpr int kLaunches = 400;

__device__ int index_in_grid() {
  const int block = blockIdx.x;
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  return block * threads + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

// Knows its number by itself: one loop over the block in the cpu backend's fast build.
__global__ void count_straight(int* runs) {
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  runs[blockIdx.x * threads + t] += 1;
}

__global__ void count_plain(int* runs) { runs[index_in_grid()] += 1; }

// A few threads take long enough to be met in their middle.
__global__ void count_long(int* runs, int rounds) {
  const int i = index_in_grid();
  volatile int work = 0;
  if (i % 37 == 0) {
    for (int round = 0; round < rounds; ++round) work = work + round;
  }
  runs[i] += 1;
}

// A third of the threads leave before the barriers; the others read what a neighbour wrote.
__global__ void count_around_barriers(int* runs) {
  __shared__ int written[1024];
  const int i = index_in_grid();
  const int threads = blockDim.x * blockDim.y * blockDim.z, t = i % threads;
  if (t % 3 == 0) {
    runs[i] += 1;
    return;
  }
  written[t] = i;
  __syncthreads();  // everybody's number is there
  const int neighbour = t % 3 == 1 && t + 1 < threads ? t + 1 : t;
  const int read = written[neighbour];
  __syncthreads();
  runs[i] += read - neighbour + t == i ? 1 : 1000;
}

// Sends SIGURG to every other thread of the process until told to stop.
class Spray {
 public:
  Spray() : thread_([this] { run(); }) {}
  ~Spray() {
    stop_ = true;
    thread_.join();
  }

 private:
  void run() {
    const long me = syscall(SYS_gettid);
    while (!stop_) {
      DIR* tasks = opendir("/proc/self/task");
      while (const dirent* entry = tasks ? readdir(tasks) : nullptr) {
        const long id = std::atol(entry->d_name);
        if (id > 0 && id != me) syscall(SYS_tgkill, getpid(), id, SIGURG);
      }
      if (tasks) closedir(tasks);
      usleep(20);
    }
  }
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

template <class Launch>
void expect_one_run_each(const char* what, int threads, const Launch& launch) {
  const semantics::DeviceArray<int> runs(threads);
  {
    const Spray spray;
    for (int i = 0; i < kLaunches; ++i) launch(runs.get());
    REQUIRE_CUDA(cudaDeviceSynchronize());
  }
  int wrong = 0;
  for (const int count : runs.host()) wrong += count != kLaunches;
  semantics::expect(what, wrong, 0);
}

int main() {
  const dim3 flat(256), deep(5, 7, 6);
  for (const dim3 block : {flat, deep}) {
    const int blocks = 32, threads = blocks * block.x * block.y * block.z;
    expect_one_run_each("straight", threads,
                        [&](int* runs) { count_straight<<<blocks, block>>>(runs); });
    expect_one_run_each("plain", threads, [&](int* runs) { count_plain<<<blocks, block>>>(runs); });
    expect_one_run_each("long", threads,
                        [&](int* runs) { count_long<<<blocks, block>>>(runs, 2000); });
    expect_one_run_each("barriers", threads,
                        [&](int* runs) { count_around_barriers<<<blocks, block>>>(runs); });
  }
  return semantics::verdict();
}
