// The translation unit at work: its source, the changes made to it so far, the errors found.
#pragma once

#include <string>
#include <string_view>

#include "diagnostics.h"
#include "edits.h"
#include "source.h"

namespace warpup::cu2cpp {

/// Where code runs, as its function's qualifiers say.
enum class Context { kHost, kDevice, kHostDevice };

struct Unit {
  Unit(const Source& the_source, Diagnostics& the_diagnostics)
      : source(the_source), diagnostics(the_diagnostics) {}

  void error(Index i, std::string message);
  void insert_before(Index i, std::string text) {
    edits.replace(source.at(i).begin, source.at(i).begin, std::move(text), place(i));
  }
  void insert_after(Index i, std::string text) {
    edits.replace(source.at(i).end, source.at(i).end, std::move(text), place(i));
  }
  void replace(Index i, std::string text) { replace(i, i, std::move(text)); }
  /// Replaces the tokens from `first` to `last`, both included.
  void replace(Index first, Index last, std::string text) {
    edits.replace(source.at(first).begin, source.at(last).end, std::move(text), place(last));
  }
  /// Removes a token; for `__launch_bounds__` and the like, its parentheses too.
  void erase(Index i);
  /// Erases the CUDA qualifiers in [begin, end); `__forceinline__` and `__noinline__` become what
  /// g++ knows.
  void erase_qualifiers(Index begin, Index end);

  /// "file.cu" and 12, as C++ literals.
  std::string file_literal(Index i) const { return '"' + source.file(i).escaped + '"'; }
  std::string line_literal(Index i) const { return std::to_string(source.at(i).line); }
  Place place(Index i) const { return {source.at(i).line, source.at(i).file}; }
  std::string next_number() { return std::to_string(numbers_++); }

  const Source& source;
  Diagnostics& diagnostics;
  Edits edits;

 private:
  bool in_attribute(Index i) const;

  int numbers_ = 0;
};

}  // namespace warpup::cu2cpp
