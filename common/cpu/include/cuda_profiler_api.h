// Marks what a profiler should look at. There is none on the cpu backend, so both do nothing.
#pragma once

#include "cuda_runtime_api.h"

extern "C" {
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
}
