// The parts of a C++ declaration: specifiers, declarators, parameters.
#pragma once

#include <vector>

#include "navigate.h"
#include "source.h"

namespace warpup::cu2cpp {

struct Specifiers {
  Index begin = kNone;
  Index end = kNone;         // the first token of the first declarator
  Index class_key = kNone;   // struct, class, union or enum
  Index class_body = kNone;  // its '{'
  Index launch_bounds = kNone;
  bool is_enum = false;
  bool has_type = false;
  bool has_static = false;
  bool has_extern = false;
  bool has_extern_c = false;
  bool has_inline = false;
  bool has_constexpr = false;
  bool has_const = false;
  bool has_typedef = false;
  bool has_friend = false;
  bool has_builtin_type = false;
  bool has_floating_type = false;
  bool has_void = false;
  bool global = false;
  bool device = false;
  bool host = false;
  bool shared = false;
  bool constant = false;
  bool managed = false;
};

struct Declarator {
  Index begin = kNone;
  Index end = kNone;         // behind the array bounds or the parameter list
  Index name = kNone;        // the last identifier of the declarator-id
  Index name_begin = kNone;  // its first token; where it would stand if there is none
  Index name_end = kNone;
  Index params = kNone;  // the '(' of a function's parameters
  Index init = kNone;    // '=', '{' or '(' of an initialiser
  bool is_pointer = false;
  bool is_reference = false;
  bool is_array = false;
  bool is_pack = false;
  bool is_nested = false;     // int (*name)[4]
  bool is_qualified = false;  // ns::name
};

Specifiers parse_specifiers(const Source& source, Index i, Index end);
Declarator parse_declarator(const Source& source, Index i, Index end);

/// Behind the initialiser of a declarator (a comma, a semicolon, or something unexpected).
Index after_initialiser(const Source& source, const Declarator& declarator, Index end);

/// The body of the function whose parameters end before `i`: its '{'. kNone for a declaration;
/// `i` is moved to the token behind what was understood.
Index find_body(const Source& source, Index& i, Index end);

struct Parameter {
  Specifiers specifiers;
  Declarator declarator;
  Index begin;
  Index end;  // without the default argument
};

/// The parameters between the parentheses that open at `open`.
std::vector<Parameter> parse_parameters(const Source& source, Index open);

struct TemplateParameter {
  Index name;  // kNone if it has none
  bool is_pack;
};

/// The parameters of `<...>`: [begin, end) without the angles.
std::vector<TemplateParameter> parse_template_parameters(const Source& source, Index begin,
                                                         Index end);

/// A function with all its parts.
struct Function {
  Specifiers specifiers;
  Declarator declarator;
  Index template_open = kNone;  // the '<' of the last template head
  bool is_template = false;
  Index body = kNone;  // its '{'
  std::vector<Parameter> parameters;
  std::vector<TemplateParameter> template_parameters;
};

}  // namespace warpup::cu2cpp
