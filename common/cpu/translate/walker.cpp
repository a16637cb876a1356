#include "walker.h"

#include <utility>

namespace warpup::cu2cpp {
namespace {

/// Tokens that may follow the name of a member in its declaration.
bool ends_member_name(Tok kind) {
  return kind == Tok::kSemicolon || kind == Tok::kComma || kind == Tok::kEqual ||
         kind == Tok::kLeftBracket || kind == Tok::kLeftBrace || kind == Tok::kLeftParen ||
         kind == Tok::kColon;
}

}  // namespace

Context context_of(const Specifiers& specifiers, Context inherited) {
  if (specifiers.device && specifiers.host) return Context::kHostDevice;
  if (specifiers.device || specifiers.global) return Context::kDevice;
  if (specifiers.host) return Context::kHost;
  return inherited;
}

Walker::Walker(Unit& unit, const Options& options)
    : unit_(unit),
      host_code_(options.host_code),
      source_(unit.source),
      symbols_(unit, names_),
      kernels_(unit, options) {}

void Walker::run() {
  Scope unit;
  unit.end = source_.size();
  push(unit);
  while (!scopes_.empty() && !unit_.diagnostics.full()) {
    if (scope().at >= scope().end) {
      pop();
    } else if (scope().kind == Scope::Kind::kCode) {
      step_code();
    } else {
      step_declaration();
    }
  }
  symbols_.finish();
}

void Walker::push(Scope scope) {
  names_.open_block(scope.end);
  scope.names_depth = names_.depth();
  for (const Index name : scope.parameters) {
    const std::string_view spelling = source_.spelling(name);
    if (names_.is_watched(spelling)) {
      names_.declare({spelling, scope.function_depth, name, std::string()});
    }
  }
  scopes_.push_back(std::move(scope));
}

void Walker::pop() {
  while (names_.depth() >= scope().names_depth) names_.close_block();
  path_.resize(path_.size() - scope().namespaces);
  scopes_.pop_back();
}

/// A scope of code that inherits what surrounds it.
Scope Walker::code_scope(Index begin, Index end) const {
  const Scope& outer = scopes_.back();
  Scope code;
  code.kind = Scope::Kind::kCode;
  code.at = begin;
  code.end = end;
  code.context = outer.context;
  code.kernel = outer.kernel;
  code.function_depth = outer.function_depth;
  code.members = outer.members;
  return code;
}

void Walker::push_class(Index body, std::string_view name) {
  ClassMembers& members = classes_.emplace_back();
  members.outer = scope().members;
  const Index end = source_.partner(body);
  for (Index i = body + 1; i < end; i = jump(source_, i)) {
    if (source_.kind(i) == Tok::kIdentifier && ends_member_name(source_.kind(i + 1))) {
      members.names.insert(source_.spelling(i));
    }
  }
  if (!name.empty()) class_by_name_[name] = &members;
  Scope inside = code_scope(body + 1, end);
  inside.kind = Scope::Kind::kClass;
  inside.members = &members;
  push(std::move(inside));
}

}  // namespace warpup::cu2cpp
