// Whatever a lesson.toml holds, reading it ends in a lesson or in problems with a line, never in a
// crash.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto result = warpup::parse_manifest(text, "lessons/07_reduce/lesson.toml", ".");
  bool error = false;
  for (const auto& problem : result.problems) {
    error = error || problem.error;
    if (problem.message.empty() || problem.line < 0) abort();
  }
  if (!result.lesson.has_value() && !error) abort();
  return 0;
}
