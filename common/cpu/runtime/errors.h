// Names and texts of the runtime's error codes.
#pragma once

namespace warpup::runtime {

/// Null for a code that doesn't exist.
const char* error_name(int code);
const char* error_text(int code);

}  // namespace warpup::runtime
