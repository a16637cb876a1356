// Files that a user names. Internal to the lesson library.
#pragma once

#include <string>

namespace lesson {

/// Throws std::runtime_error unless `path` is a regular file that can be read and is not empty:
/// "can't read photo.jpg: there is no such file; ...". `wanted` says what should be named:
/// "a PNG or JPEG file".
void require_readable_file(const std::string& path, const std::string& wanted);

}  // namespace lesson
