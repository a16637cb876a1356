#include "unit.h"

#include "navigate.h"

namespace warpup::cu2cpp {

void Unit::error(Index i, std::string message) {
  if (!source.has(i)) i = source.size() - 1;
  if (i < 0) return;
  diagnostics.error(source.file(i).name, static_cast<int>(source.at(i).line), source.column(i),
                    std::move(message));
}

void Unit::erase(Index i) {
  const Tok kind = source.kind(i);
  const bool has_arguments =
      kind == Tok::kLaunchBounds || kind == Tok::kClusterDims || kind == Tok::kAttribute;
  Index last = i;
  if (has_arguments && source.kind(i + 1) == Tok::kLeftParen) last = jump(source, i + 1) - 1;
  replace(i, last, std::string());
}

/// `__attribute__((__noinline__))` and `[[gnu::__noinline__]]` are g++'s own.
bool Unit::in_attribute(Index i) const {
  const Tok before = source.kind(i - 1);
  return before == Tok::kLeftParen || before == Tok::kColonColon || before == Tok::kComma;
}

void Unit::erase_qualifiers(Index begin, Index end) {
  bool is_inline = false;
  for (Index i = begin; i < end; ++i) is_inline |= source.kind(i) == Tok::kInline;
  for (Index i = begin; i < end; ++i) {
    const Tok kind = source.kind(i);
    if (!is_cuda_qualifier(kind) || in_attribute(i)) continue;
    if (kind == Tok::kForceInline && !is_inline) {
      replace(i, "inline");
      is_inline = true;
    } else if (kind == Tok::kNoInline) {
      replace(i, "__attribute__((noinline))");
    } else {
      erase(i);
    }
  }
}

}  // namespace warpup::cu2cpp
