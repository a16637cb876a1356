// expect: api-error: n indices are written where there is room for
// k.

// Exercise 13.2, top_indices: the k highest scores, and where they
// were.
//
// scores is (n), n >= 0, on the device, and stays as it is. indices is
// (k), k >= 0, on the device: it gets the indices of the k highest
// scores, the highest first; of equal scores the lower index first.
// Where n < k, it gets n indices. Returns how many it got.
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

#include <algorithm>

int top_indices(const float* d_scores, int n, int k, int* d_indices) {
  // TODO(top_indices): sort a copy of the scores with their indices,
  // and hand out the first of them.
  const thrust::device_ptr<const float> first(d_scores);
  const thrust::device_ptr<int> out(d_indices);
  thrust::device_vector<float> scores(first, first + n);
  thrust::device_vector<int> indices(n);
  thrust::sequence(indices.begin(), indices.end());
  thrust::stable_sort_by_key(scores.begin(), scores.end(),
                             indices.begin(), thrust::greater<float>());
  const int count = std::min(n, k);
  thrust::copy(indices.begin(), indices.end(), out);
  return count;
  // END(top_indices)
}
