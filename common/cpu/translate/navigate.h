// Finding one's way through tokens without a full parse. All functions are safe on any input, and
// each looks at a bounded number of tokens or at every token once.
#pragma once

#include <string>

#include "source.h"

namespace warpup::cu2cpp {

bool is_opening(Tok kind);

/// Behind the bracket pair that `i` opens, or behind the one token.
Index jump(const Source& source, Index i);

/// Behind the template argument list that `i` (a '<') opens; kNone if it looks like a comparison.
Index after_angles(const Source& source, Index i);
/// The '<' of the template argument list that `i` (a '>') closes; kNone if there is none.
Index before_angles(const Source& source, Index i);

/// Behind `a::b<c>::d`, with an optional leading `::`; `i` itself where no name is.
Index after_name(const Source& source, Index i);

/// Behind attributes, `alignas(...)`, `[[...]]` at `i`.
Index after_attributes(const Source& source, Index i);

/// The first of `,` `;` or `end` at the nesting depth of `i`.
Index find_separator(const Source& source, Index i, Index end);
/// The first `;` at the nesting depth of `i`, or `end`.
Index find_semicolon(const Source& source, Index i, Index end);

/// Whether `<<<` begins at `i`, in the form the preprocessor may give it (`<<` and `<`).
bool is_launch_open(const Source& source, Index i);

/// The tokens [begin, end) on one line, without CUDA's qualifiers.
std::string copy(const Source& source, Index begin, Index end);

}  // namespace warpup::cu2cpp
