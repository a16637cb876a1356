// Small macros that CUDA headers use. __global__, __device__, __host__, __shared__, __constant__,
// __managed__ and the like are no macros here: cu2cpp reads them as tokens.
#pragma once

#define CUDARTAPI
#define CUDART_CB
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
