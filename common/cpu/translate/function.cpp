// What follows a function's name: parameters, trailing parts, the body; template parameters.
#include <algorithm>

#include "declaration.h"

namespace warpup::cu2cpp {
namespace {

/// Behind `: a(1), b{2}` that begins at `i`.
Index after_member_initialisers(const Source& source, Index i, Index end) {
  ++i;
  while (i < end) {
    const Index name = after_name(source, i);
    if (source.kind(i) == Tok::kDecltype) {
      i = jump(source, i + 1);
    } else if (name == i) {
      return i;
    } else {
      i = name;
    }
    if (!is_opening(source.kind(i))) return i;
    i = jump(source, i);
    if (source.kind(i) == Tok::kEllipsis) ++i;
    if (source.kind(i) != Tok::kComma) return i;
    ++i;
  }
  return end;
}

Index next_parameter(const Source& source, Index i, Index end) {
  const Index comma = find_separator(source, i, end);
  return comma < end ? comma + 1 : end;
}

TemplateParameter template_parameter(const Source& source, Index i, Index end) {
  if (source.kind(i) == Tok::kTemplate) {  // template <typename> class C
    const Index after = source.kind(i + 1) == Tok::kLess ? after_angles(source, i + 1) : kNone;
    i = after == kNone ? i + 1 : after;
  }
  const Tok kind = source.kind(i);
  if (kind == Tok::kTypename || kind == Tok::kClassKey) {
    Index name = i + 1;
    const bool pack = source.kind(name) == Tok::kEllipsis;
    if (pack) ++name;
    const Tok behind = source.kind(name + 1);
    const bool whole = name + 1 >= end || behind == Tok::kComma || behind == Tok::kEqual;
    if (name >= end || source.kind(name) != Tok::kIdentifier) return {kNone, pack};
    if (whole) return {name, pack};
  }
  const Specifiers specifiers = parse_specifiers(source, i, end);
  const Declarator declarator = parse_declarator(source, specifiers.end, end);
  const bool named = declarator.name != kNone && declarator.name < end;
  return {named ? declarator.name : kNone, declarator.is_pack};
}

}  // namespace

Index find_body(const Source& source, Index& i, Index end) {
  bool trailing_type = false;
  while (i < end) {
    if (is_cuda_qualifier(source.kind(i))) return kNone;
    switch (source.kind(i)) {
      case Tok::kLeftBrace:
        return i;
      case Tok::kArrow:
        trailing_type = true;
        ++i;
        break;
      case Tok::kBuiltinType:
      case Tok::kVoid:
      case Tok::kAuto:  // the next declaration: a semicolon or a body is missing
        if (!trailing_type) return kNone;
        ++i;
        break;
      case Tok::kColon:
        i = after_member_initialisers(source, i, end);
        break;
      case Tok::kSemicolon:
      case Tok::kComma:
      case Tok::kEqual:
      case Tok::kRightBrace:
      case Tok::kTemplate:
      case Tok::kOpaque:
        return kNone;
      case Tok::kLess: {
        const Index after = after_angles(source, i);
        i = after == kNone ? i + 1 : after;
        break;
      }
      default:
        i = jump(source, i);
    }
  }
  return kNone;
}

std::vector<Parameter> parse_parameters(const Source& source, Index open) {
  std::vector<Parameter> parameters;
  const Index end = source.partner(open);
  if (end == kNone) return parameters;
  for (Index i = open + 1; i < end; i = next_parameter(source, i, end)) {
    Parameter parameter;
    parameter.begin = i;
    parameter.specifiers = parse_specifiers(source, i, end);
    parameter.declarator = parse_declarator(source, parameter.specifiers.end, end);
    const Declarator& declarator = parameter.declarator;
    // a function type as a parameter ends behind its own parameters
    parameter.end = std::min(std::max(declarator.end, parameter.specifiers.end), end);
    parameters.push_back(parameter);
    i = std::max(i, parameter.end);
  }
  return parameters;
}

std::vector<TemplateParameter> parse_template_parameters(const Source& source, Index begin,
                                                         Index end) {
  std::vector<TemplateParameter> parameters;
  for (Index i = begin; i < end; i = next_parameter(source, i, end)) {
    parameters.push_back(template_parameter(source, i, end));
  }
  return parameters;
}

}  // namespace warpup::cu2cpp
