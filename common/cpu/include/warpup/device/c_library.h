// The parts of the C library that nvcc makes visible without an include: mathematics, memory,
// strings, time. (nvcc lets std::min and std::swap slip through as well; the compiler's message
// names the header to include.)
#pragma once

// <cmath> spends most of its compile time on C++17's special functions (std::legendre, ...), which
// kernels don't have: they are left out for every file's sake.
#include <bits/c++config.h>
#ifdef _GLIBCXX_USE_STD_SPEC_FUNCS
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <cmath>
#define _GLIBCXX_USE_STD_SPEC_FUNCS 1
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <new>
