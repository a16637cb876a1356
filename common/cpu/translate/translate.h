// CUDA's extra syntax to C++: kernels, launches, __shared__ variables and device symbols.
#pragma once

#include <string>
#include <string_view>

#include "diagnostics.h"

namespace warpup::cu2cpp {

/// What becomes of functions that carry no qualifier, or __host__, outside of system headers.
enum class HostCode {
  kAllowed,
  kRefused,   // there is no host to run on (NVRTC): an error
  kIsDevice,  // NVRTC's -default-device: those without a qualifier are __device__
};

struct Options {
  HostCode host_code = HostCode::kAllowed;
  bool fast = false;  // for the fast build: straight kernels get a plain loop (straight.h)
};

/// Translates the output of `g++ -E` to C++ for the cpu backend. Every token of the user stays on
/// its line, so that the compiler's messages name the user's own lines. What can't be translated
/// is an error in `diagnostics`; the text returned is then not to be compiled. Any input is safe.
std::string translate(std::string_view preprocessed, Diagnostics& diagnostics,
                      const Options& options = {});

}  // namespace warpup::cu2cpp
