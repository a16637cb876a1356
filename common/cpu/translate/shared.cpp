#include "shared.h"

namespace warpup::cu2cpp {
namespace {

constexpr int kLongestLookBack = 256;

/// The first specifier of the declaration that has `__shared__` at `i`.
Index declaration_begin(const Source& source, Index i) {
  for (int steps = 0; steps < kLongestLookBack; ++steps) {
    switch (source.kind(i - 1)) {
      case Tok::kSemicolon:
      case Tok::kLeftBrace:
      case Tok::kRightBrace:
      case Tok::kColon:
      case Tok::kLeftParen:
      case Tok::kComma:
      case Tok::kStatement:
      case Tok::kOpaque:
      case Tok::kEnd:
        return i;
      case Tok::kRightParen: {  // if (x) __shared__ ..., or alignas(16) __shared__ ...
        const Index open = source.partner(i - 1);
        const Tok before = source.kind(open - 1);
        if (open == kNone || (before != Tok::kAttribute && before != Tok::kDecltype)) return i;
        i = open - 1;
        break;
      }
      default:
        --i;
    }
  }
  return i;
}

bool is_erased(Tok kind) {
  return kind == Tok::kStatic || kind == Tok::kExtern || is_cuda_qualifier(kind);
}

class SharedRewriter {
 public:
  SharedRewriter(Unit& unit, Names& names, const Variables& variables, std::string function,
                 int function_depth)
      : unit_(unit),
        names_(names),
        source_(unit.source),
        variables_(variables),
        function_(std::move(function)),
        function_depth_(function_depth) {}

  void rewrite_static();
  void rewrite_dynamic();

 private:
  void erase_specifiers(bool attributes);
  void hoist_class();
  std::string specifier_text() const;
  std::string structure_head(const std::string& name, Index variable) const;
  void declare(const Declarator& declarator, std::string expression);
  std::string spelling(const Declarator& declarator) const {
    return std::string(source_.spelling(declarator.name));
  }

  Unit& unit_;
  Names& names_;
  const Source& source_;
  const Variables& variables_;
  std::string function_;
  int function_depth_;
  std::string hoisted_;  // the typedef's name for a class defined in the declaration
};

/// Each variable becomes the one member of a structure of its own.
void SharedRewriter::rewrite_static() {
  erase_specifiers(false);
  if (variables_.specifiers.class_body != kNone) hoist_class();
  const Index first = hoisted_.empty() ? variables_.specifiers.begin : variables_.specifiers.end;
  for (std::size_t n = 0; n < variables_.declarators.size(); ++n) {
    const Declarator& declarator = variables_.declarators[n];
    const std::string name = spelling(declarator);
    const std::string structure = "warpup_s" + unit_.next_number();
    const std::string expression =
        "::warpup::shared<" + structure + ", " + function_ + ">()." + name;
    const std::string end = " }; [[maybe_unused]] auto& " + name + " = " + expression + ';';
    const Index behind = after_initialiser(source_, declarator, variables_.end);
    if (n == 0) {
      unit_.insert_before(first, structure_head(structure, declarator.name) +
                                     (hoisted_.empty() ? "" : hoisted_ + ' '));
    } else {
      unit_.insert_before(declarator.begin,
                          structure_head(structure, declarator.name) + specifier_text() + ' ');
    }
    if (n + 1 < variables_.declarators.size()) {
      unit_.replace(behind, ";" + end + ' ');
    } else {
      unit_.insert_after(variables_.end, end);
    }
    declare(declarator, expression);
  }
}

/// A type definition of the array, and a reference of that type to the block's dynamic memory.
void SharedRewriter::rewrite_dynamic() {
  erase_specifiers(true);
  unit_.insert_before(variables_.specifiers.begin, "typedef ");
  std::string references;
  for (const Declarator& declarator : variables_.declarators) {
    const std::string type = "warpup_d" + unit_.next_number();
    const std::string expression = "*reinterpret_cast<" + type + "*>(::warpup::dynamic_shared())";
    unit_.replace(declarator.name, type);
    references +=
        " [[maybe_unused]] " + type + "& " + spelling(declarator) + " = " + expression + ';';
    declare(declarator, '(' + expression + ')');
  }
  unit_.insert_after(variables_.end, references);
}

/// `attributes` goes for alignment too, which a type definition can't have.
void SharedRewriter::erase_specifiers(bool attributes) {
  const Specifiers& specifiers = variables_.specifiers;
  Index i = specifiers.begin;
  while (i < variables_.end) {
    if (i == specifiers.class_body) {
      i = jump(source_, i);
      continue;
    }
    const bool attribute = attributes && source_.kind(i) == Tok::kAttribute;
    const bool storage = i < specifiers.end && is_erased(source_.kind(i));
    if (attribute || storage || is_cuda_qualifier(source_.kind(i))) unit_.erase(i);
    i = source_.kind(i) == Tok::kAttribute ? jump(source_, i + 1) : i + 1;
  }
}

void SharedRewriter::hoist_class() {
  const Specifiers& specifiers = variables_.specifiers;
  hoisted_ = "warpup_t" + unit_.next_number();
  unit_.insert_before(specifiers.begin, "typedef ");
  std::string alignment;
  Index i = specifiers.begin;
  while (i < specifiers.class_key) {
    if (source_.kind(i) == Tok::kAttribute) {
      const Index behind = jump(source_, i + 1);
      alignment += copy(source_, i, behind) + ' ';
      unit_.erase(i);
      i = behind;
    } else {
      ++i;
    }
  }
  unit_.insert_before(specifiers.end, hoisted_ + "; ");
  hoisted_ = alignment + hoisted_;
}

/// The specifiers once more, for a further declarator.
std::string SharedRewriter::specifier_text() const {
  if (!hoisted_.empty()) return hoisted_;
  std::string text;
  Index begin = variables_.specifiers.begin;
  for (Index i = begin; i <= variables_.specifiers.end; ++i) {
    if (i < variables_.specifiers.end && !is_erased(source_.kind(i))) continue;
    const std::string part = copy(source_, begin, i);
    if (!part.empty() && !text.empty()) text += ' ';
    text += part;
    begin = i + 1;
  }
  return text;
}

std::string SharedRewriter::structure_head(const std::string& name, Index variable) const {
  return "struct " + name + " { static constexpr const char* warpup_name() { return \"" +
         std::string(source_.spelling(variable)) +
         "\"; } static constexpr const char* warpup_file() { return " +
         unit_.file_literal(variable) + "; } static constexpr int warpup_line() { return " +
         unit_.line_literal(variable) + "; } ";
}

void SharedRewriter::declare(const Declarator& declarator, std::string expression) {
  const std::string_view name = source_.spelling(declarator.name);
  names_.watch(name);
  names_.declare({name, function_depth_, declarator.name, std::move(expression)});
}

/// The specifiers are repeated for each variable.
bool is_too_long(Unit& unit, const Variables& variables) {
  constexpr std::size_t kLongest = 1 << 20;  // characters
  const Specifiers& specifiers = variables.specifiers;
  const std::size_t length =
      unit.source.at(specifiers.end).begin - unit.source.at(specifiers.begin).begin;
  if (length * variables.declarators.size() < kLongest || length < 256) return false;
  unit.error(specifiers.begin, "this declaration is too long");
  return true;
}

bool is_initialised(Unit& unit, const Variables& variables) {
  for (const Declarator& declarator : variables.declarators) {
    if (declarator.init == kNone) continue;
    unit.error(declarator.init,
               "a __shared__ variable can't be initialised here; assign it in the kernel");
    return true;
  }
  return false;
}

}  // namespace

Variables parse_variables(Unit& unit, Index begin, Index end) {
  const Source& source = unit.source;
  Variables variables;
  variables.specifiers = parse_specifiers(source, begin, end);
  Index i = variables.specifiers.end;
  while (i < end) {
    const Declarator declarator = parse_declarator(source, i, end);
    if (declarator.name == kNone || declarator.name >= end) {
      unit.error(std::min(i, end - 1), "expected the name of a variable here");
      return variables;
    }
    variables.declarators.push_back(declarator);
    i = after_initialiser(source, declarator, end);
    const Tok kind = source.kind(i);
    if (i < end && kind == Tok::kSemicolon) {
      variables.end = i;
      return variables;
    }
    if (i >= end || kind != Tok::kComma) {
      unit.error(i - 1, "expected ';' behind this declaration of '" +
                            std::string(source.spelling(declarator.name)) + "'");
      return variables;
    }
    ++i;
  }
  unit.error(end - 1, "expected the name of a variable here");
  return variables;
}

Index rewrite_shared(Unit& unit, Names& names, Index i, Index end, const std::string& function,
                     int function_depth) {
  const Index begin = declaration_begin(unit.source, i);
  const Variables variables = parse_variables(unit, begin, end);
  if (variables.end == kNone || is_initialised(unit, variables) || is_too_long(unit, variables)) {
    return std::max(i + 1, find_semicolon(unit.source, i, end));
  }
  SharedRewriter rewriter(unit, names, variables, function, function_depth);
  if (variables.specifiers.has_extern) {
    rewriter.rewrite_dynamic();
  } else {
    rewriter.rewrite_static();
  }
  return variables.end;
}

void rewrite_namespace_shared(Unit& unit, const Variables& variables) {
  if (variables.end == kNone || is_initialised(unit, variables)) return;
  const Source& source = unit.source;
  const Specifiers& specifiers = variables.specifiers;
  Index first = specifiers.begin;
  while (is_erased(source.kind(first)) || after_attributes(source, first) != first) {
    if (is_erased(source.kind(first))) unit.erase(first);
    first = std::max(first + 1, after_attributes(source, first));
  }
  const bool dynamic = specifiers.has_extern;
  unit.insert_before(first, dynamic ? "extern __thread " : "static __thread ");
  for (Index i = first; i < specifiers.end; ++i) {
    if (i == specifiers.class_body) i = jump(source, i);
    if (is_erased(source.kind(i))) unit.erase(i);
  }
  if (!dynamic) return;
  for (const Declarator& declarator : variables.declarators) {
    unit.insert_after(declarator.end - 1, " __asm__(\"warpup_dynamic_shared_memory\")");
  }
}

}  // namespace warpup::cu2cpp
