// expect: memcheck-oob: only neighbours are joined, so there are more
// groups than labels.

// Exercise 13.3, count_labels: which labels there are, and how often.
//
// labels is (n), n >= 0, on the device, in any order, and stays as it
// is. keys and counts have room for every label that occurs: keys gets
// each of them once, rising, and counts how often it occurs. Returns
// how many different labels there are.
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

int count_labels(const int* d_labels, int n, int* d_keys,
                 int* d_counts) {
  // TODO(count_labels): write it all.
  const thrust::device_ptr<const int> labels(d_labels);
  const thrust::device_ptr<int> keys(d_keys), counts(d_counts);
  thrust::device_vector<int> sorted(labels, labels + n);
  const auto ends = thrust::reduce_by_key(
      sorted.begin(), sorted.end(), thrust::constant_iterator<int>(1),
      keys, counts);
  return static_cast<int>(ends.first - keys);
  // END(count_labels)
}
