#include "navigate.h"

namespace warpup::cu2cpp {
namespace {

constexpr int kDeepestAngles = 64;
constexpr int kLongestAngles = 20000;

/// Tokens that don't occur between the angles of a template argument list, outside of parentheses.
bool ends_angles(const Source& source, Index i) {
  switch (source.kind(i)) {
    case Tok::kEnd:
    case Tok::kSemicolon:
    case Tok::kRightParen:
    case Tok::kRightBracket:
    case Tok::kRightBrace:
    case Tok::kAsm:
    case Tok::kOpaque:
      return true;
    case Tok::kAmpAmp: {  // an rvalue reference ends its type; the operator has a right side
      const Tok next = source.kind(i + 1);
      return next == Tok::kIdentifier || next == Tok::kNumber || next == Tok::kLeftParen;
    }
    case Tok::kOperator: {
      const std::string_view text = source.spelling(i);
      return text == "||" || (text.size() > 1 && text.back() == '=' && text != "==" &&
                              text != "!=" && text != "<=" && text != ">=");
    }
    default:
      return false;
  }
}

bool may_precede_angle(const Source& source, Index i) {
  const Tok kind = source.kind(i);
  return kind == Tok::kIdentifier || kind == Tok::kTemplate || kind == Tok::kOperatorKeyword;
}

}  // namespace

bool is_opening(Tok kind) {
  return kind == Tok::kLeftParen || kind == Tok::kLeftBracket || kind == Tok::kLeftBrace;
}

Index jump(const Source& source, Index i) {
  if (is_opening(source.kind(i)) && source.partner(i) != kNone) return source.partner(i) + 1;
  return i + 1;
}

Index after_angles(const Source& source, Index i) {
  int depth = 0;
  for (int steps = 0; steps < kLongestAngles; ++steps) {
    const Tok kind = source.kind(i);
    if (kind == Tok::kLess && (depth == 0 || may_precede_angle(source, i - 1))) {
      if (++depth > kDeepestAngles) return kNone;
    } else if (kind == Tok::kGreater) {
      if (--depth == 0) return i + 1;
    } else if (ends_angles(source, i) || is_launch_open(source, i)) {
      return kNone;
    }
    i = jump(source, i);
  }
  return kNone;
}

Index before_angles(const Source& source, Index i) {
  int depth = 0;
  for (int steps = 0; steps < kLongestAngles; ++steps) {
    const Tok kind = source.kind(i);
    const bool closing =
        kind == Tok::kRightParen || kind == Tok::kRightBracket || kind == Tok::kRightBrace;
    if (kind == Tok::kGreater) {
      if (++depth > kDeepestAngles) return kNone;
    } else if (kind == Tok::kLess && may_precede_angle(source, i - 1)) {
      if (--depth == 0) return i;
    } else if (closing) {
      if (source.partner(i) == kNone) return kNone;
      i = source.partner(i);
    } else if (is_opening(kind) || ends_angles(source, i) || is_launch_open(source, i)) {
      return kNone;
    }
    --i;
  }
  return kNone;
}

Index after_name(const Source& source, Index i) {
  Index at = i;
  if (source.kind(at) == Tok::kColonColon) ++at;
  while (true) {
    if (source.kind(at) == Tok::kTemplate) ++at;
    if (source.kind(at) != Tok::kIdentifier) return at;
    ++at;
    if (source.kind(at) == Tok::kLess) {
      const Index after = after_angles(source, at);
      if (after != kNone) at = after;
    }
    if (source.kind(at) != Tok::kColonColon) return at;
    const Tok next = source.kind(at + 1);
    if (next != Tok::kIdentifier && next != Tok::kTemplate) return at;
    ++at;
  }
}

Index after_attributes(const Source& source, Index i) {
  while (true) {
    if (source.kind(i) == Tok::kAttribute) {
      i = jump(source, i + 1);
    } else if (source.kind(i) == Tok::kLeftBracket && source.kind(i + 1) == Tok::kLeftBracket) {
      i = jump(source, i);
    } else {
      return i;
    }
  }
}

Index find_separator(const Source& source, Index i, Index end) {
  while (i < end) {
    const Tok kind = source.kind(i);
    if (kind == Tok::kComma || kind == Tok::kSemicolon) return i;
    if (kind == Tok::kLess && may_precede_angle(source, i - 1)) {
      const Index after = after_angles(source, i);
      i = after == kNone ? i + 1 : after;
    } else {
      i = jump(source, i);
    }
  }
  return end;
}

Index find_semicolon(const Source& source, Index i, Index end) {
  while (i < end && source.kind(i) != Tok::kSemicolon) i = jump(source, i);
  return i < end ? i : end;
}

bool is_launch_open(const Source& source, Index i) {
  return source.kind(i) == Tok::kShiftLeft && source.kind(i + 1) == Tok::kLess &&
         source.kind(i - 1) != Tok::kOperatorKeyword;
}

std::string copy(const Source& source, Index begin, Index end) {
  std::string text;
  for (Index i = begin; i < end && source.has(i); ++i) {
    if (source.kind(i) == Tok::kOpaque) continue;
    if (is_cuda_qualifier(source.kind(i))) continue;
    const bool apart = i > begin && source.at(i).begin > source.at(i - 1).end;
    if (apart && !text.empty()) text += ' ';
    text += source.spelling(i);
  }
  return text;
}

}  // namespace warpup::cu2cpp
