#include "kernel.h"

namespace warpup::cu2cpp {
namespace {

constexpr std::size_t kLongestHead = 16384;  // characters

/// The built-in variables as parameters of a straight kernel's body.
constexpr const char* kBuiltinParameters =
    "[[maybe_unused]] const ::uint3 threadIdx, [[maybe_unused]] const ::uint3 blockIdx, "
    "[[maybe_unused]] const ::warpup::BuiltinDim blockDim, "
    "[[maybe_unused]] const ::warpup::BuiltinDim gridDim";

}  // namespace

Kernels::Kernels(Unit& unit, const Options& options) : unit_(unit) {
  // Where functions without a qualifier are device code, there is no telling which ones.
  if (options.fast && options.host_code != HostCode::kIsDevice) straight_.emplace(unit.source);
}

KernelText Kernels::define(const Function& kernel) {
  check(kernel);
  declare(kernel);
  const KernelText text = describe(kernel);
  if (text.function.size() > kLongestHead) {  // it is repeated for each shared variable
    unit_.error(kernel.declarator.name, "this kernel's head is too long");
    return text;
  }
  const bool straight = straight_ && straight_->is_straight(kernel);
  std::string parameters = text.parameters;
  if (straight) {
    const bool none = parameters.empty() || parameters == "void";
    parameters = kBuiltinParameters + (none ? "" : ", " + parameters);
  }
  unit_.insert_after(kernel.body,
                     (straight ? " ::warpup::launch_straight<" : " ::warpup::launch<") +
                         text.function + ", " + launch_bounds(kernel) + ">([](" + parameters +
                         ") -> void {");
  unit_.insert_after(unit_.source.partner(kernel.body), text.arguments + "); }");
  return text;
}

void Kernels::declare(const Function& kernel) {
  const std::string_view name = unit_.source.spelling(kernel.declarator.name);
  std::string& bounds = bounds_[name];
  const Index open = kernel.specifiers.launch_bounds + 1;
  if (kernel.specifiers.launch_bounds == kNone || unit_.source.kind(open) != Tok::kLeftParen) {
    return;
  }
  const Index end = unit_.source.partner(open);
  if (end == kNone) return;
  const Index first_end = find_separator(unit_.source, open + 1, end);
  const Index second_end = find_separator(unit_.source, std::min(first_end + 1, end), end);
  const std::string second = copy(unit_.source, first_end + 1, second_end);
  bounds = '(' + copy(unit_.source, open + 1, first_end) + "), (" +
           (second.empty() ? "0" : second) + ')';
}

bool Kernels::is_kernel(std::string_view name) const {
  return bounds_.count(name) != 0 && host_functions_.count(name) == 0;
}

std::string Kernels::launch_bounds(const Function& kernel) {
  const std::string& bounds = bounds_[unit_.source.spelling(kernel.declarator.name)];
  return bounds.empty() ? "(0), (0)" : bounds;
}

void Kernels::check(const Function& kernel) {
  const Specifiers& specifiers = kernel.specifiers;
  const bool returns_value =
      specifiers.has_builtin_type || (specifiers.has_void && kernel.declarator.is_pointer);
  if (returns_value) {
    unit_.error(
        kernel.declarator.name,
        "a __global__ function must return void; write results through a pointer parameter");
  }
  for (const Parameter& parameter : kernel.parameters) check_parameter(parameter);
}

void Kernels::check_parameter(const Parameter& parameter) {
  if (parameter.declarator.is_reference) {
    unit_.error(parameter.begin,
                "a kernel's parameter can't be a reference: pass it by value, or a pointer to "
                "device memory");
  }
  if (parameter.specifiers.shared || parameter.specifiers.constant) {
    unit_.error(parameter.begin, "a parameter can't be __shared__ or __constant__");
  }
}

KernelText Kernels::describe(const Function& kernel) {
  KernelText text;
  std::size_t number = 0;
  for (const Parameter& parameter : kernel.parameters) {
    std::string name;
    if (number > 0) text.parameters += ", ";
    text.parameters += parameter_text(parameter, number++, name);
    if (!name.empty()) text.arguments += ", " + name;
  }
  const Declarator& declarator = kernel.declarator;
  text.function = "static_cast<void(*)(" + text.parameters + ")>(&" +
                  copy(unit_.source, declarator.name_begin, declarator.name_end) +
                  template_arguments(kernel) + ")";
  text.name = unit_.source.spelling(declarator.name);
  text.signature = signature(kernel);
  return text;
}

/// As the compiler spells it: types only. Quotes in it (of alignas("...")) are not to be.
std::string Kernels::signature(const Function& kernel) {
  const Source& source = unit_.source;
  std::string text = "void " + std::string(source.spelling(kernel.declarator.name)) + '(';
  for (const Parameter& parameter : kernel.parameters) {
    if (text.back() != '(') text += ", ";
    const Index name = parameter.declarator.name;
    const bool named = name != kNone && name < parameter.end;
    const Index split = named ? name : parameter.end;
    text += copy(source, parameter.begin, split);
    if (named) text += copy(source, name + 1, parameter.end);
  }
  text += ')';
  for (char& c : text) {
    if (c == '"' || c == '\\' || c == '\n') c = '\'';
  }
  return text;
}

/// The parameter with a name of its own; `name` is how it is passed on.
std::string Kernels::parameter_text(const Parameter& parameter, std::size_t number,
                                    std::string& name) {
  const Source& source = unit_.source;
  const Declarator& declarator = parameter.declarator;
  const bool alone = declarator.name == kNone && !declarator.is_pointer && !declarator.is_array;
  if (alone && parameter.specifiers.has_void) return "void";
  if (!parameter.specifiers.has_type) return copy(source, parameter.begin, parameter.end);
  const std::string pack = declarator.is_pack ? "..." : "";
  if (declarator.name != kNone && declarator.name < parameter.end) {
    name = std::string(source.spelling(declarator.name)) + pack;
    return copy(source, parameter.begin, parameter.end);
  }
  const std::string invented = "warpup_p" + std::to_string(number);
  name = invented + pack;
  const Index split = std::min(std::max(declarator.name_begin, parameter.begin), parameter.end);
  unit_.insert_after(split - 1, ' ' + invented);
  return copy(source, parameter.begin, split) + ' ' + invented + copy(source, split, parameter.end);
}

/// `<T, Rest...>`: the leading parameters that have a name; the others follow from these or from
/// the parameters. Nothing for a specialisation.
std::string Kernels::template_arguments(const Function& kernel) {
  std::string arguments;
  for (const TemplateParameter& parameter : kernel.template_parameters) {
    if (parameter.name == kNone) break;
    arguments += arguments.empty() ? "<" : ", ";
    arguments += unit_.source.spelling(parameter.name);
    if (parameter.is_pack) arguments += "...";
  }
  return arguments.empty() ? arguments : arguments + '>';
}

}  // namespace warpup::cu2cpp
