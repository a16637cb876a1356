// Cases that spoil their process: each is run in one of its own, and
// tells what the calls answered (lesson/own_process.h).
//
// What to notice: nothing here stops at an error, since the answers are
// what the lesson is about. A program that is not a lesson checks every
// call.
#include <cuda_runtime.h>

#include <cassert>
#include <string>

#include "cases.h"
#include "lesson/own_process.h"

// ---- kernels ----

// out is (n). Faulty where out is null: thread n - 1 writes.
__global__ void write_last_kernel(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == n - 1) out[i] = 1;
}

// values is (blockDim.x).
__global__ void set_all_kernel(int* values, int value) {
  values[threadIdx.x] = value;
}

__global__ void double_kernel(int* values) { values[threadIdx.x] *= 2; }

__global__ void nothing_kernel() {}

// in and out are (blockDim.x). Ends the kernel at the first 0.
__global__ void invert_assert_kernel(const float* in, float* out) {
  const int i = threadIdx.x;
  assert(in[i] != 0);
  out[i] = 1 / in[i];
}

__global__ void invert_trap_kernel(const float* in, float* out) {
  const int i = threadIdx.x;
  if (in[i] == 0) __trap();
  out[i] = 1 / in[i];
}

// out is (n). Faulty: with <= one thread too many writes.
__global__ void one_too_many_kernel(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = i;
}

// ---- cases ----

void late(int) {
  write_last_kernel<<<100, 10>>>(nullptr, 1000);
  TELL(cudaPeekAtLastError());
  TELL(cudaDeviceSynchronize());
  int* d_values = nullptr;
  TELL(cudaMalloc(&d_values, 1024));
}

void sticky(int) {
  write_last_kernel<<<100, 10>>>(nullptr, 1000);
  TELL(cudaDeviceSynchronize());
  TELL(cudaGetLastError());
  TELL(cudaGetLastError());
  int* d_values = nullptr;
  TELL(cudaMalloc(&d_values, 1024));
  nothing_kernel<<<1, 1>>>();
  lesson::tell("a launch, cudaGetLastError()", cudaGetLastError());
  TELL(cudaDeviceReset());
  TELL(cudaMalloc(&d_values, 1024));
}

void blocking(int) {
  int* d_values = nullptr;
  int* d_forgotten = nullptr;  // Faulty: nothing is allocated for it
  cudaMalloc(&d_values, 32 * sizeof(int));
  set_all_kernel<<<1, 32>>>(d_values, 1);
  lesson::tell("after writing d_values", cudaPeekAtLastError());
  set_all_kernel<<<1, 32>>>(d_forgotten, 1);
  lesson::tell("after writing d_forgotten", cudaPeekAtLastError());
  double_kernel<<<1, 32>>>(d_values);
  lesson::tell("after doubling", cudaPeekAtLastError());
  TELL(cudaDeviceSynchronize());
}

using InvertKernel = void (*)(const float*, float*);

// Element 2 of the input is 0.
void invert(InvertKernel kernel) {
  const float in[4] = {1, 2, 0, 4};
  float *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof in);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  kernel<<<1, 4>>>(d_in, d_out);
  TELL(cudaDeviceSynchronize());
  TELL(cudaFree(d_in));
}

void invert_assert(int) { invert(invert_assert_kernel); }
void invert_trap(int) { invert(invert_trap_kernel); }

// One part of a job: fills 32 numbers with its own number. Faulty: the
// buffer of part 2 was never allocated. Returns what came back, or -1.
int work_on_part(int part) {
  int values[32] = {};
  int* d_values = nullptr;
  if (part != 2) cudaMalloc(&d_values, sizeof values);
  set_all_kernel<<<1, 32>>>(d_values, part);
  if (cudaDeviceSynchronize() != cudaSuccess) return -1;
  cudaMemcpy(values, d_values, sizeof values, cudaMemcpyDeviceToHost);
  cudaFree(d_values);
  return values[31];
}

void one_part(int part) { lesson::tell("part", work_on_part(part)); }

void all_parts(int parts) {
  for (int part = 0; part < parts; ++part) one_part(part);
}

void silent(int) {
  const int n = 1000;
  int* d_out = nullptr;
  TELL(cudaMalloc(&d_out, n * sizeof(int)));
  one_too_many_kernel<<<4, 256>>>(d_out, n);
  TELL(cudaGetLastError());
  TELL(cudaDeviceSynchronize());
  TELL(cudaFree(d_out));
}

const std::vector<lesson::Case> kCases = {
    {"late", late},           {"sticky", sticky},
    {"blocking", blocking},   {"assert", invert_assert},
    {"trap", invert_trap},    {"one_part", one_part},
    {"all_parts", all_parts}, {"silent", silent},
};
