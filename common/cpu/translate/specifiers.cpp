// parse_specifiers: everything in front of the declarators.
#include <algorithm>

#include "declaration.h"

namespace warpup::cu2cpp {
namespace {

/// Whether a token can stand between the ':' behind a class's name and its body.
bool goes_on_to_body(Tok kind) {
  switch (kind) {
    case Tok::kLeftBrace:
    case Tok::kRightBrace:
    case Tok::kSemicolon:
    case Tok::kClassKey:
    case Tok::kEnum:
    case Tok::kEqual:
      return false;
    default:
      return true;
  }
}

class SpecifierParser {
 public:
  SpecifierParser(const Source& source, Index i, Index end) : source_(source), at_(i), end_(end) {
    found_.begin = i;
  }

  Specifiers parse() {
    while (at_ < end_ && step()) {
    }
    found_.end = at_;
    return found_;
  }

 private:
  bool step();
  bool storage(Tok kind);
  bool cuda(Tok kind);
  bool type(Tok kind);
  bool class_type();
  bool named_type();
  bool is_parenthesised_declarator(Index paren) const;
  bool take(bool& flag) {
    flag = true;
    ++at_;
    return true;
  }

  const Source& source_;
  Index at_;
  Index end_;
  Specifiers found_;
};

bool SpecifierParser::step() {
  const Tok kind = source_.kind(at_);
  const Index after = after_attributes(source_, at_);
  if (after != at_) {
    at_ = after;
    return true;
  }
  if (is_cuda_qualifier(kind)) return cuda(kind);
  return storage(kind) || type(kind);
}

bool SpecifierParser::storage(Tok kind) {
  switch (kind) {
    case Tok::kStatic:
      return take(found_.has_static);
    case Tok::kInline:
      return take(found_.has_inline);
    case Tok::kConstexpr:
      return take(found_.has_constexpr);
    case Tok::kConst:
      return take(found_.has_const);
    case Tok::kTypedef:
      return take(found_.has_typedef);
    case Tok::kFriend:
      return take(found_.has_friend);
    case Tok::kExtern:
      ++at_;
      if (source_.kind(at_) != Tok::kString) {
        found_.has_extern = true;
        return true;
      }
      return take(found_.has_extern_c);
    case Tok::kQualifierKeyword:
      ++at_;
      return true;
    case Tok::kSpecifier:
      ++at_;
      if (source_.kind(at_) == Tok::kLeftParen && source_.is(at_ - 1, "explicit")) {
        at_ = jump(source_, at_);
      }
      return true;
    default:
      return false;
  }
}

bool SpecifierParser::cuda(Tok kind) {
  switch (kind) {
    case Tok::kGlobal:
      return take(found_.global);
    case Tok::kDevice:
      return take(found_.device);
    case Tok::kHost:
      return take(found_.host);
    case Tok::kShared:
      return take(found_.shared);
    case Tok::kConstant:
      return take(found_.constant);
    case Tok::kManaged:
      return take(found_.managed);
    case Tok::kLaunchBounds:
      found_.launch_bounds = at_;
      [[fallthrough]];
    case Tok::kClusterDims:
      ++at_;
      if (source_.kind(at_) == Tok::kLeftParen) at_ = jump(source_, at_);
      return true;
    default:
      ++at_;
      return true;
  }
}

bool SpecifierParser::type(Tok kind) {
  switch (kind) {
    case Tok::kBuiltinType:
      found_.has_floating_type |= source_.is(at_, "float") || source_.is(at_, "double");
      found_.has_type = true;
      return take(found_.has_builtin_type);
    case Tok::kVoid:
      found_.has_type = true;
      return take(found_.has_void);
    case Tok::kAuto:
      return take(found_.has_type);
    case Tok::kDecltype:
      ++at_;
      if (source_.kind(at_) == Tok::kLeftParen) at_ = jump(source_, at_);
      if (source_.kind(at_) == Tok::kColonColon) at_ = after_name(source_, at_);
      found_.has_type = true;
      return true;
    case Tok::kClassKey:
    case Tok::kEnum:
      return !found_.has_type && class_type();
    case Tok::kTypename:
      ++at_;
      if (found_.has_type) return true;
      at_ = std::max(at_, after_name(source_, at_));
      found_.has_type = true;
      return true;
    case Tok::kIdentifier:
    case Tok::kColonColon:
      return named_type();
    default:
      return false;
  }
}

/// struct [attributes] [name] [final] [: bases] [{ body }]
bool SpecifierParser::class_type() {
  found_.class_key = at_;
  found_.is_enum = source_.kind(at_) == Tok::kEnum;
  found_.has_type = true;
  ++at_;
  if (found_.is_enum && source_.kind(at_) == Tok::kClassKey) ++at_;
  at_ = after_attributes(source_, at_);
  at_ = after_name(source_, at_);
  if (source_.is(at_, "final")) ++at_;
  Index at = at_;
  if (source_.kind(at) == Tok::kColon) {  // bases, an underlying type, or a bit-field's width
    while (at < end_ && goes_on_to_body(source_.kind(at))) at = jump(source_, at);
  }
  if (at < end_ && source_.kind(at) == Tok::kLeftBrace) {
    found_.class_body = at;
    at_ = jump(source_, at);
  }
  return true;
}

bool SpecifierParser::named_type() {
  if (found_.has_type) return false;
  const Index after = after_name(source_, at_);
  if (after == at_ || after > end_) return false;
  const Tok next = source_.kind(after);
  if (next == Tok::kColonColon) return false;  // S::~S, S::operator int, S::*member
  if (next == Tok::kLeftParen && !is_parenthesised_declarator(after)) {
    return false;  // a constructor, or the like
  }
  at_ = after;
  found_.has_type = true;
  return true;
}

bool SpecifierParser::is_parenthesised_declarator(Index paren) const {
  const Tok inside = source_.kind(paren + 1);
  if (inside == Tok::kStar || inside == Tok::kAmp || inside == Tok::kAmpAmp) return true;
  if (inside != Tok::kIdentifier) return false;
  const Index name = after_name(source_, paren + 1);
  return source_.kind(name) == Tok::kColonColon && source_.kind(name + 1) == Tok::kStar;
}

}  // namespace

Specifiers parse_specifiers(const Source& source, Index i, Index end) {
  return SpecifierParser(source, i, end).parse();
}

}  // namespace warpup::cu2cpp
