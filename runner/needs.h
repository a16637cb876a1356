// What a lesson needs of the machine.
#pragma once

#include <string>
#include <vector>

#include "backend.h"

namespace warpup {

/// Why a lesson with these needs ("gpu", "cc >= 9.0") can't run on `backend`, in one sentence;
/// empty if it can.
std::string unmet_need(const std::vector<std::string>& needs, Backend backend);

/// The same, for a GPU of this compute capability ("9.0").
std::string unmet_need(const std::vector<std::string>& needs, Backend backend,
                       const std::string& compute_capability);

}  // namespace warpup
