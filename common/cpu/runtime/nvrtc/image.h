// The text that stands in for PTX: it says what it is, and names a shared object.
#pragma once

#include <string>

namespace warpup::nvrtc {

std::string module_text(const std::string& program, const std::string& object);
/// The shared object that the text names; empty: it is no such text.
std::string object_of(const std::string& text);

}  // namespace warpup::nvrtc
