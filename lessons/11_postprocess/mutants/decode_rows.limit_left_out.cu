// expect: wrong-result: a row exactly at the threshold is dropped.

// Exercise 11.2, decode_rows: which rows have found something.
//
// rows is (n, 5 + classes), any n >= 0, classes >= 1: four numbers of a
// box, objectness, a score for each class; scores and objectness are 0
// to 1. The confidence of a row is objectness times its best score. At
// the end *count is the number of rows whose confidence is at least
// `threshold`, and list, (capacity), holds as many of them as fit, each
// once, in any order. Of equal scores the first class is the best.
// count may hold anything before. Most rows have little objectness:
// their scores need not be read.
#include "cuda/check.h"

constexpr int kThreads = 256;

struct Found {
  int row, label;
  float confidence;
};

__global__ void decode_rows_kernel(const float* rows, int n,
                                   int classes, float threshold,
                                   Found* list, int capacity,
                                   int* count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= n) return;
  const float* row = rows + size_t(i) * (5 + classes);
  // TODO(decode_rows): leave early, find the best class, take a slot.
  const float objectness = row[4];
  if (objectness < threshold) return;
  const float* scores = row + 5;
  int label = 0;
  for (int k = 1; k < classes; ++k) {
    if (scores[k] > scores[label]) label = k;
  }
  const float confidence = objectness * scores[label];
  if (confidence <= threshold) return;
  const int slot = atomicAdd(count, 1);
  if (slot < capacity) list[slot] = {i, label, confidence};
  // END(decode_rows)
}

void decode_rows(const float* d_rows, int n, int classes,
                 float threshold, Found* d_list, int capacity,
                 int* d_count) {
  // TODO(decode_rows): what must be done before the launch?
  CUDA_CHECK(cudaMemset(d_count, 0, sizeof(int)));
  // END(decode_rows)
  if (n == 0) return;  // a grid without blocks is an error
  const int blocks = (n + kThreads - 1) / kThreads;
  decode_rows_kernel<<<blocks, kThreads>>>(
      d_rows, n, classes, threshold, d_list, capacity, d_count);
  CUDA_CHECK(cudaGetLastError());
}
