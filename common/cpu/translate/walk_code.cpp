// The walk through the bodies of functions.
#include <algorithm>
#include <utility>

#include "launch.h"
#include "shared.h"
#include "walker.h"

namespace warpup::cu2cpp {
namespace {

bool is_control(Tok kind) { return kind == Tok::kFor || kind == Tok::kControl; }

/// The end of the statement that begins at `i`: its brace or semicolon.
Index statement_end(const Source& source, Index i, Index end) {
  for (int hops = 0; hops < 64 && is_control(source.kind(i)); ++hops) {
    i = jump(source, i + 1);
  }
  if (source.kind(i) == Tok::kLeftBrace && source.partner(i) != kNone) return source.partner(i);
  while (i < end && source.kind(i) != Tok::kSemicolon && !is_control(source.kind(i))) {
    i = jump(source, i);
  }
  return std::min(i, end);
}

/// Whether '[' at `i` can begin a lambda: no operand stands in front of it.
bool may_begin_lambda(const Source& source, Index i) {
  if (source.kind(i + 1) == Tok::kLeftBracket) return false;
  switch (source.kind(i - 1)) {
    case Tok::kIdentifier:
    case Tok::kRightParen:
    case Tok::kRightBracket:
    case Tok::kString:
    case Tok::kThis:
    case Tok::kGreater:
    case Tok::kBuiltinType:
    case Tok::kOperatorKeyword:
      return false;
    case Tok::kStatement:
      return !source.is(i - 1, "delete");
    default:
      return true;
  }
}

bool captures_by_reference(const Source& source, Index introducer) {
  const Tok next = source.kind(introducer + 2);
  return source.kind(introducer + 1) == Tok::kAmp &&
         (next == Tok::kRightBracket || next == Tok::kComma);
}

/// How many arguments the call has whose parenthesis is at `open`.
int count_arguments(const Source& source, Index open) {
  const Index end = source.partner(open);
  int count = open + 1 < end ? 1 : 0;
  for (Index i = open + 1; (i = find_separator(source, i, end)) < end; ++i) ++count;
  return count;
}

struct DeviceFunction {
  std::string_view name;
  int arguments;  // -1: any number
};

constexpr DeviceFunction kDeviceFunctions[] = {
    {"printf", -1}, {"malloc", 1}, {"free", 1}, {"clock", 0}};

bool calls_device_function(const Source& source, Index i) {
  if (source.kind(i + 1) != Tok::kLeftParen) return false;
  for (const DeviceFunction& function : kDeviceFunctions) {
    if (source.spelling(i) != function.name) continue;
    return function.arguments < 0 || count_arguments(source, i + 1) == function.arguments;
  }
  return false;
}

/// Whether a launch or a declaration can't go on from there: a statement begins behind it.
bool begins_statement(const Source& source, Index i) {
  const Tok before = source.kind(i - 1);
  return before == Tok::kSemicolon || before == Tok::kLeftBrace || before == Tok::kRightBrace ||
         source.is(i - 1, "else") || source.is(i - 1, "do");
}

}  // namespace

void Walker::step_code() {
  const Index i = scope().at;
  names_.close_ended(i, scope().names_depth);
  scope().at = i + 1;
  switch (const Tok kind = source_.kind(i); kind) {
    case Tok::kIdentifier:
      identifier(i);
      return;
    case Tok::kLeftBrace:
      block(i);
      return;
    case Tok::kLeftParen:
      if (const auto skip = skipped_.find(i); skip != skipped_.end()) scope().at = skip->second;
      return;
    case Tok::kLeftBracket:
      lambda(i);
      return;
    case Tok::kClassKey:
    case Tok::kEnum:
      class_in_code(i);
      return;
    case Tok::kFor:
    case Tok::kControl:
      control(i);
      return;
    case Tok::kUsing:
      note_using(i);
      return;
    case Tok::kShiftLeft:
      if (!is_launch_open(source_, i)) return;
      rewrite_launch(unit_, i);
      scope().at = i + 2;
      return;
    case Tok::kAsm:
      assembly(i);
      return;
    default:
      if (is_cuda_qualifier(kind)) qualifier(i);
      return;
  }
}

/// A lambda's body, or any other block.
void Walker::block(Index i) {
  const auto plan = planned_.find(i);
  if (plan == planned_.end()) {
    names_.open_block(source_.partner(i) == kNone ? scope().end : source_.partner(i));
    return;
  }
  Scope body = std::move(plan->second);
  planned_.erase(plan);
  scope().at = body.end + 1;
  push(std::move(body));
}

void Walker::assembly(Index i) {
  // a system header's may be in a function that nobody calls
  if (scope().context == Context::kHost || source_.file(i).system) return;
  unit_.error(i, "inline PTX runs only on a GPU");
}

void Walker::note_using(Index i) {
  const Index end = find_semicolon(source_, i, std::min(scope().end, i + 64));
  if (source_.kind(end - 1) == Tok::kIdentifier) symbols_.note_using(source_.spelling(end - 1));
}

void Walker::control(Index i) {
  const Index paren = source_.kind(i + 1) == Tok::kConstexpr ? i + 2 : i + 1;
  if (source_.kind(paren) != Tok::kLeftParen) return;
  names_.open_block(statement_end(source_, jump(source_, paren), scope().end));
}

void Walker::identifier(Index i) {
  check_plain_call(i);
  if (scope().kernel != nullptr && kernel_name(i)) return;
  if (scope().context == Context::kHost || device_function(i)) return;
  if (names_.is_watched(source_.spelling(i))) local_name(i);
}

/// `__func__` and its like: the body is in a function object, which has a name of its own.
bool Walker::kernel_name(Index i) {
  const std::string_view name = source_.spelling(i);
  const KernelText& kernel = *scope().kernel;
  if (name == "__func__" || name == "__FUNCTION__") {
    unit_.replace(i, '"' + kernel.name + '"');
  } else if (name == "__PRETTY_FUNCTION__") {
    unit_.replace(i, '"' + kernel.signature + '"');
  } else {
    return false;
  }
  return true;
}

/// A name that may be a symbol's, or a shared variable's in a place that can't see its reference.
void Walker::local_name(Index i) {
  const std::string_view name = source_.spelling(i);
  const Tok before = source_.kind(i - 1);
  if (before == Tok::kDot || before == Tok::kArrow) return;
  if (before == Tok::kLeftParen && source_.kind(i - 2) == Tok::kDecltype) return;
  if (before != Tok::kColonColon) {
    const LocalName* local = names_.find(name);
    if (local != nullptr && local->declared_at == i) return;
    if (declares_local(source_, i)) {
      names_.declare({name, scope().function_depth, i, std::string()});
      return;
    }
    if (local != nullptr) {
      const bool hidden = local->function_depth < scope().function_depth;
      if (hidden && !local->expression.empty()) unit_.replace(i, local->expression);
      return;
    }
    if (scope().members != nullptr && scope().members->has(name)) return;
  }
  symbols_.rename(i, scope().context, path_);
}

/// Functions of the C library that exist on the device in a form of their own.
bool Walker::device_function(Index i) {
  if (!calls_device_function(source_, i)) return false;
  const std::string_view name = source_.spelling(i);
  const Tok before = source_.kind(i - 1);
  if (before == Tok::kDot || before == Tok::kArrow || before == Tok::kIdentifier ||
      before == Tok::kBuiltinType || before == Tok::kTilde) {
    return false;
  }
  Index begin = i;
  if (before == Tok::kColonColon) {
    if (source_.is(i - 2, "std")) {
      begin = i - 2;
    } else if (source_.kind(i - 2) == Tok::kIdentifier || source_.kind(i - 2) == Tok::kGreater) {
      return false;
    }
  }
  if (scope().members != nullptr && begin == i && before != Tok::kColonColon &&
      scope().members->has(name)) {
    return false;
  }
  unit_.replace(begin, i, "warpup_device_" + std::string(name));
  return true;
}

void Walker::check_plain_call(Index i) {
  if (!kernels_.is_kernel(source_.spelling(i)) || !begins_statement(source_, i)) return;
  Index after = i + 1;
  if (source_.kind(after) == Tok::kLess) after = after_angles(source_, after);
  if (source_.kind(after) != Tok::kLeftParen) return;
  if (source_.kind(jump(source_, after)) != Tok::kSemicolon) return;
  const std::string name(source_.spelling(i));
  unit_.error(i, "a kernel must be launched: write " + name + "<<<blocks, threads>>>(...)");
}

void Walker::class_in_code(Index i) {
  const Specifiers specifiers = parse_specifiers(source_, i, scope().end);
  const Index body = specifiers.class_key == i ? specifiers.class_body : kNone;
  if (body == kNone || source_.partner(body) == kNone) return;
  scope().at = source_.partner(body) + 1;
  if (specifiers.is_enum) return;
  push_class(body, std::string_view());
}

void Walker::qualifier(Index i) {
  const Tok kind = source_.kind(i);
  const Index semicolon = find_semicolon(source_, i, std::min(scope().end, i + 256));
  Index before = i - 1;
  while (i - before < 16 && is_cuda_qualifier(source_.kind(before))) --before;
  const bool lambda =
      source_.kind(before) == Tok::kRightBracket || source_.kind(before) == Tok::kRightParen;
  bool is_function = false;
  for (Index at = i; at < semicolon; ++at) is_function |= source_.kind(at) == Tok::kLeftParen;
  if (kind == Tok::kShared) {
    if (i < scope().shared_end) return;
    if (scope().context == Context::kHost) {
      unit_.error(i, "a __shared__ variable belongs in a kernel or in a __device__ function");
      return;
    }
    const std::string kernel = scope().kernel != nullptr ? scope().kernel->function : "nullptr";
    scope().shared_end =
        rewrite_shared(unit_, names_, i, scope().end, kernel, scope().function_depth);
  } else if (kind == Tok::kConstant || kind == Tok::kManaged ||
             (kind == Tok::kDevice && !is_function && !lambda && i >= scope().shared_end)) {
    unit_.error(i, "a " + std::string(source_.spelling(i)) +
                       " variable can't be declared inside a function; move it out of there");
  } else if (kind == Tok::kGlobal && source_.kind(semicolon) != Tok::kSemicolon) {
    unit_.error(i, "a kernel can't be defined inside a function");
  } else {
    unit_.erase_qualifiers(i, i + 1);
  }
}

void Walker::lambda(Index i) {
  if (!may_begin_lambda(source_, i) || source_.partner(i) == kNone) return;
  Index at = source_.partner(i) + 1;
  Specifiers qualifiers;
  Index parameters = kNone;
  if (source_.kind(at) == Tok::kLess) at = std::max(at, after_angles(source_, at));
  for (int steps = 0; steps < 256 && at < scope().end; ++steps) {
    const Tok kind = source_.kind(at);
    if (kind == Tok::kLeftBrace) {
      plan_lambda(i, parameters, at, qualifiers);
      return;
    }
    qualifiers.device |= kind == Tok::kDevice;
    qualifiers.host |= kind == Tok::kHost;
    if (kind == Tok::kLeftParen && parameters == kNone) parameters = at;
    const bool stop = kind == Tok::kSemicolon || kind == Tok::kComma || kind == Tok::kEqual ||
                      kind == Tok::kColon || kind == Tok::kRightParen ||
                      kind == Tok::kRightBracket || kind == Tok::kRightBrace;
    if (stop) return;
    at = jump(source_, at);
  }
}

void Walker::plan_lambda(Index introducer, Index parameters, Index body,
                         const Specifiers& qualifiers) {
  const Index end = source_.partner(body);
  if (end == kNone) return;
  Scope inside = code_scope(body + 1, end);
  inside.context = context_of(qualifiers, scope().context);
  const bool own = inside.context != scope().context;
  if (own) inside.kernel = nullptr;
  if (own || !captures_by_reference(source_, introducer)) inside.function_depth += 1;
  if (parameters != kNone) {
    skipped_[parameters] = jump(source_, parameters);
    if (inside.context != Context::kHost) {
      for (const Parameter& parameter : parse_parameters(source_, parameters)) {
        inside.parameters.push_back(parameter.declarator.name);
      }
    }
  }
  unit_.erase_qualifiers(source_.partner(introducer) + 1, body);
  planned_[body] = std::move(inside);
}

}  // namespace warpup::cu2cpp
