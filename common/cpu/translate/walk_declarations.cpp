// The walk through namespaces and classes.
#include <algorithm>
#include <utility>

#include "shared.h"
#include "walker.h"

namespace warpup::cu2cpp {
namespace {

constexpr std::size_t kDeepestNamespace = 64;  // counted in a symbol's home; a bound, no rule

}  // namespace

void Walker::step_declaration() {
  const Index i = scope().at;
  switch (source_.kind(i)) {
    case Tok::kSemicolon:
    case Tok::kOpaque:
    case Tok::kRightBrace:
    case Tok::kColon:
    case Tok::kAccess:
      scope().at = i + 1;
      return;
    case Tok::kNamespace:
      enter_namespace(i);
      return;
    case Tok::kInline:
      if (source_.kind(i + 1) == Tok::kNamespace) {
        scope().at = i + 1;
        return;
      }
      break;
    case Tok::kExtern:
      if (source_.kind(i + 1) == Tok::kString && source_.kind(i + 2) == Tok::kLeftBrace) {
        scope().at = jump(source_, i + 2);
        Scope inside = code_scope(i + 3, scope().at - 1);
        inside.kind = scope().kind;
        push(std::move(inside));
        return;
      }
      break;
    case Tok::kUsing:
      skip_using(i);
      return;
    case Tok::kAsm:
    case Tok::kStatement:  // static_assert
      scope().at = find_semicolon(source_, i, scope().end);
      return;
    default:
      break;
  }
  declaration(i);
}

void Walker::enter_namespace(Index i) {
  Index at = i + 1;
  std::vector<std::string_view> names;
  const bool transparent = source_.kind(i - 1) == Tok::kInline;
  while (at < scope().end && source_.kind(at) != Tok::kLeftBrace &&
         source_.kind(at) != Tok::kSemicolon) {
    if (source_.kind(at) == Tok::kIdentifier) names.push_back(source_.spelling(at));
    if (source_.kind(at) == Tok::kEqual) break;
    at = jump(source_, at);
  }
  if (source_.kind(at) == Tok::kEqual && !names.empty()) symbols_.note_alias(names.front());
  if (source_.kind(at) != Tok::kLeftBrace || source_.partner(at) == kNone) {
    scope().at = std::max(i + 1, find_semicolon(source_, at, scope().end));
    return;
  }
  scope().at = source_.partner(at) + 1;
  Scope inside = code_scope(at + 1, source_.partner(at));
  inside.kind = Scope::Kind::kNamespace;
  if (!transparent && path_.size() + names.size() <= kDeepestNamespace) {
    path_.insert(path_.end(), names.begin(), names.end());
    inside.namespaces = names.size();
  }
  push(std::move(inside));
}

/// using namespace a::b;  using a::name;  using alias = type;
void Walker::skip_using(Index i) {
  const Index end = find_semicolon(source_, i, scope().end);
  if (source_.kind(end - 1) == Tok::kIdentifier) symbols_.note_using(source_.spelling(end - 1));
  unit_.erase_qualifiers(i, end);
  scope().at = std::max(i + 1, end);
}

/// Behind the heads `template <...>`; `open` is the '<' of the last one, `begin` its keyword.
Index Walker::template_heads(Index i, Index& open, Index& begin) {
  while (source_.kind(i) == Tok::kTemplate) {
    if (source_.kind(i + 1) != Tok::kLess) return i + 1;  // an explicit instantiation
    const Index after = after_angles(source_, i + 1);
    if (after == kNone) return i + 1;
    begin = i;
    open = i + 1;
    i = after;
    if (source_.kind(i) != Tok::kRequires) continue;
    for (++i; i < scope().end;) {
      const Index name = after_name(source_, i);
      const bool joined = source_.kind(i) == Tok::kAmpAmp || source_.is(i, "||");
      if (source_.kind(i) == Tok::kLeftParen || joined) {
        i = jump(source_, i);
      } else if (name != i && (source_.kind(i - 1) == Tok::kRequires ||
                               source_.kind(i - 1) == Tok::kAmpAmp || source_.is(i - 1, "||"))) {
        i = name;
      } else {
        break;
      }
    }
  }
  return i;
}

void Walker::declaration(Index i) {
  Index template_open = kNone;
  Index template_begin = kNone;
  const Index end = scope().end;
  const Index at = template_heads(i, template_open, template_begin);
  const Specifiers specifiers = parse_specifiers(source_, at, end);
  const Declarator declarator = parse_declarator(source_, specifiers.end, end);
  if (declarator.params != kNone && specifiers.class_body == kNone && !specifiers.has_typedef) {
    Function found;
    found.specifiers = specifiers;
    found.declarator = declarator;
    found.template_open = template_open;
    found.is_template = template_open != kNone;
    function(i, std::move(found));
  } else {
    variables(i, specifiers, template_begin, template_open);
  }
  if (specifiers.class_body == kNone || source_.partner(specifiers.class_body) == kNone) return;
  if (specifiers.is_enum) return;
  const Index name = specifiers.class_key + 1;
  Index last = after_name(source_, after_attributes(source_, name)) - 1;
  if (source_.kind(last) != Tok::kIdentifier) last = kNone;
  push_class(specifiers.class_body, source_.spelling(last));
}

/// A program of NVRTC has no host code. `after` follows the parameters: `= default` is no code.
void Walker::treat_host_code(Function& function, Index after) {
  const Index name = function.declarator.name;
  if (host_code_ == HostCode::kAllowed || !source_.has(name) || source_.file(name).system) return;
  if (context_of(function.specifiers, scope().context) != Context::kHost) return;
  if (function.body == kNone && source_.kind(after) != Tok::kSemicolon) return;
  const Index behind = jump(source_, function.declarator.params);
  if (function.body == kNone && source_.kind(behind) == Tok::kArrow) return;  // a deduction guide
  if (function.specifiers.host) {
    unit_.error(name, "'" + std::string(source_.spelling(name)) +
                          "' is a __host__ function, and there is no host in an NVRTC program");
  } else if (host_code_ == HostCode::kIsDevice) {
    function.specifiers.device = true;
  } else {
    unit_.error(name, "'" + std::string(source_.spelling(name)) +
                          "' has neither __device__ nor __global__, so it is a host function, and "
                          "there is no host in an NVRTC program; write __device__, or compile with "
                          "-default-device");
  }
}

void Walker::function(Index i, Function function) {
  Index at = std::min(jump(source_, function.declarator.params), scope().end);
  function.body = find_body(source_, at, scope().end);
  if (function.body != kNone && source_.partner(function.body) == kNone) function.body = kNone;
  treat_host_code(function, at);
  const bool defined = function.body != kNone;
  unit_.erase_qualifiers(i, defined ? function.body : at);
  const Specifiers& specifiers = function.specifiers;
  if (specifiers.global || context_of(specifiers, scope().context) != Context::kHost) {
    parse_heads(function);
  }
  Scope body = defined ? body_scope(function) : Scope();
  if (specifiers.global) {
    kernel(i, function, body);
  } else if (scope().kind == Scope::Kind::kNamespace && !function.declarator.is_qualified) {
    kernels_.note_host_function(source_.spelling(function.declarator.name));
  }
  if (!defined) {
    skip_declaration(i, at);
    return;
  }
  if (body.context != Context::kHost) refuse_variable_arrays(function.body);
  scope().at = body.end + 1;
  push(std::move(body));
}

/// g++ has arrays whose size is known at run time only; nvcc has none in device code.
void Walker::refuse_variable_arrays(Index body) {
  if (source_.file(body).system) return;
  unit_.insert_after(body, "\n#pragma GCC diagnostic error \"-Wvla\"\n");
  // A pop would leave a warning on.
  unit_.insert_before(source_.partner(body), "\n#pragma GCC diagnostic ignored \"-Wvla\"\n");
}

void Walker::parse_heads(Function& function) const {
  function.parameters = parse_parameters(source_, function.declarator.params);
  if (function.template_open == kNone) return;
  const Index close = after_angles(source_, function.template_open) - 1;
  function.template_parameters =
      parse_template_parameters(source_, function.template_open + 1, close);
}

/// What follows the parameters up to the end of the body.
Scope Walker::body_scope(const Function& function) const {
  const Declarator& declarator = function.declarator;
  Scope body = code_scope(jump(source_, declarator.params), source_.partner(function.body));
  body.context = context_of(function.specifiers, scopes_.back().context);
  body.function_depth += 1;
  for (const Parameter& parameter : function.parameters) {
    body.parameters.push_back(parameter.declarator.name);
  }
  for (const TemplateParameter& parameter : function.template_parameters) {
    body.parameters.push_back(parameter.name);
  }
  if (!declarator.is_qualified) return body;
  Index owner = declarator.name - 2;  // S::f, or S<T>::f
  if (source_.kind(owner) == Tok::kGreater) owner = before_angles(source_, owner) - 1;
  const auto found = class_by_name_.find(source_.spelling(owner));
  if (found != class_by_name_.end()) body.members = found->second;
  return body;
}

/// Goes on behind a function's declaration, which was understood up to `at`.
void Walker::skip_declaration(Index i, Index at) {
  const Tok stop = source_.kind(at);
  if (stop == Tok::kEqual || stop == Tok::kComma) at = find_semicolon(source_, at, scope().end);
  scope().at = std::max(i + 1, at);
}

void Walker::kernel(Index i, const Function& function, Scope& body) {
  const bool member = scope().kind == Scope::Kind::kClass && !function.specifiers.has_friend;
  if (member) {
    unit_.error(i, "a kernel can't be a member of a class: write it outside, as a free function");
    return;
  }
  if (function.body == kNone) {
    kernels_.declare(function);
    return;
  }
  kernel_texts_.push_back(kernels_.define(function));
  body.kernel = &kernel_texts_.back();
}

/// Constants are known to the compiler, wherever they are.
void Walker::refuse_host_variable(const Specifiers& specifiers) {
  if (host_code_ != HostCode::kRefused || scope().kind != Scope::Kind::kNamespace) return;
  if (specifiers.has_const || specifiers.has_constexpr) return;
  const Declarator declarator = parse_declarator(source_, specifiers.end, scope().end);
  const Index name = declarator.name;
  if (!source_.has(name) || name >= scope().end || source_.file(name).system) return;
  const Tok behind = source_.kind(name + 1);
  if (behind != Tok::kSemicolon && behind != Tok::kEqual && behind != Tok::kLeftBracket) return;
  unit_.error(name, "'" + std::string(source_.spelling(name)) +
                        "' is a host variable, and there is no host in an NVRTC program; write "
                        "__device__ or __constant__");
}

void Walker::variables(Index i, const Specifiers& specifiers, Index template_begin,
                       Index template_open) {
  const bool symbol =
      specifiers.device || specifiers.constant || specifiers.managed || specifiers.shared;
  const bool plain = scope().kind == Scope::Kind::kClass || specifiers.has_typedef ||
                     specifiers.has_friend || source_.kind(specifiers.end) == Tok::kSemicolon;
  if (!symbol && !plain) refuse_host_variable(specifiers);
  if (!symbol || plain) {
    if (specifiers.shared) {
      unit_.error(i, "a __shared__ variable can't be a member of a class");
    }
    other(i, specifiers.end);
    return;
  }
  Variables found = parse_variables(unit_, specifiers.begin, scope().end);
  if (found.end == kNone || found.declarators.front().is_qualified) {
    other(i, specifiers.end);
    return;
  }
  if (template_open != kNone) {
    found.template_begin = template_begin;
    found.template_end = after_angles(source_, template_open);
    found.template_parameters =
        parse_template_parameters(source_, template_open + 1, found.template_end - 1);
  }
  symbols(i, found);
}

void Walker::symbols(Index i, const Variables& variables) {
  scope().at = variables.end + 1;
  if (variables.specifiers.shared) {
    rewrite_namespace_shared(unit_, variables);
    return;
  }
  const Index body = variables.specifiers.class_body;
  unit_.erase_qualifiers(i, body == kNone ? variables.specifiers.end : body);
  for (Index at = variables.specifiers.end; at < variables.end; at = jump(source_, at)) {
    unit_.erase_qualifiers(at, at + 1);
  }
  symbols_.define(variables, path_);
  const std::vector<Declarator>& declarators = variables.declarators;
  for (auto declarator = declarators.rbegin(); declarator != declarators.rend(); ++declarator) {
    if (declarator->init == kNone) continue;
    Scope initialiser =
        code_scope(declarator->init, after_initialiser(source_, *declarator, variables.end));
    initialiser.context = Context::kDevice;
    push(std::move(initialiser));
  }
}

/// Any other declaration, from `i`; what follows its specifiers begins at `from`.
void Walker::other(Index i, Index from) {
  const Index end = rough_end(from, scope().end);
  Index head = from;
  for (Index at = i; at < from; ++at) {
    if (source_.kind(at) == Tok::kLeftBrace) {
      head = at;
      break;
    }
  }
  unit_.erase_qualifiers(i, head);
  scope().at = std::max(i + 1, end);
  if (from < end) push(code_scope(from, end));
}

/// Where a declaration that was not understood may end: behind its ';', or its braces if no
/// operator goes on from there, or in front of the next kernel.
Index Walker::rough_end(Index i, Index end) const {
  const Index begin = i;
  while (i < end) {
    const Tok kind = source_.kind(i);
    if (kind == Tok::kSemicolon) return i;
    const bool lambda =
        source_.kind(i - 1) == Tok::kRightBracket || is_cuda_qualifier(source_.kind(i - 1));
    if (i > begin && is_cuda_qualifier(kind) && !lambda) return i;
    const Index after = jump(source_, i);
    if (kind == Tok::kLeftBrace) {
      const Tok next = source_.kind(after);
      const bool goes_on = next == Tok::kSemicolon || next == Tok::kComma || next == Tok::kDot ||
                           next == Tok::kLeftParen || next == Tok::kLeftBracket ||
                           next == Tok::kOperator || next == Tok::kRightParen;
      if (!goes_on) return std::min(after, end);
    }
    i = after;
  }
  return end;
}

}  // namespace warpup::cu2cpp
