// NVRTC's options: which there are, and what they mean for a compilation on the CPU.
#pragma once

#include <string>
#include <vector>

namespace warpup::nvrtc {

/// Compute capabilities that NVRTC 13.0 compiles for.
const std::vector<int>& supported_architectures();

struct CompileOptions {
  int architecture = 75;            // NVRTC's default
  bool for_machine = false;         // sm_90 rather than compute_90: there is a CUBIN as well
  std::string standard = "c++17";   // what the headers need, or newer
  bool quiet = false;               // -w
  bool default_device = false;      // functions without a qualifier are __device__
  bool toolkit_headers = false;     // an include path leads to the toolkit's headers
  std::vector<std::string> macros;  // -DX=1, -UX, in the order given
  std::vector<std::string>
      include_paths;  // without the toolkit's, which this backend stands in for
  std::vector<std::string> pre_includes;
};

/// Empty, or the line of the log that says which option is wrong.
std::string read_options(int count, const char* const* options, CompileOptions* out);

}  // namespace warpup::nvrtc
