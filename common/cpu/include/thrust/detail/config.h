// What nvcc defines makes Thrust take paths that only nvcc can compile: hidden while Thrust looks
// at its compiler. Debian's Thrust follows on the include path.
#pragma once

#pragma push_macro("__CUDACC__")
#pragma push_macro("__NVCC__")
#undef __CUDACC__
#undef __NVCC__
#include_next <thrust/detail/config.h>
#pragma pop_macro("__NVCC__")
#pragma pop_macro("__CUDACC__")
