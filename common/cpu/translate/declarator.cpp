// parse_declarator: *name[4], (*name)(int), ns::name(params).
#include <algorithm>

#include "declaration.h"

namespace warpup::cu2cpp {
namespace {

constexpr int kDeepestDeclarator = 32;

class DeclaratorParser {
 public:
  DeclaratorParser(const Source& source, Index i, Index end) : source_(source), at_(i), end_(end) {
    found_.begin = i;
  }

  Declarator parse() {
    parse_level(end_, 0);
    initialiser();
    return found_;
  }

 private:
  void parse_level(Index end, int depth);
  void pointers(Index end);
  bool member_pointer();
  bool is_nested(Index paren) const;
  void name(Index end);
  void operator_name(Index end);
  void suffixes(Index end, bool nested);
  bool looks_like_parameters(Index paren) const;
  void initialiser();

  const Source& source_;
  Index at_;
  Index end_;
  Declarator found_;
};

void DeclaratorParser::parse_level(Index end, int depth) {
  pointers(end);
  const bool nested = depth < kDeepestDeclarator && at_ < end && is_nested(at_);
  if (nested) {
    const Index close = source_.partner(at_);
    found_.is_nested = true;
    ++at_;
    parse_level(close, depth + 1);
    at_ = close + 1;
  } else {
    name(end);
  }
  suffixes(end, nested);
  found_.end = at_;
}

void DeclaratorParser::pointers(Index end) {
  while (at_ < end) {
    const Tok kind = source_.kind(at_);
    const Index after = after_attributes(source_, at_);
    if (after != at_) {
      at_ = after;
    } else if (kind == Tok::kStar) {
      found_.is_pointer = true;
      ++at_;
    } else if (kind == Tok::kAmp || kind == Tok::kAmpAmp) {
      found_.is_reference |= !found_.is_nested;
      ++at_;
    } else if (kind == Tok::kEllipsis) {
      found_.is_pack = true;
      ++at_;
    } else if (kind == Tok::kConst || kind == Tok::kQualifierKeyword || is_cuda_qualifier(kind)) {
      ++at_;
    } else if (!member_pointer()) {
      return;
    }
  }
}

bool DeclaratorParser::member_pointer() {
  const Index name = after_name(source_, at_);
  if (name == at_ || source_.kind(name) != Tok::kColonColon) return false;
  if (source_.kind(name + 1) != Tok::kStar) return false;
  found_.is_pointer = true;
  at_ = name + 2;
  return true;
}

bool DeclaratorParser::is_nested(Index paren) const {
  if (source_.kind(paren) != Tok::kLeftParen || source_.partner(paren) == kNone) return false;
  switch (source_.kind(paren + 1)) {
    case Tok::kStar:
    case Tok::kAmp:
    case Tok::kAmpAmp:
    case Tok::kLeftParen:
      return true;
    case Tok::kIdentifier: {
      const Index after = after_name(source_, paren + 1);
      const Tok next = source_.kind(after);
      if (next == Tok::kColonColon) return source_.kind(after + 1) == Tok::kStar;
      return next == Tok::kRightParen && source_.kind(after + 1) == Tok::kLeftBracket;
    }
    default:
      return false;
  }
}

void DeclaratorParser::name(Index end) {
  found_.name_begin = at_;
  Index after = after_name(source_, at_);
  if (after > end) after = at_;
  const Index first = source_.kind(at_) == Tok::kColonColon ? at_ + 1 : at_;
  for (Index i = at_; i < after; ++i) {
    if (source_.kind(i) == Tok::kIdentifier && (i == first || source_.kind(i - 1) != Tok::kLess)) {
      // the last identifier that follows the start or a '::' is the name itself
      if (i == first || source_.kind(i - 1) == Tok::kColonColon ||
          source_.kind(i - 1) == Tok::kTemplate) {
        found_.name = i;
      }
    }
    if (source_.kind(i) == Tok::kLess) {
      const Index behind = after_angles(source_, i);
      if (behind != kNone) i = behind - 1;
    }
  }
  found_.is_qualified = found_.name != kNone && found_.name != found_.name_begin;
  at_ = after;
  if (source_.kind(at_) == Tok::kColonColon && at_ < end) ++at_;
  if (source_.kind(at_) == Tok::kTilde) at_ += 2;
  if (source_.kind(at_) == Tok::kOperatorKeyword) operator_name(end);
  at_ = std::min(at_, std::max(end, found_.name_begin));
  found_.name_end = at_;
}

/// operator(), operator[], operator new, operator float*, operator""_km
void DeclaratorParser::operator_name(Index end) {
  found_.name = at_++;
  const bool call = source_.kind(at_) == Tok::kLeftParen;
  if (call || source_.kind(at_) == Tok::kLeftBracket) {
    at_ = jump(source_, at_);
    return;
  }
  while (at_ < end && source_.kind(at_) != Tok::kLeftParen &&
         source_.kind(at_) != Tok::kSemicolon && source_.kind(at_) != Tok::kLeftBrace) {
    ++at_;
  }
}

void DeclaratorParser::suffixes(Index end, bool nested) {
  while (at_ < end) {
    const Tok kind = source_.kind(at_);
    if (kind == Tok::kLeftBracket && source_.kind(at_ + 1) != Tok::kLeftBracket) {
      found_.is_array = true;
      at_ = jump(source_, at_);
    } else if (kind == Tok::kLeftParen) {
      const bool parameters = nested || looks_like_parameters(at_);
      if (!parameters) return;
      if (!nested && !found_.is_array) {
        if (found_.params == kNone) found_.params = at_;
        at_ = jump(source_, at_);
        return;
      }
      at_ = jump(source_, at_);
    } else {
      return;
    }
  }
}

/// Tells `float f(float, int)` from `float x(1.5f)`.
bool DeclaratorParser::looks_like_parameters(Index paren) const {
  const Index close = source_.partner(paren);
  if (close == kNone) return true;
  switch (source_.kind(close + 1)) {
    case Tok::kSemicolon:
    case Tok::kComma:
      break;
    default:
      return true;  // a body, const, noexcept, = default, an initialiser list, ...
  }
  switch (source_.kind(paren + 1)) {
    case Tok::kNumber:
    case Tok::kString:
    case Tok::kCharacter:
    case Tok::kAmp:
    case Tok::kStar:
    case Tok::kOperator:
    case Tok::kLeftParen:
    case Tok::kLeftBrace:
    case Tok::kTilde:
    case Tok::kStatement:
      return false;
    case Tok::kIdentifier:
      break;
    default:
      return true;
  }
  if (source_.is(paren + 1, "true") || source_.is(paren + 1, "false")) return false;
  const Index after = after_name(source_, paren + 1);
  const Tok next = source_.kind(after);  // a type is not followed by an operator, a call does not
  return next != Tok::kOperator && next != Tok::kDot && next != Tok::kArrow &&
         !(next == Tok::kLeftParen && source_.kind(after + 1) != Tok::kStar);
}

void DeclaratorParser::initialiser() {
  if (found_.params != kNone) return;
  if (source_.kind(at_) == Tok::kColon && source_.kind(at_ + 1) != Tok::kColon) return;
  Index at = at_;
  if (source_.kind(at) == Tok::kAsm) at = jump(source_, at + 1);
  at = after_attributes(source_, at);
  const Tok kind = source_.kind(at);
  if (at < end_ && (kind == Tok::kEqual || kind == Tok::kLeftBrace || kind == Tok::kLeftParen)) {
    found_.init = at;
  }
}

}  // namespace

Declarator parse_declarator(const Source& source, Index i, Index end) {
  return DeclaratorParser(source, i, end).parse();
}

Index after_initialiser(const Source& source, const Declarator& declarator, Index end) {
  Index at = declarator.end;
  if (source.kind(at) == Tok::kAsm) at = jump(source, at + 1);
  at = after_attributes(source, at);
  if (declarator.init == kNone) {
    if (source.kind(at) == Tok::kColon) return find_separator(source, at, end);  // a bit-field
    return std::min(at, end);
  }
  if (source.kind(declarator.init) == Tok::kEqual) {
    return find_separator(source, declarator.init, end);
  }
  return std::min(jump(source, declarator.init), end);
}

}  // namespace warpup::cu2cpp
