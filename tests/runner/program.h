// The built program, run on a copy of the test course.
#pragma once

#include <string>
#include <vector>

#include "temporary_folder.h"

struct Ran {
  int exit_code = -1;
  std::string out, error;

  bool says(const std::string& text) const { return out.find(text) != std::string::npos; }
  bool complains(const std::string& text) const { return error.find(text) != std::string::npos; }
};

// warpup with these arguments, in `folder`; without a terminal.
Ran run_warpup(const std::vector<std::string>& arguments, const std::filesystem::path& folder = {});

// A copy of tests/runner/course, so that a test may change it.
class CourseCopy : public TemporaryFolder {
 public:
  CourseCopy();
  // With `--course` and `--backend cpu` before the arguments.
  Ran run(std::vector<std::string> arguments) const;
};
