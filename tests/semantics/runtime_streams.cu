// Streams and events: who waits for whom, what is not ready yet, what returns before the work is
// done.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "facts.h"

__device__ int symbol[16];
__global__ void noop_kernel() {}

using Clock = std::chrono::steady_clock;
double since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

constexpr int kBusy = 120;  // ms
cudaStream_t busy, other, nonblocking;

// Does the call wait for a busy blocking stream? 1 yes, 0 no, -error.
template <class Call>
int waits(const Call& call) {
  busy_kernel<<<1, 1, 0, busy>>>(kBusy);
  const auto begin = Clock::now();
  const int error = call();
  const double ms = since(begin);
  cudaDeviceSynchronize();
  return error ? -error : ms > kBusy / 2;
}

void queries() {
  cudaEvent_t event, untimed;
  cudaEventCreate(&event);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  float ms = 0;
  FACT(cudaEventQuery(event), 0);
  FACT(cudaEventSynchronize(event), 0);
  FACT(cudaStreamWaitEvent(busy, event, 0), 0);
  FACT(cudaEventElapsedTime(&ms, event, event), 400);
  cudaEventRecord(event);
  cudaEventRecord(untimed);
  FACT(cudaEventElapsedTime(&ms, event, untimed), 400);
  cudaGetLastError();
  busy_kernel<<<1, 1, 0, busy>>>(kBusy);
  cudaEventRecord(event, busy);
  FACT(cudaStreamQuery(busy), 600);
  FACT(cudaEventQuery(event), 600);
  FACT(cudaEventElapsedTime(&ms, event, event), 600);
  FACT(cudaPeekAtLastError(), 0);
  FACT(cudaStreamQuery(other), 0);
  FACT(cudaStreamQuery(0), 600);
  FACT(cudaStreamSynchronize(busy), 0);
  FACT(cudaStreamQuery(busy), 0);
  FACT(cudaEventQuery(event), 0);
  FACT(cudaEventElapsedTime(&ms, event, event), 0);
  FACT(cudaEventRecord(nullptr, 0), 400);
  FACT(cudaEventDestroy(nullptr), 400);
  FACT(cudaEventCreateWithFlags(&untimed, 99), 1);
  FACT(cudaStreamDestroy(0), 400);
  FACT(cudaStreamCreateWithFlags(&nonblocking, 7), 1);
  cudaEventDestroy(event);
}

void order() {
  FACT(waits([] {
         return noop_kernel<<<1, 1, 0, nonblocking>>>(), cudaStreamSynchronize(nonblocking);
       }),
       0);
  FACT(waits([] { return noop_kernel<<<1, 1, 0, other>>>(), cudaStreamSynchronize(other); }), 0);
  FACT(waits([] { return noop_kernel<<<1, 1>>>(), cudaStreamSynchronize(0); }), 1);
  // A blocking stream's work waits for what the default stream holds, and that for the busy stream.
  FACT(waits([] {
         noop_kernel<<<1, 1>>>();
         noop_kernel<<<1, 1, 0, other>>>();
         return cudaStreamSynchronize(other);
       }),
       1);
  FACT(waits([] { return cudaStreamSynchronize(0); }), 1);
  cudaStream_t doomed;
  cudaStreamCreate(&doomed);
  const auto begin = Clock::now();
  busy_kernel<<<1, 1, 0, doomed>>>(kBusy);
  FACT(cudaStreamDestroy(doomed), 0);
  FACT(since(begin) < kBusy / 2, 1);
  cudaDeviceSynchronize();
  FACT(since(begin) > kBusy / 2, 1);
  int least = -1, greatest = -1;
  FACT(cudaDeviceGetStreamPriorityRange(&least, &greatest), 0);
  FACT(least, 0);
  FACT(greatest, -5);
}

void host_waits() {
  char *d_a = nullptr, *d_b = nullptr, *pinned = nullptr, *pinned_2 = nullptr, *managed = nullptr;
  cudaMalloc(&d_a, 16 << 20);
  cudaMalloc(&d_b, 16 << 20);
  cudaMemset(d_a, 0, 16 << 20);
  cudaMemset(d_b, 0, 16 << 20);
  cudaHostAlloc(&pinned, 4096, 0);
  cudaHostAlloc(&pinned_2, 4096, 0);
  cudaMallocManaged(&managed, 4096);
  char* plain = static_cast<char*>(calloc(16 << 20, 1));
  cudaDeviceSynchronize();
  const auto to_device = cudaMemcpyHostToDevice;
  const auto to_host = cudaMemcpyDeviceToHost;
  FACT(waits([=] { return cudaMemcpyAsync(d_a, plain, 4096, to_device, busy); }), 0);
  FACT(waits([=] { return cudaMemcpyAsync(d_a, plain, 1 << 20, to_device, busy); }), 0);
  FACT(waits([=] { return cudaMemcpyAsync(d_a, plain, 16 << 20, to_device, busy); }), 1);
  FACT(waits([=] { return cudaMemcpyAsync(plain, d_a, 4096, to_host, busy); }), 1);
  FACT(waits([=] { return cudaMemcpyAsync(pinned, d_a, 4096, to_host, busy); }), 0);
  FACT(waits([=] { return cudaMemcpyAsync(d_a, pinned, 4096, to_device, busy); }), 0);
  FACT(waits([=] { return cudaMemcpyAsync(pinned, pinned_2, 4096, cudaMemcpyHostToHost, busy); }),
       1);
  FACT(waits([=] { return cudaMemcpy(d_a, plain, 4096, to_device); }), 1);
  FACT(waits([=] { return cudaMemcpy(plain, d_a, 4096, to_host); }), 1);
  FACT(waits([=] { return cudaMemcpy(d_a, d_b, 4096, cudaMemcpyDeviceToDevice); }), 0);
  FACT(waits([=] { return cudaMemset(d_a, 0, 4096); }), 0);
  FACT(waits([=] { return cudaMemset(pinned, 0, 4096); }), 1);
  FACT(waits([=] { return cudaMemset(managed, 0, 4096); }), 1);
  FACT(waits([=] { return cudaMemcpyToSymbol(symbol, plain, 64); }), 1);
  FACT(waits([=] { return cudaFree(nullptr); }), 0);
  FACT(waits([=] { return cudaFree(d_b); }), 1);
  FACT(waits([=] { return cudaFreeHost(pinned_2); }), 1);
  void* p = nullptr;
  FACT(waits([&] { return cudaMalloc(&p, 4096); }), 0);
  FACT(cudaFree(p), 0);
  cudaFree(d_a);
  cudaFree(managed);
  cudaFreeHost(pinned);
  free(plain);
}

void host_functions() {
  static int inside = -1;
  FACT(cudaLaunchHostFunc(
           busy,
           [](void*) {
             void* p;
             inside = cudaMalloc(&p, 4);
           },
           nullptr),
       0);
  FACT(cudaStreamSynchronize(busy), 0);
  FACT(inside, 800);
  FACT(cudaLaunchHostFunc(busy, nullptr, nullptr), 1);
  cudaGetLastError();
}

// Every thread has a default stream of its own, if it asks for it.
void per_thread() {
  FACT(waits([] {
         return noop_kernel<<<1, 1, 0, cudaStreamPerThread>>>(),
                cudaStreamSynchronize(cudaStreamPerThread);
       }),
       0);
  busy_kernel<<<1, 1, 0, cudaStreamPerThread>>>(kBusy);
  int query = -1;
  std::thread([&] { query = cudaStreamQuery(cudaStreamPerThread); }).join();
  FACT(query, 0);
  FACT(cudaStreamQuery(cudaStreamPerThread), 600);
  cudaDeviceSynchronize();
}

int main() {
  cudaStreamCreate(&busy);
  cudaStreamCreate(&other);
  cudaStreamCreateWithFlags(&nonblocking, cudaStreamNonBlocking);
  // The first launch of a kernel loads it.
  noop_kernel<<<1, 1>>>();
  busy_kernel<<<1, 1>>>(0);
  cudaDeviceSynchronize();
  queries();
  order();
  host_waits();
  host_functions();
  per_thread();
  return facts_end();
}
