#include "program.h"

#include "catch.hpp"
#include "child.h"

namespace fs = std::filesystem;

Ran run_warpup(const std::vector<std::string>& arguments, const fs::path& folder) {
  Ran ran;
  warpup::ChildRequest request;
  request.program = WARPUP_PROGRAM;
  request.arguments = arguments;
  request.working_directory = folder;
  request.environment = {{"COLUMNS", "80"}, {"LC_ALL", "C.UTF-8"}, {"NO_COLOR", ""}};
  request.limits.seconds = 300;
  request.on_stdout = [&ran](std::string_view bytes) { ran.out += bytes; };
  request.on_stderr = [&ran](std::string_view bytes) { ran.error += bytes; };
  const warpup::ChildResult result = warpup::run_child(request);
  ran.exit_code = result.exit_code;
  INFO(ran.out << ran.error);
  REQUIRE(result.outcome == warpup::Outcome::kExited);
  return ran;
}

CourseCopy::CourseCopy() { fs::copy(TEST_COURSE, path(), fs::copy_options::recursive); }

Ran CourseCopy::run(std::vector<std::string> arguments) const {
  std::vector<std::string> all = {"--course", ".", "--backend", "cpu"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_warpup(all, path());
}
