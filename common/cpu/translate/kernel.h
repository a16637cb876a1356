// Kernels: a host function of the same name that launches the body for every thread.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "declaration.h"
#include "straight.h"
#include "translate.h"
#include "unit.h"

namespace warpup::cu2cpp {

/// The C++ texts made from a kernel's head.
struct KernelText {
  std::string function;    // static_cast<void(*)(PARAMS)>(&NAME<T>)
  std::string parameters;  // without default arguments, all named
  std::string arguments;   // ", a, b, rest..."
  std::string name;
  std::string signature;  // void NAME(float*, int)
};

class Kernels {
 public:
  Kernels(Unit& unit, const Options& options);

  /// Wraps the body of a kernel definition; returns its texts.
  KernelText define(const Function& kernel);
  /// Notes a kernel's name, and launch bounds given on a declaration.
  void declare(const Function& kernel);
  /// Whether any kernel of that name was seen; a host function of that name makes it unsure.
  bool is_kernel(std::string_view name) const;
  void note_host_function(std::string_view name) { host_functions_[name] = true; }

 private:
  void check(const Function& kernel);
  void check_parameter(const Parameter& parameter);
  KernelText describe(const Function& kernel);
  std::string parameter_text(const Parameter& parameter, std::size_t number, std::string& name);
  std::string signature(const Function& kernel);
  std::string template_arguments(const Function& kernel);
  std::string launch_bounds(const Function& kernel);

  Unit& unit_;
  std::optional<StraightCode> straight_;                      // looked for, if there
  std::unordered_map<std::string_view, std::string> bounds_;  // by kernel name
  std::unordered_map<std::string_view, bool> host_functions_;
};

}  // namespace warpup::cu2cpp
