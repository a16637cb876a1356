#include "straight.h"

#include <algorithm>

#include "navigate.h"
#include "plain_calls.h"

namespace warpup::cu2cpp {
namespace {

constexpr Index kLongestValue = 4096;  // tokens of a member's initialiser; a bound, no rule
constexpr int kDeepestCalls = 64;      // likewise

bool is_builtin_variable(std::string_view name) {
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
}

/// The statements of code without loops; and what is an expression.
bool is_plain_statement(std::string_view word) {
  for (const std::string_view plain :
       {"if", "switch", "return", "else", "case", "default", "break", "sizeof", "alignof", "and",
        "or", "not", "xor", "bitand", "bitor", "compl", "static_assert"}) {
    if (word == plain) return true;
  }
  return false;
}

/// What may stand anywhere in code without loops and calls.
bool is_plain_token(Tok kind) {
  switch (kind) {
    case Tok::kNumber:
    case Tok::kCharacter:
    case Tok::kRightParen:
    case Tok::kRightBracket:
    case Tok::kRightBrace:
    case Tok::kSemicolon:
    case Tok::kComma:
    case Tok::kColon:
    case Tok::kColonColon:
    case Tok::kLess:
    case Tok::kGreater:
    case Tok::kEqual:
    case Tok::kStar:
    case Tok::kAmp:
    case Tok::kAmpAmp:
    case Tok::kDot:
    case Tok::kArrow:
    case Tok::kTilde:
    case Tok::kOperator:
    case Tok::kConstexpr:
    case Tok::kConst:
    case Tok::kQualifierKeyword:
    case Tok::kBuiltinType:
    case Tok::kVoid:
    case Tok::kAuto:
      return true;
    default:
      return false;
  }
}

/// `(float)` and `(const int*)`, in front of an operand.
bool is_cast(const Source& source, Index open) {
  bool has_type = false;
  for (Index i = open + 1; i < source.partner(open); ++i) {
    const Tok kind = source.kind(i);
    has_type |= kind == Tok::kBuiltinType;
    if (kind != Tok::kBuiltinType && kind != Tok::kConst && kind != Tok::kStar) return false;
  }
  return has_type;
}

/// Reads a function's body: is it straight but for what it calls, and what is that?
class Body {
 public:
  Body(const Source& source, Index open, bool is_kernel)
      : source_(source), open_(open), is_kernel_(is_kernel) {}

  bool is_straight() {
    for (Index i = open_ + 1; i < source_.partner(open_); ++i) {
      if (!takes(i)) return false;
    }
    return true;
  }
  const std::vector<std::string_view>& calls() const { return calls_; }

 private:
  bool takes(Index i);
  bool takes_identifier(Index i) const;
  bool takes_parenthesis(Index i);
  bool takes_brace(Index i);
  bool calls(Index name);

  const Source& source_;
  const Index open_;
  const bool is_kernel_;
  std::vector<std::string_view> calls_;
};

bool Body::takes(Index i) {
  switch (source_.kind(i)) {
    case Tok::kIdentifier:
      return takes_identifier(i);
    case Tok::kLeftParen:
      return takes_parenthesis(i);
    case Tok::kLeftBrace:
      return takes_brace(i);
    case Tok::kLeftBracket: {  // an index; otherwise a lambda or an attribute
      const Tok before = source_.kind(i - 1);
      return before == Tok::kIdentifier || before == Tok::kRightParen ||
             before == Tok::kRightBracket;
    }
    case Tok::kControl:
    case Tok::kStatement:
      return is_plain_statement(source_.spelling(i));
    case Tok::kShiftLeft:
      return !is_launch_open(source_, i);
    default:
      return is_plain_token(source_.kind(i));
  }
}

/// Built-in variables are parameters of a straight kernel's body: a member is read, and no local
/// variable has that name.
bool Body::takes_identifier(Index i) const {
  const std::string_view name = source_.spelling(i);
  if (is_builtin_variable(name)) return is_kernel_ && source_.kind(i + 1) == Tok::kDot;
  return name != "__func__" && name != "__FUNCTION__" && name != "__PRETTY_FUNCTION__";
}

/// A call is in order if its function is; so is whatever is no call.
bool Body::takes_parenthesis(Index i) {
  Index before = i - 1;
  switch (source_.kind(before)) {
    case Tok::kGreater: {
      const Index angle = before_angles(source_, before);
      return angle == kNone || calls(angle - 1);
    }
    case Tok::kIdentifier:
      return calls(before);
    case Tok::kRightParen: {
      const Index open = source_.partner(before);
      if (is_cast(source_, open)) return true;
      return before - open == 2 && calls(before - 1);  // (size_t)(x), or (f)(x)
    }
    case Tok::kRightBracket:
    case Tok::kRightBrace:
      return false;
    default:
      return true;
  }
}

/// A block, the values of an array or a class, or `T{...}`.
bool Body::takes_brace(Index i) {
  const Tok before = source_.kind(i - 1);
  if (before == Tok::kIdentifier) return calls(i - 1);
  return before != Tok::kGreater && before != Tok::kRightBracket;
}

/// Notes the call of `name`. A member's, or one in a namespace, is not looked up.
bool Body::calls(Index name) {
  if (source_.kind(name) != Tok::kIdentifier) return false;
  const Tok before = source_.kind(name - 1);
  if (before == Tok::kDot || before == Tok::kArrow) return false;
  if (before == Tok::kColonColon && source_.kind(name - 2) == Tok::kIdentifier &&
      !source_.is(name - 2, "std")) {
    return false;
  }
  calls_.push_back(source_.spelling(name));
  return true;
}

/// What stands behind `__device__`, up to its body.
struct Head {
  Index name = kNone;
  Index body = kNone;
  bool has_parameters = false;
  bool has_type = false;     // something in front of the name, so it is no constructor
  bool is_named = true;      // it is called by its name
  bool initialises = false;  // a constructor's members
};

bool ends_head(Tok kind) {
  return kind == Tok::kSemicolon || kind == Tok::kEqual || kind == Tok::kRightBrace ||
         kind == Tok::kRightParen || kind == Tok::kComma || kind == Tok::kEnd;
}

bool is_type_token(Tok kind) {
  return kind == Tok::kBuiltinType || kind == Tok::kVoid || kind == Tok::kAuto ||
         kind == Tok::kIdentifier || kind == Tok::kStar || kind == Tok::kAmp ||
         kind == Tok::kGreater || kind == Tok::kConst;
}

Head read_head(const Source& source, Index qualifier) {
  Head head;
  Index i = qualifier;
  while (!ends_head(source.kind(i)) && head.body == kNone) {
    const Tok kind = source.kind(i);
    const bool another = kind == Tok::kDevice && !is_cuda_qualifier(source.kind(i - 1));
    if (another && i > qualifier) break;  // the next declaration: something is missing
    if (kind == Tok::kAttribute || kind == Tok::kLaunchBounds || kind == Tok::kDecltype) {
      i = jump(source, i + 1);
      continue;
    }
    if (kind == Tok::kOperatorKeyword || kind == Tok::kTilde) head.is_named = false;
    if (kind == Tok::kColon) head.initialises = true;
    if (kind == Tok::kLeftBrace) head.body = i;
    if (kind == Tok::kLeftParen && !head.has_parameters) {
      head.has_parameters = true;
      head.name = i - 1;
      head.has_type = i - 2 > qualifier && is_type_token(source.kind(i - 2));
    }
    i = jump(source, i);
  }
  return head;
}

}  // namespace

StraightCode::StraightCode(const Source& source) : source_(source) {
  for (Index i = 0; i < source.size(); ++i) {
    const Tok kind = source.kind(i);
    if (kind != Tok::kDevice && kind != Tok::kClassKey) continue;
    if (source.file(i).system) continue;
    if (kind == Tok::kDevice) {
      add_function(i);
    } else {
      add_class(i);
    }
  }
  settle();
}

void StraightCode::add_function(Index qualifier) {
  Index before = qualifier - 1;
  while (is_cuda_qualifier(source_.kind(before))) {
    if (source_.kind(before--) == Tok::kDevice) return;  // of the same function
  }
  const Head head = read_head(source_, qualifier);
  if (head.body == kNone || source_.partner(head.body) == kNone) return;
  const bool is_lambda =
      source_.kind(before) == Tok::kRightBracket || source_.kind(before) == Tok::kRightParen;
  if (!head.has_parameters && !is_lambda) return;  // a variable
  DeviceFunction function;
  const bool named = head.is_named && head.has_type && !is_lambda &&
                     source_.kind(head.name) == Tok::kIdentifier &&
                     source_.kind(head.name - 1) != Tok::kColonColon;
  if (named) function.name = source_.spelling(head.name);
  Body body(source_, head.body, false);
  function.straight = !head.initialises && body.is_straight();
  function.calls = body.calls();
  if (named) defined_.insert(function.name);
  functions_.push_back(std::move(function));
}

/// Members that are initialised in the class may call anything.
void StraightCode::add_class(Index key) {
  const Specifiers specifiers = parse_specifiers(source_, key, source_.size());
  const Index open = specifiers.class_key == key ? specifiers.class_body : kNone;
  if (specifiers.is_enum || open == kNone || source_.partner(open) == kNone) return;
  for (Index i = open + 1; i < source_.partner(open); i = jump(source_, i)) {
    const Tok before = source_.kind(i - 1);
    const bool value = source_.kind(i) == Tok::kEqual ||
                       (source_.kind(i) == Tok::kLeftBrace &&
                        (before == Tok::kIdentifier || before == Tok::kRightBracket));
    if (!value) continue;
    const Index last = std::min(source_.partner(open), i + kLongestValue);
    const Index end = find_semicolon(source_, i, last);
    hidden_ |= end == i + kLongestValue;
    for (Index at = i; at < end; ++at) hidden_ |= source_.kind(at) == Tok::kLeftParen;
  }
}

/// A name is straight if all its definitions are, and call nothing else; so nothing is that calls
/// itself, nor what calls too deep.
void StraightCode::settle() {
  for (int depth = 0; depth < kDeepestCalls; ++depth) {
    std::unordered_set<std::string_view> doubtful;
    for (const DeviceFunction& function : functions_) {
      if (!(function.straight && may_call(function.calls))) doubtful.insert(function.name);
    }
    const std::size_t known = straight_.size();
    for (const std::string_view name : defined_) {
      if (doubtful.count(name) == 0) straight_.insert(name);
    }
    if (straight_.size() == known) break;
  }
  for (const DeviceFunction& function : functions_) {
    hidden_ |= function.name.empty() && !(function.straight && may_call(function.calls));
  }
}

bool StraightCode::may_call(std::string_view name) const {
  return defined_.count(name) != 0 ? straight_.count(name) != 0 : is_plain_call(name);
}

bool StraightCode::may_call(const std::vector<std::string_view>& names) const {
  return std::all_of(names.begin(), names.end(),
                     [this](std::string_view name) { return may_call(name); });
}

bool StraightCode::is_straight(const Function& kernel) const {
  if (hidden_) return false;
  Body body(source_, kernel.body, true);
  if (!body.is_straight()) return false;
  for (const Parameter& parameter : kernel.parameters) {
    const std::string_view name = source_.spelling(parameter.declarator.name);
    if (is_builtin_variable(name)) return false;
    // A parameter that is called hides the function of its name.
    if (std::count(body.calls().begin(), body.calls().end(), name) != 0) return false;
  }
  return may_call(body.calls());
}

}  // namespace warpup::cu2cpp
