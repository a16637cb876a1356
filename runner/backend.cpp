#include "backend.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "build.h"
#include "build_cache.h"
#include "build_fault.h"
#include "build_hash.h"
#include "child.h"

namespace warpup {
namespace fs = std::filesystem;
namespace {

constexpr double kProbeSeconds = 20;  // a driver that has to wake a GPU takes a few

/// What `program` prints, empty if it fails.
std::string output_of(const fs::path& program, const std::vector<std::string>& arguments) {
  std::string text;
  ChildRequest request;
  request.program = program;
  request.arguments = arguments;
  request.limits = {kProbeSeconds, 0, std::size_t{1} << 16};
  request.on_stdout = [&](std::string_view part) { text.append(part); };
  const ChildResult child = run_child(request);
  return child.outcome == Outcome::kExited && child.exit_code == 0 ? text : "";
}

bool has_driver() {
  return access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;  // dxg: WSL
}

/// "9.0" of "90" or "90,80"; empty if it is no number.
std::string capability_of(const std::string& listed) {
  const std::size_t digits = listed.find_first_not_of("0123456789");
  const std::string number = listed.substr(0, digits);
  if (number.size() < 2) return "";
  return number.substr(0, number.size() - 1) + "." + number.back();
}

/// The toolkit's own probe, which nvcc uses for -arch=native: it starts CUDA as a program would.
void ask_toolkit(const Toolchain& toolchain, CudaStatus& status) {
  std::error_code error;
  const fs::path nvcc = fs::canonical(toolchain.nvcc, error);
  if (error) return;
  const std::string answer = output_of(nvcc.parent_path() / "__nvcc_device_query", {});
  status.compute_capability = capability_of(answer);
  status.gpu = !status.compute_capability.empty();
}

/// Gives the name; and whether there is a GPU where the toolkit has no probe.
void ask_driver(CudaStatus& status) {
  const std::vector<std::string> query = {"--query-gpu=compute_cap,name", "--format=csv,noheader"};
  std::string answer = output_of("nvidia-smi", query);
  if (answer.empty()) answer = output_of("/usr/lib/wsl/lib/nvidia-smi", query);
  const std::size_t comma = answer.find(", ");
  if (comma == std::string::npos) return;
  status.gpu_name = answer.substr(comma + 2, answer.find('\n') - comma - 2);
  if (status.compute_capability.empty()) status.compute_capability = answer.substr(0, comma);
  status.gpu = true;
}

std::string first_line(const char* file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

/// Changes when what detect_cuda() finds may have changed.
std::string machine_identity(const Toolchain& toolchain) {
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return Hasher()
      .add(first_line("/proc/sys/kernel/random/boot_id"))
      .add(first_line("/proc/driver/nvidia/version"))
      .add(visible != nullptr ? visible : "all")
      .add(file_identity(toolchain.nvcc))
      .digest();
}

void store(const Toolchain& toolchain, const std::string& name, const CudaStatus& status) {
  try {
    BuildCache cache(toolchain.cache_root, toolchain.cache_bytes);
    cache.write(cache.path("manifests", name), status.compute_capability + '\n' + status.gpu_name);
  } catch (const BuildFault&) {
    return;  // it is asked again next time
  }
}

}  // namespace

const char* backend_name(Backend backend) { return backend == Backend::kCpu ? "cpu" : "cuda"; }

CudaStatus detect_cuda(const Toolchain& toolchain) {
  CudaStatus status;
  status.nvcc = !toolchain.nvcc.empty() && access(toolchain.nvcc.c_str(), X_OK) == 0;
  if (has_driver()) {
    if (status.nvcc) ask_toolkit(toolchain, status);
    ask_driver(status);
  }
  if (!has_driver()) {
    status.why_not = "there is no NVIDIA driver; on a machine with a GPU, install it";
  } else if (!status.gpu) {
    status.why_not =
        "the NVIDIA driver finds no GPU that works; run nvidia-smi to see what it says";
  } else if (!status.nvcc) {
    status.why_not = "there is no nvcc; install the CUDA Toolkit and run ./warpup again";
  }
  return status;
}

CudaStatus known_cuda(const Toolchain& toolchain) {
  if (!has_driver()) return detect_cuda(toolchain);
  const std::string name = "gpu-" + machine_identity(toolchain);
  std::istringstream known(BuildCache::read(toolchain.cache_root / "manifests" / name));
  CudaStatus status;
  if (std::getline(known, status.compute_capability)) {
    std::getline(known, status.gpu_name);
    status.nvcc = status.gpu = true;
    return status;
  }
  status = detect_cuda(toolchain);
  if (status.usable()) store(toolchain, name, status);
  return status;
}

CudaStatus detect_cuda() { return detect_cuda(configured_toolchain()); }

Backend detect_backend() {
  return known_cuda(configured_toolchain()).usable() ? Backend::kCuda : Backend::kCpu;
}

}  // namespace warpup
