// Judges exercise 10.1: products of whole numbers, which are exact, of
// all kinds of shapes.
#include "product_judge.h"

// The learner's.
void tiled_product(const float* d_a, const float* d_b, float* d_c,
                   int m, int n, int k);

void judge() {
  gpu::Random random(lesson::judge_seed());
  judge_shapes(random, tiled_product);
}

int main() { return lesson::run_judge("tiled_product", judge); }
