#include "translate.h"

#include <limits>

#include "brackets.h"
#include "lexer.h"
#include "unit.h"
#include "walker.h"

namespace warpup::cu2cpp {

std::string translate(std::string_view preprocessed, Diagnostics& diagnostics,
                      const Options& options) {
  constexpr std::size_t kLargest = std::numeric_limits<Index>::max();
  if (preprocessed.size() >= kLargest) {
    diagnostics.error("<stdin>", 1, 1, "the preprocessed text is larger than 2 GiB");
    return std::string();
  }
  Source source = lex(preprocessed);
  match_brackets(source, diagnostics);
  if (diagnostics.failed()) return std::string(preprocessed);
  Unit unit(source, diagnostics);
  for (const Span& span : source.removed) unit.edits.replace(span.begin, span.end, "", {});
  Walker(unit, options).run();
  return unit.edits.apply(source);
}

}  // namespace warpup::cu2cpp
