// The macros of Thrust's CUDA system, without CUB.
#pragma once

#include <thrust/detail/config.h>

#define THRUST_RUNTIME_FUNCTION inline
#define THRUST_DEVICE_FUNCTION inline
#define THRUST_HOST_FUNCTION inline
#define THRUST_FUNCTION inline
