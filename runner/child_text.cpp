#include "child_text.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "child.h"

namespace warpup {

std::string bytes_text(std::size_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g %s", value, kUnits[unit]);
  return text.data();
}

std::string seconds_text(double seconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g s", seconds);
  return text.data();
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  if (name != nullptr) return std::string("SIG") + name;
  return "signal " + std::to_string(signal);
}

std::string signal_meaning(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "it used an address that is not its own";
    case SIGBUS:
      return "it used an address without memory behind it";
    case SIGFPE:
      return "it divided an integer by zero";
    case SIGILL:
      return "it came to an instruction that this processor doesn't have";
    case SIGABRT:
      return "it called abort(), as a failed assert and an uncaught exception do";
    case SIGKILL:
      return "something else ended it; the system does when memory runs out";
    default:
      return "";
  }
}

}  // namespace warpup
