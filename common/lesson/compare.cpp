#include "lesson/compare.h"

namespace lesson {

std::string Comparison::text() const {
  if (same()) return "all " + grouped(static_cast<long long>(size)) + " elements agree";
  std::string line = "element " + std::to_string(first) + ": expected " + expected + ", got " + got;
  if (got == "nan") line += " (not written, or computed from memory that was not)";
  if (size > 1) {
    line += "; " + grouped(static_cast<long long>(different)) + " of " +
            grouped(static_cast<long long>(size)) + " differ";
  }
  return line;
}

}  // namespace lesson
