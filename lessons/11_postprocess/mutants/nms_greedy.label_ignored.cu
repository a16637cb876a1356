// expect: wrong-result: boxes of other labels suppress each other.

// Exercise 11.3, nms_greedy: the kernels of greedy suppression.
//
// boxes is (n, 4): left, top, right, bottom; labels is (n); the best
// box comes first; 0 <= n <= 1024. Box j goes if a box before it stays,
// has the same label, and overlaps it by more than `overlap`. keep is
// (n): 1 for each box that stays, 0 for each that goes.
//
// mask is (n, 32) words of 32 bits for you to use, not initialised: bit
// j % 32 of word j / 32 of row i can say that j goes if i stays.
#include "cuda/check.h"

constexpr int kWarp = 32;
constexpr int kWords = 32;  // 1024 bits
constexpr unsigned kAllLanes = 0xffffffffu;

// p and q are boxes (4).
__device__ float iou(const float* p, const float* q) {
  const float width = fminf(p[2], q[2]) - fmaxf(p[0], q[0]);
  const float height = fminf(p[3], q[3]) - fmaxf(p[1], q[1]);
  const float shared = fmaxf(width, 0) * fmaxf(height, 0);
  const float covered = (p[2] - p[0]) * (p[3] - p[1]) +
                        (q[2] - q[0]) * (q[3] - q[1]) - shared;
  return covered > 0 ? shared / covered : 0;
}

__global__ void mask_kernel(const float* boxes, const int* labels,
                            int n, float overlap, unsigned* mask) {
  // TODO(nms_greedy): fill mask.
  const int i = blockIdx.x;  // a warp a row
  const int lane = threadIdx.x;
  for (int word = 0; word < kWords; ++word) {
    const int j = word * kWarp + lane;
    const bool goes =
        j > i && j < n && iou(boxes + 4 * i, boxes + 4 * j) > overlap;
    const unsigned bits = __ballot_sync(kAllLanes, goes);
    if (lane == 0) mask[i * kWords + word] = bits;
  }
  // END(nms_greedy)
}

__global__ void sweep_kernel(const unsigned* mask, int n, int* keep) {
  // TODO(nms_greedy): go through the boxes, best first.
  const int lane = threadIdx.x;  // one warp, a word a lane
  unsigned gone = 0;
  for (int i = 0; i < n; ++i) {
    const unsigned word = __shfl_sync(kAllLanes, gone, i / kWarp);
    const bool stays = (word >> i % kWarp & 1) == 0;
    if (stays) gone |= mask[i * kWords + lane];
    if (lane == 0) keep[i] = stays;
  }
  // END(nms_greedy)
}

void nms_greedy(const float* d_boxes, const int* d_labels, int n,
                float overlap, unsigned* d_mask, int* d_keep) {
  if (n == 0) return;  // a grid without blocks is an error
  // TODO(nms_greedy): launch both.
  mask_kernel<<<n, kWarp>>>(d_boxes, d_labels, n, overlap, d_mask);
  CUDA_CHECK(cudaGetLastError());
  sweep_kernel<<<1, kWarp>>>(d_mask, n, d_keep);
  CUDA_CHECK(cudaGetLastError());
  // END(nms_greedy)
}
