// Feeds the translator whatever libFuzzer thinks of: it must neither crash nor hang, and text that
// it accepts keeps the number of its lines unless a launch was moved.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "translate.h"

namespace {

std::ptrdiff_t lines_of(std::string_view text) {
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  warpup::cu2cpp::Diagnostics diagnostics;
  const std::string translated = warpup::cu2cpp::translate(text, diagnostics);
  for (const auto& error : diagnostics.errors()) {
    if (error.message.empty() || error.column < 1) std::abort();
  }
  const bool moved = translated.find("::warpup::configure(") != std::string::npos;
  if (!diagnostics.failed() && !moved && lines_of(translated) < lines_of(text)) std::abort();
  return 0;
}
