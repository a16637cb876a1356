#include "needs.h"

#include <fmt/format.h>

#include <cstdio>

namespace warpup {
namespace {

// "9.0" as 900, "10.3" as 1003; -1 if it is none.
int capability(const std::string& text) {
  int major = 0;
  int minor = 0;
  if (std::sscanf(text.c_str(), "%d.%d", &major, &minor) < 1) return -1;
  return major * 100 + minor;
}

// "9.0" for "cc >= 9.0"; empty for other needs.
std::string capability_needed(const std::string& need) {
  const std::string begin = "cc >= ";
  return need.rfind(begin, 0) == 0 ? need.substr(begin.size()) : "";
}

}  // namespace

std::string unmet_need(const std::vector<std::string>& needs, Backend backend,
                       const std::string& compute_capability) {
  for (const std::string& need : needs) {
    const std::string wanted = capability_needed(need);
    if (need != "gpu" && capability(wanted) < 0) {
      return fmt::format("it needs \"{}\", which this warpup does not know", need);
    }
    if (backend != Backend::kCuda) return "it needs a GPU and the cuda backend";
    if (capability(compute_capability) < capability(wanted)) {
      return fmt::format("it needs compute capability {}, and this GPU has {}", wanted,
                         compute_capability);
    }
  }
  return "";
}

std::string unmet_need(const std::vector<std::string>& needs, Backend backend) {
  if (needs.empty()) return "";
  const bool ask = backend == Backend::kCuda;
  return unmet_need(needs, backend, ask ? detect_cuda().compute_capability : "");
}

}  // namespace warpup
