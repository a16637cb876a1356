// Judges exercise 4.2: one stream is held, and it shows who waits.
#include <chrono>
#include <thread>
#include <vector>

#include "cuda/gate.h"
#include "cuda/guarded.h"
#include "cuda/random.h"
#include "cuda/stream.h"
#include "lesson/judge.h"

// The learner's.
void run_after(cudaStream_t later, cudaStream_t earlier);

constexpr int kThreads = 32;

__global__ void set_kernel(int* values, int value) {
  values[threadIdx.x] = value;
}

__global__ void copy_kernel(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x];
}

struct Pair {
  gpu::Stream earlier{cudaStreamNonBlocking};
  gpu::Stream later{cudaStreamNonBlocking};
};

// `later` reads what `earlier` writes.
void judge_order(int value, bool hold) {
  gpu::GuardedBuffer<int> d_made(kThreads), d_seen(kThreads);
  CUDA_CHECK(cudaDeviceSynchronize());  // the poison is in place
  Pair streams;
  {
    gpu::Gate gate(streams.earlier);
    if (!hold) gate.open();
    set_kernel<<<1, kThreads, 0, streams.earlier>>>(d_made.data(),
                                                    value);
    run_after(streams.later, streams.earlier);
    copy_kernel<<<1, kThreads, 0, streams.later>>>(d_made.data(),
                                                   d_seen.data());
    CUDA_CHECK(cudaGetLastError());
    if (hold) {
      lesson::require("the host goes on while earlier is held",
                      gate.held(), "it waits for nothing",
                      "it waited for the stream");
    }
  }
  streams.later.synchronize();
  lesson::require_same(
      "what later has seen",
      lesson::compare(std::vector<int>(kThreads, value),
                      d_seen.download()));
  streams.earlier.synchronize();
}

// What is queued in `later` does not begin while `earlier` is held.
void judge_waits() {
  gpu::GuardedBuffer<int> d_made(kThreads);
  CUDA_CHECK(cudaDeviceSynchronize());  // the poison is in place
  Pair streams;
  gpu::Gate gate(streams.earlier);
  run_after(streams.later, streams.earlier);
  set_kernel<<<1, kThreads, 0, streams.later>>>(d_made.data(), 1);
  CUDA_CHECK(cudaGetLastError());
  lesson::require("the host goes on while earlier is held", gate.held(),
                  "it waits for nothing", "it waited for the stream");
  bool waits = true;
  for (int tries = 0; waits && tries < 100; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    waits = cudaStreamQuery(streams.later) == cudaErrorNotReady;
  }
  lesson::require("later, while earlier is held", waits, "it waits",
                  "it went on");
  gate.open();
  streams.later.synchronize();
}

// What earlier is given afterwards holds nobody up.
void judge_work_afterwards() {
  Pair streams;
  run_after(streams.later, streams.earlier);
  gpu::Gate gate(streams.earlier);
  streams.later.synchronize();
  lesson::require("later, while earlier is held by newer work",
                  gate.held(), "it goes on", "it waited");
}

void judge_direction() {
  Pair streams;
  gpu::Gate gate(streams.later);
  run_after(streams.later, streams.earlier);
  streams.earlier.synchronize();
  lesson::require("earlier, while later is held", gate.held(),
                  "it goes on", "it waited");
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  lesson::begin_case("who waits");
  judge_waits();
  judge_work_afterwards();
  judge_direction();
  for (int run = 0; run < 5; ++run) {
    const std::string number = ", run " + std::to_string(run);
    lesson::begin_case("earlier is held" + number);
    judge_order(random.integer(1, 1000), true);
    lesson::begin_case("earlier is free" + number);
    judge_order(random.integer(1, 1000), false);
  }
}

int main() { return lesson::run_judge("run_after", judge); }
