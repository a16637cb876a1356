// Judges exercise 10.3: products of whole numbers, which are exact, of
// all kinds of shapes, and what a multiplication costs.
#include "cuda/profile.h"
#include "product_judge.h"

// The learner's.
void strip_product(const float* d_a, const float* d_b, float* d_c,
                   int m, int n, int k);

void judge_cost(gpu::Random& random, int m, int n, int k) {
  lesson::begin_case(
      lesson::format("m = %d, n = %d, k = %d, cost", m, n, k));
  gpu::GuardedBuffer<float> d_a(random.whole_floats(m * k, -9, 9));
  gpu::GuardedBuffer<float> d_b(random.whole_floats(k * n, -9, 9));
  gpu::GuardedBuffer<float> d_c(m * n);
  gpu::ProfileScope scope;
  strip_product(d_a.data(), d_b.data(), d_c.data(), m, n, k);
  const gpu::Counts counts = scope.stop();
  if (!counts.counted) return;
  // One element a thread: two requests for each multiply-add of a warp.
  // Eight: nine for eight of them.
  const double warps_adds = 1.0 * m * n * k / 32;
  lesson::require_at_most(
      "requests to memory, shared and global",
      static_cast<double>(counts.shared_requests + counts.requests),
      1.4 * warps_adds);
  lesson::require_at_most("requests to global memory",
                          static_cast<double>(counts.requests),
                          0.2 * warps_adds);
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  judge_shapes(random, strip_product);
  judge_cost(random, 128, 64, 64);
}

int main() { return lesson::run_judge("strip_product", judge); }
