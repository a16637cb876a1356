// A finding as a "diagnosis" event.
#pragma once

#include <string>

#include "checker/explain.h"

namespace warpup::report {

/// One line of JSON with its newline. Always valid UTF-8.
std::string to_json(const Finding& finding, const Explanation& explanation);

/// `text` as a JSON string in quotes; bytes that are no UTF-8 become U+FFFD.
std::string json_string(const std::string& text);

}  // namespace warpup::report
