#include "case_run.h"

#include <stdexcept>
#include <variant>

namespace fs = std::filesystem;

namespace {

// The first line that says RESULT, from there on.
std::string result_line(const std::string& out) {
  const auto begin = out.find("RESULT: ");
  return begin == std::string::npos ? "" : out.substr(begin, out.find('\n', begin) - begin);
}

}  // namespace

warpup::Toolchain case_toolchain() {
  warpup::Toolchain toolchain = warpup::configured_toolchain();
  toolchain.cache_root = CASE_CACHE;
  return toolchain;
}

warpup::BuildRequest case_request(const fs::path& file) {
  warpup::BuildRequest request;
  request.sources = {file};
  request.with_lesson_library = false;
  request.name = file.stem().string();
  return request;
}

warpup::BuildResult build_case(const fs::path& file) {
  warpup::BuildResult built = warpup::build_program(case_request(file), case_toolchain());
  if (!built.ok) {
    throw std::runtime_error(file.string() + " did not build: " + built.internal_error + built.raw);
  }
  return built;
}

CaseRun run_case(const fs::path& program, std::uint64_t seed, double seconds) {
  CaseRun run;
  warpup::ChildRequest request;
  request.program = program;
  request.environment = {{"WARPUP_SEED", std::to_string(seed)}};
  request.limits.seconds = seconds;
  request.on_event = [&run](const std::string& line) {
    const warpup::Event event = warpup::parse_event(line);
    if (const auto* diagnosis = std::get_if<warpup::DiagnosisEvent>(&event)) {
      run.diagnoses.push_back(*diagnosis);
    }
  };
  request.on_stdout = [&run](std::string_view bytes) { run.out += bytes; };
  request.on_stderr = [&run](std::string_view bytes) { run.error += bytes; };
  run.child = warpup::run_child(request);
  run.result = result_line(run.out);
  return run;
}
