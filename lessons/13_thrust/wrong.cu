// Lesson 13, what goes wrong: calls that compile and look right.
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/transform.h>

#include <cmath>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- functors and kernels ----

struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

// Faulty: all elements change one number.
struct AddTo {
  int* total;
  __device__ void operator()(int x) const { *total += x; }
};

struct IsNegative {
  __host__ __device__ bool operator()(int x) const { return x < 0; }
};

// data is (n).
__global__ void add_one_kernel(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;  // the last block may be partial
}

// ---- steps ----

void step_wrong_short() {
  lesson::expect_diagnosis("memcheck-oob");
  const thrust::device_vector<int> in(64, 1);
  thrust::device_vector<int> out(60);
  thrust::transform(in.begin(), in.end(), out.begin(), Twice());
  lesson::check("out's size is still", 60,
                static_cast<int>(out.size()));
}

void step_wrong_race() {
  lesson::expect_diagnosis("race-global");
  const int n = 100000;
  const thrust::device_vector<int> v(n, 1);
  thrust::device_vector<int> total(1, 0);
  thrust::for_each(v.begin(), v.end(),
                   AddTo{thrust::raw_pointer_cast(total.data())});
  lesson::measure({"total of 100,000 ones by for_each",
                   static_cast<double>(total[0]), "", "the true sum",
                   static_cast<double>(n),
                   "an addition that another one overwrites is lost"});
  lesson::check("by reduce", n, thrust::reduce(v.begin(), v.end()));
}

void step_wrong_stale() {
  thrust::device_vector<int> v(1000, 1);
  int* d_data = thrust::raw_pointer_cast(v.data());
  v.resize(100000, 1);  // more than there was room for
  int* d_now = thrust::raw_pointer_cast(v.data());
  lesson::check("the vector's memory has moved", true, d_now != d_data);
  if (lesson::on_gpu()) {
    return lesson::skip(
        "a kernel with the old pointer would change "
        "memory that may belong to somebody else");
  }
  lesson::expect_diagnosis("memcheck-oob");
  add_one_kernel<<<ceil_div(1000, kThreads), kThreads>>>(d_data, 1000);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}

void step_wrong_not_erased() {
  lesson::ask(
      {"v holds 4 -1 3 -2 -5 6. What is v.size() after "
       "remove_if has removed what is negative?",
       {"3", "6"},
       1,
       "An algorithm has iterators, and no vector that it could "
       "make shorter. It returns where the kept ones end."});
  const std::vector<int> values = {4, -1, 3, -2, -5, 6};
  thrust::device_vector<int> v = values;
  const auto end = thrust::remove_if(v.begin(), v.end(), IsNegative());
  lesson::check("size after remove_if", 6, static_cast<int>(v.size()));
  lesson::check("elements that are left", 3,
                static_cast<int>(end - v.begin()));
  v.erase(end, v.end());
  lesson::check_same("after erase",
                     lesson::compare({4, 3, 6}, on_host(v)));
}

void step_wrong_int_start() {
  lesson::ask(
      {"v holds 1,000 times 0.75. What is "
       "thrust::reduce(v.begin(), v.end(), 0)?",
       {"750", "0", "1,000"},
       1,
       "The sum has the start value's type. 0 is an int, so each "
       "partial sum loses what is behind the point."});
  const thrust::device_vector<float> v(1000, 0.75f);
  lesson::check("with 0", 0, thrust::reduce(v.begin(), v.end(), 0));
  lesson::check("with 0.0f", 750.0f,
                thrust::reduce(v.begin(), v.end(), 0.0f));
}
