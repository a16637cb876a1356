// Variables in device memory: __device__, __constant__, __managed__, at namespace scope.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "declaration.h"
#include "names.h"
#include "unit.h"

namespace warpup::cu2cpp {

/// The named namespaces around a place, outermost first.
using NamespacePath = std::vector<std::string_view>;

/// A declaration with its declarators; `end` is its semicolon.
struct Variables {
  Specifiers specifiers;
  std::vector<Declarator> declarators;
  Index template_begin = kNone;  // the head `template <...>`
  Index template_end = kNone;
  std::vector<TemplateParameter> template_parameters;
  Index end = kNone;
};

class Symbols {
 public:
  Symbols(Unit& unit, Names& names) : unit_(unit), names_(names) {}

  /// Rewrites a declaration of symbols.
  void define(const Variables& variables, const NamespacePath& path);
  /// namespace name = ...
  void note_alias(std::string_view name) { aliases_.insert(name); }
  void note_using(std::string_view name) { used_.insert(name); }
  /// Makes the identifier at `i`, in device code, name the copy in device memory if it is a symbol.
  void rename(Index i, Context context, const NamespacePath& path);
  /// Makes the shadows static that no `extern` declaration mentions; to be called last.
  void finish();

 private:
  struct Symbol {
    NamespacePath path;
    bool renamed;  // false for constants that the compiler folds
  };
  struct Definition {
    Index begin;  // where `static` goes
    Index semicolon;
    bool external;  // linkage given by extern or inline
    Variables variables;
  };

  void define_managed(const Variables& variables);
  bool is_folded_constant(const Variables& variables, const Declarator& declarator) const;
  std::string reference(const Definition& definition, const Declarator& declarator, bool is_static);
  void finish(const Definition& definition);
  bool is_extern_declaration(const Variables& variables) const;
  bool is_visible(const Symbol& symbol, std::string_view name, const NamespacePath& path) const;
  bool names_symbol(Index i, const std::vector<Symbol>& symbols, const NamespacePath& path) const;

  Unit& unit_;
  Names& names_;
  std::unordered_map<std::string_view, std::vector<Symbol>> symbols_;
  std::unordered_set<std::string_view> aliases_;  // of namespaces
  std::unordered_set<std::string_view> used_;     // namespaces and names in using declarations
  std::unordered_set<std::string_view> externs_;
  std::vector<Definition> definitions_;
};

}  // namespace warpup::cu2cpp
