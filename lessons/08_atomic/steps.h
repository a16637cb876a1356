// The steps of lesson 08, and what its files share. Each file holds the
// kernels of its steps:
//   lesson.cu     a list that threads fill: slots, capacity, counters
//   compact.cu    fewer atomics for the same list, and the list in
//   order histogram.cu  256 counters, and a maximum by compare-and-swap
//   wrong.cu      what goes wrong
#pragma once

#include <cstdint>
#include <vector>

constexpr int kThreads = 256;  // a block: whole warps
constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xffffffffu;
constexpr uint64_t kSeed = 8;

inline int ceil_div(int a, int b) { return a / b + (a % b != 0); }

// i % 100 for i = 0 ... n - 1: one value of a hundred is 99.
std::vector<int> hundreds(int n);

// CPU reference: where in holds a value of at least threshold, in
// order.
std::vector<int> reference_hits(const std::vector<int>& in,
                                int threshold);

// The first `count` numbers, sorted: lists whose order is not defined
// are compared as sets.
std::vector<int> sorted_part(std::vector<int> list, size_t count);

void step_compact_thread();
void step_compact_warp();
void step_compact_block();
void step_compact_stable();

void step_histogram_global();
void step_histogram_shared();
void step_float_max();

void step_wrong_no_atomic();
void step_wrong_two_reads();
void step_wrong_capacity();
void step_wrong_not_cleared();
void step_wrong_shared_zero();
void step_wrong_float_bits();
