// The steps of lesson 02, and what its files share:
//   lesson.cu     the spaces, and a copy there and back
//   transfer.cu   pageable, pinned and mapped host memory
//   device.cu     fills, constants, local memory, a texture, pitch
//   managed.cu    managed memory; what goes wrong
#pragma once

#include <string>
#include <vector>

#include "cuda/check.h"
#include "lesson/own_process.h"

// `name` must be `expected`; both are shown by name.
void check_code(const std::string& name, cudaError_t expected,
                cudaError_t got);

void step_bandwidth();
void step_staging();
void step_registered();
void step_zero_copy();

void step_fill();
void step_constant();
void step_local();
void step_texture();
void step_pitch();

void step_managed();
void step_prefetch();
void step_wrong_bytes();
void step_wrong_side();
void step_wrong_managed();

extern const std::vector<lesson::Case> kCases;  // of managed.cu
