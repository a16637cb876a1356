// expect: wrong-result: 0 / 0 for two boxes without an area.

// Exercise 11.1, iou_pairs: how much two boxes overlap.
//
// a and b are (n, 4): left, top, right and bottom edge of n boxes each,
// left <= right and top <= bottom; any n >= 0. out is (n): the area
// that box i of a and box i of b share, divided by the area that they
// cover together. 0 where they don't meet, and 0, not NaN, where
// neither has an area.
#include "cuda/check.h"

constexpr int kThreads = 256;

__global__ void iou_pairs_kernel(const float* a, const float* b, int n,
                                 float* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= n) return;
  const float* p = a + 4 * i;
  const float* q = b + 4 * i;
  const float p_area = (p[2] - p[0]) * (p[3] - p[1]);
  const float q_area = (q[2] - q[0]) * (q[3] - q[1]);
  // TODO(iou_pairs): width and height of what they share, then out[i].
  const float width = fminf(p[2], q[2]) - fmaxf(p[0], q[0]);
  const float height = fminf(p[3], q[3]) - fmaxf(p[1], q[1]);
  const float shared = fmaxf(width, 0) * fmaxf(height, 0);
  const float covered = p_area + q_area - shared;
  out[i] = shared / covered;
  // END(iou_pairs)
}

void iou_pairs(const float* d_a, const float* d_b, int n,
               float* d_out) {
  if (n == 0) return;  // a grid without blocks is an error
  const int blocks = (n + kThreads - 1) / kThreads;
  iou_pairs_kernel<<<blocks, kThreads>>>(d_a, d_b, n, d_out);
  CUDA_CHECK(cudaGetLastError());
}
