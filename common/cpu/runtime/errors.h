// Names and texts of error codes.
#pragma once

namespace warpup::runtime {

/// Null for a code that doesn't exist.
const char* error_name(int code);
const char* error_text(int code);
/// The same number's name in the driver API (CUDA_ERROR_...).
const char* driver_error_name(int code);

}  // namespace warpup::runtime
