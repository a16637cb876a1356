// What a build for the cuda backend needs beside the learner's sources.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build.h"

namespace warpup {

/// The toolchain's flags for nvcc with "-arch=native" replaced by the compute capability of the GPU
/// here, so that a cache that machines with different GPUs share holds the objects of each. Code
/// for every GPU from Turing on where none answers.
std::vector<std::string> resolved_cuda_flags(const Toolchain& toolchain);

/// The sources of the lesson library and the helpers, which nvcc builds when they are first needed.
std::vector<std::filesystem::path> cuda_lesson_sources(const Toolchain& toolchain);

}  // namespace warpup
