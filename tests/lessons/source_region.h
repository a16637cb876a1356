// Pieces of source files: definitions by name, gaps by their markers.
#pragma once

#include <string>
#include <vector>

/// The definition of `name` at namespace scope, as lines: from its first line (its template or
/// qualifier line) to the line that closes it. Relies on clang-format's layout, in which only what
/// is at namespace scope begins in column 0. Empty if there is none.
std::vector<std::string> definition_of(const std::vector<std::string>& lines,
                                       const std::string& name);

/// True if `part` stands in `whole` as consecutive lines, up to common indentation.
bool holds_lines(const std::vector<std::string>& whole, const std::vector<std::string>& part);

/// `lines` without what lies between `// TODO(name)` and `// END(name)`; the markers stay. Throws
/// std::runtime_error for a gap that is not closed or not opened.
std::vector<std::string> outside_gaps(const std::vector<std::string>& lines,
                                      const std::string& name);
