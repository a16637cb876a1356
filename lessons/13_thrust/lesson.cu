// Lesson 13, thrust: vectors and algorithms instead of kernels.
//
// What to notice: an algorithm is a launch, or several, that somebody
// else wrote, and it waits for them. Where it runs is decided by its
// iterators or its policy, and a vector's memory is memory like any
// other: one's own kernels can use it.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/random.h"
#include "cuda/stream.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- CPU reference ----

std::vector<float> reference_saxpy(float a, const std::vector<float>& x,
                                   const std::vector<float>& y) {
  std::vector<float> result(x.size());
  for (size_t i = 0; i < x.size(); ++i) result[i] = a * x[i] + y[i];
  return result;
}

// ---- functors and kernels ----

// Both sides may call it: a host_vector's algorithms run on the host.
struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const {
    return a * x + y;
  }
};

// data is (n): each number becomes its square.
__global__ void square_kernel(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= data[i];  // the last block may be partial
}

// ---- steps ----

void step_sort() {
  thrust::device_vector<int> v = std::vector<int>{5, 3, 1, 5, 2, 0};
  thrust::sort(v.begin(), v.end());
  lesson::check_same("rising",
                     lesson::compare({0, 1, 2, 3, 5, 5}, on_host(v)));
  thrust::sort(v.begin(), v.end(), thrust::greater<int>());
  lesson::check_same("falling",
                     lesson::compare({5, 5, 3, 2, 1, 0}, on_host(v)));
}

std::string kind_of(const void* p) {
  cudaPointerAttributes attributes;
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, p));
  return attributes.type == cudaMemoryTypeDevice ? "device" : "host";
}

void step_vectors() {
  lesson::ask(
      {"d is a device_vector of a million numbers. How many copies "
       "between host and device does for (int i = 0; i < 1000; ++i) "
       "sum += d[i]; make?",
       {"none", "1", "1,000"},
       2,
       "d[i] on the host is a copy of one element, each time, and each "
       "waits for the device. Copy a range once, or add on the "
       "device."});
  thrust::host_vector<int> h(1000);
  thrust::sequence(h.begin(), h.end());
  thrust::device_vector<int> d = h;  // one copy
  lesson::check("h's memory", "host", kind_of(h.data()));
  lesson::check("d's memory", "device",
                kind_of(thrust::raw_pointer_cast(d.data())));
  d[3] = 1003;               // one copy of 4 bytes
  const int element = d[3];  // and one back
  lesson::check("d[3]", 1003, element);
  lesson::check("h[3]: d is a copy", 3, h[3]);
  d.resize(1002, -1);  // new memory, and the old is freed
  h = d;               // one copy back
  lesson::check("size after resize and copy back", 1002,
                static_cast<int>(h.size()));
  lesson::check("the last of them", -1, h[1001]);
}

void step_saxpy() {
  const int n = lesson::scale(100000, 10000000);
  gpu::Random random(kSeed);
  const std::vector<float> x = random.whole_floats(n, -1000, 1000);
  const std::vector<float> y = random.whole_floats(n, -1000, 1000);
  const std::vector<float> expected = reference_saxpy(2, x, y);

  thrust::host_vector<float> h_x = x, h_y = y;
  thrust::transform(h_x.begin(), h_x.end(), h_y.begin(), h_y.begin(),
                    Saxpy{2});
  thrust::device_vector<float> d_x = x, d_y = y;
  thrust::transform(d_x.begin(), d_x.end(), d_y.begin(), d_y.begin(),
                    Saxpy{2});
  lesson::check_same(
      "on the host",
      lesson::compare(expected,
                      std::vector<float>(h_y.begin(), h_y.end())));
  lesson::check_same("on the device",
                     lesson::compare(expected, on_host(d_y)));
}

void step_own_kernel() {
  const int n = 1000;
  thrust::device_vector<int> v(n);
  thrust::sequence(v.begin(), v.end());
  int* d_data = thrust::raw_pointer_cast(v.data());
  square_kernel<<<ceil_div(n, kThreads), kThreads>>>(d_data, n);
  CUDA_CHECK(cudaGetLastError());
  // In the default stream, so it comes after the kernel.
  lesson::check("0^2 + ... + 999^2", 332833500,
                thrust::reduce(v.begin(), v.end()));

  gpu::DeviceBuffer<int> d_own(n);  // cudaMalloc
  thrust::sequence(thrust::device, d_own.data(), d_own.data() + n);
  lesson::check(
      "0 + ... + 999 in memory of one's own", 499500,
      thrust::reduce(thrust::device, d_own.data(), d_own.data() + n));
}

void step_streams() {
  const int n = 1000;
  thrust::device_vector<int> v(n, 1);
  gpu::Stream stream(cudaStreamNonBlocking);
  square_kernel<<<ceil_div(n, kThreads), kThreads, 0, stream>>>(
      thrust::raw_pointer_cast(v.data()), n);
  CUDA_CHECK(cudaGetLastError());
  const auto policy = thrust::cuda::par.on(stream);
  thrust::transform(policy, v.begin(), v.end(), v.begin(),
                    thrust::negate<int>());
  const int sum = thrust::reduce(policy, v.begin(), v.end());
  lesson::check("1,000 ones, squared and negated", -1000, sum);
  lesson::check("the stream has nothing left to do", true,
                cudaStreamQuery(stream) == cudaSuccess);
}

void step_errors() {
  std::string caught = "nothing";
  try {
    thrust::device_vector<int> huge(size_t{1} << 50);  // 4 PiB
  } catch (const std::bad_alloc&) {
    caught = "std::bad_alloc";
  }
  lesson::check("a vector of 2^50 ints throws", "std::bad_alloc",
                caught);
  lesson::check("no error is left behind", true,
                cudaGetLastError() == cudaSuccess);
  const thrust::system_error error(cudaErrorIllegalAddress,
                                   thrust::cuda_category(), "for_each");
  lesson::text(
      "What a failing algorithm throws is a "
      "`thrust::system_error`, whose `what()` says: `" +
      std::string(error.what()) + "`");
  lesson::check("its code()", static_cast<int>(cudaErrorIllegalAddress),
                error.code().value());
}

int main(int argc, char** argv) {
  lesson::Program program;
  program.step("sort", "Six numbers, sorted both ways", step_sort);
  program.step("vectors", "Two vectors, two memories", step_vectors);
  program.step("saxpy", "A functor for both sides", step_saxpy);
  program.step("own_kernel", "Raw pointers, both ways",
               step_own_kernel);
  program.step("counting", "Numbers that nobody stores", step_counting);
  program.step("fused", "A device lambda, and one pass less",
               step_fused);
  program.step("zip", "Several ranges as one", step_zip);
  program.step("permutation", "A range in another order",
               step_permutation);
  program.step("top", "The best, and where they were", step_top);
  program.step("compact", "Lesson 08's list, in order", step_compact);
  program.step("histogram", "A histogram without atomics",
               step_histogram);
  program.step("streams", "A stream of one's choice", step_streams);
  program.step("errors", "Errors are exceptions", step_errors);
  program.step("cost_reduce", "What it costs: a sum", step_cost_reduce);
  program.step("cost_transform", "What it costs: saxpy",
               step_cost_transform);
  program.step("cost_compact", "What it costs: compacting",
               step_cost_compact);
  program.step("cost_small", "What it costs: few numbers",
               step_cost_small);
  program.step("wrong_short", "Wrong: an output that is too short",
               step_wrong_short);
  program.step("wrong_race", "Wrong: one total for all elements",
               step_wrong_race);
  program.step("wrong_stale", "Wrong: a pointer from before a resize",
               step_wrong_stale);
  program.step("wrong_not_erased", "Wrong: removed, and not erased",
               step_wrong_not_erased);
  program.step("wrong_int_start", "Wrong: the start value's type",
               step_wrong_int_start);
  return program.run(argc, argv);
}
