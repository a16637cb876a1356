// The steps of lesson 04, and what its files share:
//   lesson.cu     a mark in a queue: record, query, wait, elapsed time
//   order.cu      streams that wait for events of other streams
//   timing.cu     how to time, and how not to
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

// `name` must be `expected`; both are shown by name.
void check_code(const std::string& name, cudaError_t expected,
                cudaError_t got);

// "12.34".
std::string ms_text(double ms);

void step_wait_event();
void step_latest_record();
void step_diamond();

void step_three_clocks();
void step_warm_up();
void step_no_timing();

void step_wrong_not_recorded();
void step_wrong_not_ready();
void step_wrong_stream();

extern const std::vector<lesson::Case> kCases;  // of timing.cu
