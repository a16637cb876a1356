// What the judges of exercises 10.1 and 10.3 share: a product of every
// kind of shape.
#pragma once

#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

using ProductFunction = void (*)(const float* d_a, const float* d_b,
                                 float* d_c, int m, int n, int k);

inline std::vector<float> expected_product(const std::vector<float>& a,
                                           const std::vector<float>& b,
                                           int m, int n, int k) {
  std::vector<float> c(m * n, 0);
  for (int row = 0; row < m; ++row) {
    for (int i = 0; i < k; ++i) {
      for (int col = 0; col < n; ++col) {
        c[row * n + col] += a[row * k + i] * b[i * n + col];
      }
    }
  }
  return c;
}

inline void judge_shape(gpu::Random& random, ProductFunction product,
                        int m, int n, int k) {
  lesson::begin_case(lesson::format("m = %d, n = %d, k = %d", m, n, k));
  // Sums of whole numbers are exact in any order.
  const std::vector<float> a = random.whole_floats(m * k, -9, 9);
  const std::vector<float> b = random.whole_floats(k * n, -9, 9);
  gpu::GuardedBuffer<float> d_a(a), d_b(b), d_c(m * n);
  product(d_a.data(), d_b.data(), d_c.data(), m, n, k);
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same(
      "c",
      lesson::compare(expected_product(a, b, m, n, k), d_c.download()));
  lesson::require("writes stay inside c", d_c.damage().empty(),
                  "nothing outside is written", d_c.damage());
}

inline void judge_shapes(gpu::Random& random, ProductFunction product) {
  const int shapes[][3] = {{1, 1, 1},    {16, 16, 16},  {16, 16, 48},
                           {64, 32, 16}, {17, 5, 3},    {5, 17, 31},
                           {1, 97, 33},  {97, 1, 40},   {33, 65, 1},
                           {70, 37, 50}, {128, 64, 32}, {0, 3, 4},
                           {3, 0, 4},    {3, 4, 0},     {131, 67, 29}};
  for (const auto& s : shapes) {
    judge_shape(random, product, s[0], s[1], s[2]);
  }
}
