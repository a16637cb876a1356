#include "lesson/format.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace lesson {

std::string format(const char* pattern, ...) {
  va_list arguments, again;
  va_start(arguments, pattern);
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, pattern, arguments);
  va_end(arguments);
  std::string text(length > 0 ? static_cast<size_t>(length) : 0, '\0');
  std::vsnprintf(&text[0], text.size() + 1, pattern, again);
  va_end(again);
  return text;
}

std::string grouped(long long value) {
  std::string digits = std::to_string(value);
  const size_t first = value < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

namespace {

// Written out up to a million billions; 7.2e+02 is 720.
std::string without_exponent(const std::string& text, double value) {
  const bool short_enough = std::fabs(value) >= 1 && std::fabs(value) < 1e15;
  const bool exponent = text.find('e') != std::string::npos;
  return exponent && short_enough ? format("%.0f", value) : text;
}

std::string not_finite(double value) {
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

}  // namespace

std::string shortest(float value) {
  if (!std::isfinite(value)) return not_finite(value);
  for (int digits = 1; digits < 9; ++digits) {
    const std::string text = format("%.*g", digits, static_cast<double>(value));
    if (std::strtof(text.c_str(), nullptr) == value) return without_exponent(text, value);
  }
  return without_exponent(format("%.9g", static_cast<double>(value)), value);
}

std::string shortest(double value) {
  if (!std::isfinite(value)) return not_finite(value);
  for (int digits = 1; digits < 17; ++digits) {
    const std::string text = format("%.*g", digits, value);
    if (std::strtod(text.c_str(), nullptr) == value) return without_exponent(text, value);
  }
  return format("%.17g", value);
}

std::string bytes_text(double bytes) {
  const char* const units[] = {"bytes", "KB", "MB", "GB", "TB"};
  int unit = 0;
  for (; bytes >= 1024 && unit < 4; ++unit) bytes /= 1024;
  return format(bytes == std::floor(bytes) ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
}

}  // namespace lesson
