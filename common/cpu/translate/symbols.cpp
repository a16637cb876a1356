#include "symbols.h"

#include <algorithm>

namespace warpup::cu2cpp {
namespace {

// Bounds for hostile input; no program comes near.
constexpr std::size_t kMostNamesakes = 64;
constexpr Index kLongestName = 64;

}  // namespace

bool Symbols::is_extern_declaration(const Variables& variables) const {
  if (variables.specifiers.has_extern) return true;
  if (!variables.specifiers.has_extern_c) return false;
  for (const Declarator& declarator : variables.declarators) {
    if (declarator.init != kNone) return false;
  }
  return true;
}

void Symbols::define(const Variables& variables, const NamespacePath& path) {
  const Specifiers& specifiers = variables.specifiers;
  for (const Declarator& declarator : variables.declarators) {
    const std::string_view name = unit_.source.spelling(declarator.name);
    if (is_extern_declaration(variables)) externs_.insert(name);
    if (specifiers.managed) continue;
    std::vector<Symbol>& known = symbols_[name];
    if (known.size() < kMostNamesakes) {
      known.push_back({path, !is_folded_constant(variables, declarator)});
    }
    names_.watch(name);
  }
  definitions_.push_back({specifiers.begin, variables.end,
                          specifiers.has_inline || specifiers.has_static ||
                              specifiers.has_extern_c || specifiers.has_extern,
                          variables});
}

/// A scalar constant is used in constant expressions (array bounds, template arguments), which a
/// reference into device memory can't be; its value is the same everywhere.
bool Symbols::is_folded_constant(const Variables& variables, const Declarator& declarator) const {
  const Specifiers& specifiers = variables.specifiers;
  if (declarator.is_array || declarator.is_pointer) return false;
  if (specifiers.has_constexpr) return specifiers.has_builtin_type;
  return specifiers.has_const && specifiers.has_builtin_type && !specifiers.has_floating_type &&
         declarator.init != kNone;
}

void Symbols::finish() {
  for (const Definition& definition : definitions_) finish(definition);
}

void Symbols::finish(const Definition& definition) {
  const Variables& variables = definition.variables;
  const bool is_declaration = is_extern_declaration(variables);
  bool is_external = is_declaration;
  for (const Declarator& declarator : variables.declarators) {
    is_external |= externs_.count(unit_.source.spelling(declarator.name)) != 0;
  }
  if (!is_external && !definition.external) unit_.insert_before(definition.begin, "static ");
  if (variables.specifiers.managed) {
    for (const Declarator& declarator : variables.declarators) {
      const std::string name(unit_.source.spelling(declarator.name));
      unit_.replace(declarator.name, "warpup_managed_" + name);
    }
  }
  std::string references;
  for (const Declarator& declarator : variables.declarators) {
    references += reference(definition, declarator, !is_external);
    if (variables.template_begin != kNone) break;  // a template declares one variable
  }
  unit_.insert_after(definition.semicolon, std::move(references));
}

/// The reference by which device code knows the variable.
std::string Symbols::reference(const Definition& definition, const Declarator& declarator,
                               bool is_static) {
  const Variables& variables = definition.variables;
  const Specifiers& specifiers = variables.specifiers;
  const std::string name(unit_.source.spelling(declarator.name));
  const std::string shadow = (specifiers.managed ? "warpup_managed_" : "") + name;
  const std::string alias = (specifiers.managed ? "" : "warpup_dev_") + name;
  std::string arguments;
  for (const TemplateParameter& parameter : variables.template_parameters) {
    if (parameter.name == kNone) break;
    arguments += arguments.empty() ? "<" : ", ";
    arguments += unit_.source.spelling(parameter.name);
  }
  if (!arguments.empty()) arguments += '>';
  std::string text = " ";
  if (variables.template_begin != kNone) {
    text += copy(unit_.source, variables.template_begin, variables.template_end) + ' ';
  }
  if (is_extern_declaration(variables)) {
    return text + "extern decltype(" + shadow + arguments + ")& " + alias + ';';
  }
  const char* kind = specifiers.managed    ? "kManaged"
                     : specifiers.constant ? "kConstant"
                                           : "kDevice";
  // The reference lies on the host, yet kernels read it: its section tells the checker.
  const char* section = arguments.empty() ? "__attribute__((section(\"warpup_symbols\"))) " : "";
  return text + "[[maybe_unused]] " + (is_static ? "static " : "") + "decltype(" + shadow +
         arguments + ")& " + section + alias + " = ::warpup::device_symbol(" + shadow + arguments +
         ", \"" + name + "\", ::warpup::SymbolKind::" + kind + ", " +
         unit_.file_literal(declarator.name) + ", " + unit_.line_literal(declarator.name) + ");";
}

bool Symbols::is_visible(const Symbol& symbol, std::string_view name,
                         const NamespacePath& path) const {
  const NamespacePath& home = symbol.path;
  if (home.size() <= path.size() && std::equal(home.begin(), home.end(), path.begin())) return true;
  return used_.count(name) != 0 || (!home.empty() && used_.count(home.back()) != 0);
}

bool Symbols::names_symbol(Index i, const std::vector<Symbol>& symbols,
                           const NamespacePath& path) const {
  const std::string_view name = unit_.source.spelling(i);
  const bool qualified = unit_.source.kind(i - 1) == Tok::kColonColon;
  const bool global = qualified && unit_.source.kind(i - 2) != Tok::kIdentifier &&
                      unit_.source.kind(i - 2) != Tok::kGreater;
  const std::string_view qualifier = unit_.source.spelling(i - 2);
  for (const Symbol& symbol : symbols) {
    if (!symbol.renamed) continue;
    if (!qualified && is_visible(symbol, name, path)) return true;
    if (global && symbol.path.empty()) return true;
    if (!qualified || global) continue;
    const bool home = !symbol.path.empty() && symbol.path.back() == qualifier;
    if (home || aliases_.count(qualifier) != 0) return true;
  }
  return false;
}

void Symbols::rename(Index i, Context context, const NamespacePath& path) {
  const auto found = symbols_.find(unit_.source.spelling(i));
  if (found == symbols_.end() || !names_symbol(i, found->second, path)) return;
  const std::string name(unit_.source.spelling(i));
  if (context == Context::kDevice) {
    unit_.replace(i, "warpup_dev_" + name);
    return;
  }
  // the whole qualified name goes inside: ns::NAME
  Index begin = i;
  while (i - begin < kLongestName && unit_.source.kind(begin - 1) == Tok::kColonColon) {
    begin -= unit_.source.kind(begin - 2) == Tok::kIdentifier ? 2 : 1;
  }
  const std::string qualifier = copy(unit_.source, begin, i);
  unit_.replace(begin, i,
                "(*::warpup::pick_symbol(&" + qualifier + name + ", &" + qualifier + "warpup_dev_" +
                    name + "))");
}

}  // namespace warpup::cu2cpp
