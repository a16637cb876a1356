// Judges exercise 10.2: layers of all kinds of shapes, in whole
// numbers, which are exact.
#include <string>
#include <vector>

#include "cuda/blas.h"
#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"

// The learner's.
void linear_layer(cublasHandle_t blas, int batch, int in, int out,
                  const float* d_x, const float* d_w, float* d_y);

void judge_layer(gpu::Random& random, int batch, int in, int out) {
  lesson::begin_case(
      lesson::format("batch = %d, in = %d, out = %d", batch, in, out));
  const std::vector<float> x = random.whole_floats(batch * in, -9, 9);
  const std::vector<float> w = random.whole_floats(out * in, -9, 9);
  const std::vector<float> bias =
      random.whole_floats(batch * out, -9, 9);
  std::vector<float> expected = bias;
  for (int item = 0; item < batch; ++item) {
    for (int neuron = 0; neuron < out; ++neuron) {
      for (int i = 0; i < in; ++i) {
        expected[item * out + neuron] +=
            x[item * in + i] * w[neuron * in + i];
      }
    }
  }
  gpu::GuardedBuffer<float> d_x(x), d_w(w), d_y(bias);
  const gpu::Blas blas;
  linear_layer(blas, batch, in, out, d_x.data(), d_w.data(),
               d_y.data());
  CUDA_CHECK(cudaDeviceSynchronize());
  lesson::require_same("y", lesson::compare(expected, d_y.download()));
  lesson::require("writes stay inside y", d_y.damage().empty(),
                  "nothing outside is written", d_y.damage());
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  const int shapes[][3] = {{1, 1, 1},  {3, 5, 7},  {4, 4, 4},
                           {7, 3, 5},  {5, 7, 3},  {1, 33, 10},
                           {17, 1, 9}, {9, 31, 1}, {32, 64, 16}};
  for (const auto& s : shapes) judge_layer(random, s[0], s[1], s[2]);
}

int main() { return lesson::run_judge("linear_layer", judge); }
