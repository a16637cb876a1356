// Which backend a program is built for, and what this machine offers for it.
#pragma once

#include <string>

namespace warpup {

struct Toolchain;

enum class Backend { kCpu, kCuda };

/// "cpu" or "cuda", as on the command line.
const char* backend_name(Backend backend);

/// What the cuda backend needs, and whether it is here.
struct CudaStatus {
  bool nvcc = false;
  bool gpu = false;                // a GPU that a program can use now
  std::string compute_capability;  // "9.0"; of the first GPU
  std::string gpu_name;            // empty where nvidia-smi is missing
  std::string why_not;             // one sentence with the next step; empty where all is there
  bool usable() const { return nvcc && gpu; }
};

/// Asks the machine, in child processes, so a broken driver can't take the runner down. Not cached:
/// 1 ms where there is no driver, up to a second where there is one.
CudaStatus detect_cuda(const Toolchain& toolchain);
CudaStatus detect_cuda();

/// As detect_cuda(), but a GPU that was found since the machine started is not asked for again.
CudaStatus known_cuda(const Toolchain& toolchain);

/// What `--backend auto` means here: cuda where nvcc and a working GPU are there.
Backend detect_backend();

}  // namespace warpup
