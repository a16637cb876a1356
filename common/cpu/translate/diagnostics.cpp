#include "diagnostics.h"

#include <utility>

namespace warpup::cu2cpp {

std::string Diagnostic::to_string() const {
  return file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": error: " + message;
}

void Diagnostics::error(std::string file, int line, int column, std::string message) {
  if (full()) return;
  errors_.push_back({std::move(file), line, column, std::move(message)});
}

}  // namespace warpup::cu2cpp
