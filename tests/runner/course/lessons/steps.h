// A lesson program of named steps, by hand.
#pragma once

#include <string>
#include <vector>

#include "events.h"

struct Step {
  std::string name;
  void (*run)();
};

inline void run_step(const Step& step) {
  event(R"({"event":"step","name":")" + step.name + R"(","title":"The step )" + step.name + "\"}");
  step.run();
  event(R"({"event":"step_end","name":")" + step.name + R"(","ok":true,"seconds":0.01})");
}

// Options are printed; `--list` lists the steps, `--step NAME` (any number of them) runs these,
// nothing runs all.
inline int run_steps(const std::vector<Step>& steps, int argc, char** argv) {
  std::vector<std::string> chosen;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--list") {
      for (const Step& step : steps) event(R"({"event":"step_info","name":")" + step.name + "\"}");
      return 0;
    }
    if (std::string(argv[i]) == "--step" && i + 1 < argc) chosen.push_back(argv[++i]);
    if (std::string(argv[i]) == "--option" && i + 1 < argc) std::printf("given %s\n", argv[++i]);
  }
  event(R"({"event":"hello","version":1,"backend":"cpu","device":"a test"})");
  for (const std::string& name : chosen) {
    for (const Step& step : steps) {
      if (step.name == name) run_step(step);
    }
  }
  return verdict(true, "");
}
