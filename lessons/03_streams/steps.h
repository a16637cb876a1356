// The steps of lesson 03, and what its files share:
//   lesson.cu     a stream is a queue; which calls wait
//   order.cu      default, blocking and non-blocking streams
//   overlap.cu    copies beside kernels
//   in_queue.cu   other things that a stream holds: host functions,
//                 allocations, graphs; priorities
//   wrong.cu      what goes wrong
#pragma once

#include <string>
#include <vector>

#include "cuda/spans.h"
#include "cuda/spin.h"
#include "lesson/own_process.h"

constexpr double kHoldMs = 60;  // keeps a stream busy for a while

// Queues kernels that take a chosen time. Measures the clock once.
const gpu::Spin& spin();

// `name` must be `code`; both are shown by name.
void check_code(const std::string& name, cudaError_t expected,
                cudaError_t got);

void step_legacy();
void step_non_blocking();
void step_two_threads();

void step_one_stream();
void step_overlap();
void step_plan();
void step_overlap_ratio();

void step_host_function();
void step_priorities();
void step_allocation();
void step_graph();

void step_wrong_changed();
void step_wrong_freed();
void step_wrong_not_waited();
void step_wrong_host_function();

extern const std::vector<lesson::Case> kCases;  // of wrong.cu
