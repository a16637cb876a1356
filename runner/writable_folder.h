// Where files go that a course's own folder can't take.
#pragma once

#include <filesystem>
#include <string>

namespace warpup {

/// `wanted`, made if need be, where files can be written there. Otherwise a folder of the user's:
/// `name` below warpup/ in XDG_CACHE_HOME or ~/.cache, or, where that can't be written either,
/// in the folder for temporary files. Returns `wanted` if there is none at all, so that whoever
/// writes there says why it fails.
std::filesystem::path writable_folder(const std::filesystem::path& wanted, const std::string& name);

}  // namespace warpup
