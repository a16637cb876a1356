#include "names.h"

#include <algorithm>

#include "declaration.h"

namespace warpup::cu2cpp {
namespace {

constexpr int kLongestLookBack = 256;

/// Whether the '{' at `i` begins a list of values and no block.
bool begins_list(const Source& source, Index i) {
  for (int steps = 0; steps < kLongestLookBack && source.kind(i) == Tok::kLeftBrace; ++steps) --i;
  switch (source.kind(i)) {
    case Tok::kEqual:
    case Tok::kComma:
    case Tok::kLeftParen:
    case Tok::kLeftBracket:
    case Tok::kRightBracket:
    case Tok::kIdentifier:
    case Tok::kGreater:
    case Tok::kBuiltinType:
    case Tok::kOperator:
      return true;
    default:
      return source.is(i, "return");
  }
}

/// Whether a statement may begin behind the token at `i`.
bool ends_statement(const Source& source, Index i) {
  const Tok kind = source.kind(i);
  if (kind == Tok::kLeftBrace) return !begins_list(source, i);
  return kind == Tok::kSemicolon || kind == Tok::kRightBrace || kind == Tok::kEnd ||
         kind == Tok::kOpaque;
}

bool is_specifier(Tok kind) {
  return kind == Tok::kConst || kind == Tok::kQualifierKeyword || kind == Tok::kStatic ||
         kind == Tok::kConstexpr || kind == Tok::kSpecifier || kind == Tok::kTypename;
}

/// The first token of the type name that ends at `last`, or kNone.
Index type_begin(const Source& source, Index last) {
  for (int steps = 0; steps < kLongestLookBack; ++steps) {
    if (source.kind(last) == Tok::kGreater) {
      const Index angle = before_angles(source, last);
      if (angle == kNone) return kNone;
      last = angle - 1;
    }
    if (source.kind(last) != Tok::kIdentifier) return kNone;
    if (source.kind(last - 1) != Tok::kColonColon) return last;
    const Tok qualifier = source.kind(last - 2);
    if (qualifier != Tok::kIdentifier && qualifier != Tok::kGreater) return last - 1;
    last -= 2;
  }
  return kNone;
}

/// Whether a type that begins at `i` can be the start of a declaration of the name at `name`.
bool begins_declaration(const Source& source, Index i, Index name) {
  const Tok before = source.kind(i - 1);
  if (ends_statement(source, i - 1) || is_specifier(before)) {
    const Tok next = source.kind(name + 1);
    return next != Tok::kOperator && next != Tok::kLess && next != Tok::kGreater;
  }
  if (before != Tok::kLeftParen) return false;
  const Tok control = source.kind(i - 2);
  return control == Tok::kFor || (control == Tok::kControl && source.kind(name + 1) == Tok::kEqual);
}

/// Whether the list that the comma at `comma` separates is a list of declarators.
bool is_declarator_list(const Source& source, Index comma) {
  Index i = comma - 1;
  for (int steps = 0; steps < kLongestLookBack; ++steps, --i) {
    const Tok kind = source.kind(i);
    const bool closing =
        kind == Tok::kRightParen || kind == Tok::kRightBracket || kind == Tok::kRightBrace;
    if (closing && source.partner(i) != kNone &&
        !(kind == Tok::kRightBrace && source.kind(i + 1) != Tok::kComma)) {
      i = source.partner(i);
    } else if (kind == Tok::kLeftBracket) {
      Index before = i - 1;
      while (source.kind(before) == Tok::kAmp || source.kind(before) == Tok::kAmpAmp) --before;
      return source.kind(before) == Tok::kAuto;
    } else if (kind == Tok::kLeftParen && source.kind(i - 1) != Tok::kFor) {
      return false;
    } else if (kind == Tok::kLeftBrace && begins_list(source, i)) {
      return false;
    } else if (ends_statement(source, i) || kind == Tok::kLeftParen) {
      const Specifiers specifiers = parse_specifiers(source, i + 1, comma);
      if (!specifiers.has_type || specifiers.end >= comma) return false;
      const Tok first = source.kind(specifiers.end);
      return first == Tok::kIdentifier || first == Tok::kStar || first == Tok::kAmp;
    }
  }
  return false;
}

}  // namespace

void Names::open_block(Index end) {
  if (!blocks_.empty()) end = std::min(end, blocks_.back().end);
  blocks_.push_back({end, names_.size()});
}

void Names::close_block() {
  while (names_.size() > blocks_.back().first_name) {
    watched_[names_.back()].pop_back();
    names_.pop_back();
  }
  blocks_.pop_back();
}

void Names::declare(LocalName name) {
  names_.push_back(name.name);
  watched_[name.name].push_back(std::move(name));
}

void Names::close_ended(Index i, std::size_t depth) {
  while (blocks_.size() > depth && blocks_.back().end <= i) close_block();
}

const LocalName* Names::find(std::string_view name) const {
  const auto found = watched_.find(name);
  return found == watched_.end() || found->second.empty() ? nullptr : &found->second.back();
}

bool declares_local(const Source& source, Index i) {
  Index before = i - 1;
  bool plain = true;
  for (int steps = 0; steps < kLongestLookBack; ++steps, --before) {
    const Tok kind = source.kind(before);
    const bool pointer = kind == Tok::kStar || kind == Tok::kAmp || kind == Tok::kAmpAmp;
    if (!pointer && kind != Tok::kConst && kind != Tok::kQualifierKeyword) break;
    plain = plain && !pointer;
  }
  switch (source.kind(before)) {
    case Tok::kBuiltinType:
    case Tok::kAuto:
    case Tok::kVoid:
    case Tok::kClassKey:
      return true;
    case Tok::kIdentifier:
      if (plain) return true;
      [[fallthrough]];
    case Tok::kGreater: {
      const Index type = type_begin(source, before);
      return type != kNone && begins_declaration(source, type, i);
    }
    case Tok::kComma:
      return is_declarator_list(source, before);
    case Tok::kLeftBracket:
      return source.kind(before - 1) == Tok::kAuto || source.kind(before - 2) == Tok::kAuto;
    default:
      return false;
  }
}

}  // namespace warpup::cu2cpp
