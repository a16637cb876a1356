// CUB is written for a GPU down to its instructions: a source that needs it is named *_gpu.cu.
#pragma once
#error "CUB runs only on a GPU; on the cpu backend use Thrust (thrust/reduce.h, ...) or a kernel"
