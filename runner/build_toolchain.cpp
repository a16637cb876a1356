#include "build.h"
#include "warpup_config.h"
#include "writable_folder.h"

namespace warpup {

Toolchain configured_toolchain() {
  Toolchain toolchain;
  toolchain.cxx = WARPUP_CXX;
  toolchain.cu2cpp = WARPUP_CU2CPP;
  toolchain.nvcc = WARPUP_NVCC;
  toolchain.cpu_include = WARPUP_CPU_INCLUDE;
  toolchain.cpu_library = WARPUP_CPU_LIBRARY;
  toolchain.lesson_library_cpu = WARPUP_LESSON_LIBRARY_CPU;
  toolchain.source_root = WARPUP_SOURCE_ROOT;
  // A copy that several people use, or one on a medium that can't be written, has its cache
  // elsewhere.
  toolchain.cache_root = writable_folder(toolchain.source_root / ".warpup" / "cache", "build");
  toolchain.common_flags = {WARPUP_CPU_COMMON_FLAGS};
  toolchain.fast_flags = {WARPUP_CPU_FAST_FLAGS};
  toolchain.check_flags = {WARPUP_CPU_CHECK_FLAGS};
  toolchain.cuda_flags = {WARPUP_CUDA_FLAGS};
  toolchain.version = WARPUP_VERSION;
  return toolchain;
}

BuildResult build_program(const BuildRequest& request) {
  return build_program(request, configured_toolchain());
}

}  // namespace warpup
