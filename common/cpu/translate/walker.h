// Walks through a unit and rewrites what CUDA adds to C++. No recursion: the scopes to walk are
// on a stack of their own, so depth of nesting is no danger.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "declaration.h"
#include "kernel.h"
#include "names.h"
#include "scope.h"
#include "symbols.h"
#include "translate.h"
#include "unit.h"

namespace warpup::cu2cpp {

class Walker {
 public:
  Walker(Unit& unit, const Options& options);

  void run();

 private:
  // scopes (walker.cpp)
  void push(Scope scope);
  void pop();
  Scope& scope() { return scopes_.back(); }
  Scope code_scope(Index begin, Index end) const;
  void push_class(Index body, std::string_view name);

  // declarations (walk_declarations.cpp)
  void step_declaration();
  void enter_namespace(Index i);
  void skip_using(Index i);
  void declaration(Index i);
  Index template_heads(Index i, Index& open, Index& begin);
  void function(Index i, Function function);
  void treat_host_code(Function& function, Index after);
  void kernel(Index i, const Function& function, Scope& body);
  void refuse_variable_arrays(Index body);
  void parse_heads(Function& function) const;
  Scope body_scope(const Function& function) const;
  void skip_declaration(Index i, Index at);
  void variables(Index i, const Specifiers& specifiers, Index template_begin, Index template_open);
  void refuse_host_variable(const Specifiers& specifiers);
  void symbols(Index i, const Variables& variables);
  void other(Index i, Index from);
  Index rough_end(Index i, Index end) const;

  // code (walk_code.cpp)
  void step_code();
  void identifier(Index i);
  void local_name(Index i);
  bool kernel_name(Index i);
  bool device_function(Index i);
  void check_plain_call(Index i);
  void class_in_code(Index i);
  void block(Index i);
  void assembly(Index i);
  void note_using(Index i);
  void control(Index i);
  void qualifier(Index i);
  void lambda(Index i);
  void plan_lambda(Index introducer, Index parameters, Index body, const Specifiers& qualifiers);

  Unit& unit_;
  const HostCode host_code_;
  const Source& source_;
  Names names_;
  Symbols symbols_;
  Kernels kernels_;
  std::vector<Scope> scopes_;
  NamespacePath path_;
  std::deque<KernelText> kernel_texts_;
  std::deque<ClassMembers> classes_;
  std::unordered_map<std::string_view, const ClassMembers*> class_by_name_;
  std::unordered_map<Index, Scope> planned_;  // bodies of lambdas, by their '{'
  std::unordered_map<Index, Index> skipped_;  // parameters of lambdas: '(' and what follows ')'
};

/// The context that qualifiers give a function; `inherited` if it has none.
Context context_of(const Specifiers& specifiers, Context inherited);

}  // namespace warpup::cu2cpp
