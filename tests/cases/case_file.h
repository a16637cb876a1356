// What a case program says about itself: its first line, and the lines it marks.
#pragma once

#include <filesystem>
#include <set>
#include <string>

/// The first line is `// expect: KIND: why` or `// expect: note KIND: why`.
struct Case {
  std::filesystem::path file;  // absolute
  std::string name;            // without folder and extension
  std::string kind;            // as in the event stream, or "ok" or "wrong-result"
  bool note = false;           // the diagnosis is a note, not a fault
  bool never_ends = false;     // its name ends in _for_ever
  std::set<int> lines;         // where a diagnosis may point
  std::string result;          // the line "RESULT: ..." a GPU printed; empty: not known

  /// Nothing is wrong that can be seen from the outside.
  bool is_clean() const { return kind == "ok" || kind == "wrong-result"; }
};

/// Reads the program, and what places.txt and results_h200.txt say about it. Throws
/// std::runtime_error if it does not say what it expects, or marks no line.
Case read_case(const std::filesystem::path& file);
