// A lesson's main: its steps, in order, under the names that its README uses.
//
//   int main(int argc, char** argv) {
//     lesson::Program program;
//     program.step("sum_101", "0 + 1 + ... + 100", sum_101);
//     return program.run(argc, argv);
//   }
#pragma once

#include <string>
#include <vector>

namespace lesson {

class Program {
 public:
  using Function = void (*)();

  void step(const std::string& name, const std::string& title, Function function);

  /// For lessons about the very first API call: nothing is asked of the device before the steps
  /// begin, so the device's name is not reported.
  void leave_device_untouched() { device_untouched_ = true; }

  /// `prog` runs every step, `prog --step NAME` those named, `prog --list` lists them; `--set
  /// NAME=VALUE` changes a parameter, `--option NAME=VALUE` gives an option. Returns the exit code:
  /// 0 all checks ok, 1 a check failed, 2 usage.
  int run(int argc, char** argv);

 private:
  struct Step {
    std::string name, title;
    Function function;
  };
  enum class StepEnd { kPassed, kFailed, kThrew };
  const Step* find(const std::string& name) const;
  static StepEnd run_step(const Step& step);
  int run_steps(const std::vector<const Step*>& chosen) const;

  std::vector<Step> steps_;
  bool device_untouched_ = false;
};

}  // namespace lesson

/// Declares a function that only a `*_gpu.cu` file defines, which the cpu build leaves out: its
/// address is null there. A macro, because an attribute can't come from a function.
#define WARPUP_GPU_ONLY __attribute__((weak))
