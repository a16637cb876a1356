// The steps of lesson 13, and what its files share:
//   lesson.cu      vectors, algorithms, functors, one's own kernels
//   iterators.cu   ranges that are computed, and what they save
//   tasks.cu       sorting, compacting and counting as in lesson 08
//   cost.cu        what a call costs, against a kernel of one's own
//   wrong.cu       what goes wrong
#pragma once

#include <thrust/copy.h>
#include <thrust/device_vector.h>

#include <cstdint>
#include <string>
#include <vector>

constexpr int kThreads = 256;
constexpr uint64_t kSeed = 13;

inline int ceil_div(int a, int b) { return a / b + (a % b != 0); }

// What v holds, on the host: one copy.
template <class T>
std::vector<T> on_host(const thrust::device_vector<T>& v) {
  std::vector<T> values(v.size());
  thrust::copy(v.begin(), v.end(), values.begin());
  return values;
}

void step_counting();
void step_fused();
void step_zip();
void step_permutation();

void step_top();
void step_compact();
void step_histogram();

void step_cost_reduce();
void step_cost_transform();
void step_cost_compact();
void step_cost_small();

void step_wrong_short();
void step_wrong_race();
void step_wrong_stale();
void step_wrong_not_erased();
void step_wrong_int_start();
