// What the learner wrote at a position: the line, the expression that was accessed, the name of
// what was allocated. A light parse of one line; where it is not sure it says nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpup::report {

/// A line as it stands in the file; empty where there is none. Lines are counted from 1. Cached.
std::string source_line(const std::string& file, int line);

/// The same with comments and the insides of literals blanked; columns are kept.
std::string code_line(const std::string& file, int line);

/// A piece of a line: columns [begin, end) and its text.
struct Expression {
  size_t begin = 0, end = 0;
  std::string text;  // "in[i + 1]"
  std::string base;  // "in"
  bool subscripted = false;
};

/// What a line reads from or writes to memory, left to right. `code` comes from code_line.
std::vector<Expression> written_expressions(const std::string& code);
std::vector<Expression> read_expressions(const std::string& code);
/// The first arguments of atomic functions, without &: "bins[v[i] & 15]".
std::vector<Expression> atomic_expressions(const std::string& code);

/// The variable that receives the memory in a call of `api` at or near the line: "d_in" of
/// cudaMalloc(&d_in, ...). Several calls on one line: "a or b". Empty where it can't be told.
std::string allocated_name(const std::string& file, int line, const std::string& api);

/// Whether the text `word` stands as a whole word in code on one of the lines first..last.
bool word_between(const std::string& file, int first, int last, const std::string& word);

/// Whether an identifier used in `text` was given a value by an atomic within the lines above.
bool index_from_atomic(const std::string& file, int line, const std::string& text);

/// The nearest line upwards, in one function, that gives `name` a value with =; 0 where there is
/// none.
int assignment_above(const std::string& file, int line, const std::string& name);

/// Whether the line is in a kernel itself, rather than in a function that one calls.
bool in_kernel(const std::string& file, int line);

/// Whether an if with a comparison stands on the line or above it in the same function.
bool guarded(const std::string& file, int line);

/// The line of a guard written with <= above `line` in the same function, 0 where there is none.
int loose_guard_above(const std::string& file, int line);

/// Whether `text` has `word` as a whole word.
bool has_word(const std::string& text, const std::string& word);

}  // namespace warpup::report
