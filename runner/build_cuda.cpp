#include "build_cuda.h"

#include <algorithm>
#include <system_error>

#include "backend.h"

namespace warpup {
namespace fs = std::filesystem;

std::vector<std::string> resolved_cuda_flags(const Toolchain& toolchain) {
  std::vector<std::string> flags = toolchain.cuda_flags;
  const auto native = std::find(flags.begin(), flags.end(), "-arch=native");
  if (native == flags.end()) return flags;
  const CudaStatus status = known_cuda(toolchain);
  std::string capability = status.compute_capability;
  capability.erase(std::remove(capability.begin(), capability.end(), '.'), capability.end());
  *native = capability.empty() ? "-gencode=arch=compute_75,code=[compute_75,sm_75]"
                               : "-gencode=arch=compute_" + capability + ",code=[compute_" +
                                     capability + ",sm_" + capability + "]";
  return flags;
}

std::vector<fs::path> cuda_lesson_sources(const Toolchain& toolchain) {
  std::vector<fs::path> result;
  for (const char* folder : {"lesson", "cuda"}) {
    std::error_code error;
    fs::directory_iterator it(toolchain.source_root / "common" / folder, error);
    for (; !error && it != fs::directory_iterator(); it.increment(error)) {
      const fs::path extension = it->path().extension();
      if (extension == ".cpp" || extension == ".cu") result.push_back(it->path());
    }
  }
  std::sort(result.begin(), result.end());  // the order of a folder is no reason to link anew
  return result;
}

}  // namespace warpup
