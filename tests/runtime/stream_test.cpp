#include "runtime/stream.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "cuda_runtime_api.h"

namespace {

struct Log {
  std::mutex mutex;
  std::vector<int> numbers;
  void add(int n) {
    const std::lock_guard<std::mutex> lock(mutex);
    numbers.push_back(n);
  }
};

struct Entry {
  Log* log;
  int number;
  int sleep_ms;
};

void run_entry(void* data) {
  const auto* entry = static_cast<Entry*>(data);
  std::this_thread::sleep_for(std::chrono::milliseconds(entry->sleep_ms));
  entry->log->add(entry->number);
}

}  // namespace

TEST_CASE("a stream keeps its order and the host doesn't wait") {
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  Log log;
  std::vector<Entry> entries;
  for (int i = 0; i < 50; ++i) entries.push_back({&log, i, i == 0 ? 50 : 0});
  for (Entry& entry : entries) cudaLaunchHostFunc(stream, run_entry, &entry);
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  REQUIRE(log.numbers.size() == 50);
  for (int i = 0; i < 50; ++i) CHECK(log.numbers[i] == i);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

TEST_CASE("a diamond of four streams keeps its edges") {
  cudaStream_t streams[4];
  cudaEvent_t done[4];
  for (int i = 0; i < 4; ++i) {
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaEventCreate(&done[i]);
  }
  for (int round = 0; round < 20; ++round) {
    Log log;
    Entry entries[4] = {{&log, 0, 3}, {&log, 1, 2}, {&log, 2, 1}, {&log, 3, 0}};
    cudaLaunchHostFunc(streams[0], run_entry, &entries[0]);
    cudaEventRecord(done[0], streams[0]);
    for (int side : {1, 2}) {
      cudaStreamWaitEvent(streams[side], done[0], 0);
      cudaLaunchHostFunc(streams[side], run_entry, &entries[side]);
      cudaEventRecord(done[side], streams[side]);
      cudaStreamWaitEvent(streams[3], done[side], 0);
    }
    cudaLaunchHostFunc(streams[3], run_entry, &entries[3]);
    REQUIRE(cudaStreamSynchronize(streams[3]) == cudaSuccess);
    REQUIRE(log.numbers.size() == 4);
    CHECK(log.numbers[0] == 0);
    CHECK(log.numbers[3] == 3);
  }
  for (int i = 0; i < 4; ++i) {
    cudaStreamDestroy(streams[i]);
    cudaEventDestroy(done[i]);
  }
}

TEST_CASE("an event recorded again stands for its newest mark") {
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  Log log;
  Entry slow{&log, 1, 60};
  cudaEventRecord(event, stream);
  CHECK(cudaEventSynchronize(event) == cudaSuccess);
  cudaLaunchHostFunc(stream, run_entry, &slow);
  CHECK(cudaEventQuery(event) == cudaSuccess);
  cudaEventRecord(event, stream);
  CHECK(cudaEventQuery(event) == cudaErrorNotReady);
  CHECK(cudaEventDestroy(event) == cudaSuccess);  // the mark still passes
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  cudaStreamDestroy(stream);
}

TEST_CASE("several host threads use the API at once") {
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&wrong, t] {
      cudaStream_t stream;
      cudaStreamCreateWithFlags(&stream, t % 2 ? cudaStreamNonBlocking : cudaStreamDefault);
      for (int i = 0; i < 100; ++i) {
        int* p = nullptr;
        int value = t * 1000 + i, back = 0;
        if (cudaMalloc(reinterpret_cast<void**>(&p), sizeof(int))) ++wrong;
        cudaMemcpyAsync(p, &value, sizeof value, cudaMemcpyHostToDevice, stream);
        cudaMemcpyAsync(&back, p, sizeof back, cudaMemcpyDeviceToHost, stream);
        if (cudaStreamSynchronize(stream) || back != value) ++wrong;
        if (cudaFree(p)) ++wrong;
      }
      cudaStreamDestroy(stream);
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("errors are the calling thread's own") {
  cudaGetLastError();
  cudaSetDevice(99);
  int other = -1;
  std::thread([&] { other = cudaGetLastError(); }).join();
  CHECK(other == cudaSuccess);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
}
