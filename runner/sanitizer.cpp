#include "sanitizer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <system_error>

#include "build.h"
#include "failure.h"
#include "sanitizer_output.h"
#include "session.h"
#include "text_file.h"

namespace warpup {
namespace fs = std::filesystem;
namespace {

// A folder for the logs, gone when the runs are.
class LogFolder {
 public:
  LogFolder() {
    std::string name = (fs::temp_directory_path() / "warpup_sanitizer_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw Failure::internal("no folder for compute-sanitizer's reports: " + name,
                              "make room in, or access to, " + fs::temp_directory_path().string());
    }
    path_ = name;
  }
  ~LogFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  LogFolder(const LogFolder&) = delete;
  LogFolder& operator=(const LogFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

bool is_program(const fs::path& file) { return access(file.c_str(), X_OK) == 0; }

// A note that a tool found out nothing, so that silence is no praise.
std::string failure_line(const std::string& tool, const std::string& why) {
  DiagnosisEvent diagnosis;
  diagnosis.kind = "sanitizer";
  diagnosis.fault = false;
  diagnosis.message = fmt::format("{} did not finish its work: {}", tool, why);
  return diagnosis_line(diagnosis);
}

void report(const std::string& tool, const fs::path& log, const ChildResult& result,
            const ChildRequest& child) {
  if (!child.on_event) return;
  const SanitizerOutput output = parse_sanitizer_output(read_file(log).value_or(""));
  for (const DiagnosisEvent& diagnosis : output.diagnoses) {
    child.on_event(diagnosis_line(diagnosis));
  }
  if (!output.failure.empty()) {
    child.on_event(failure_line(tool, output.failure));
  } else if (result.outcome == Outcome::kTimedOut) {
    child.on_event(failure_line(tool, "its time was up; --timeout gives it more"));
  } else if (!fs::exists(log)) {
    child.on_event(failure_line(tool, "it wrote no report. " + result.detail));
  }
}

}  // namespace

fs::path find_sanitizer(const Toolchain& toolchain) {
  const char* name = "compute-sanitizer";
  std::error_code error;
  if (!toolchain.nvcc.empty()) {
    for (const fs::path& nvcc : {toolchain.nvcc, fs::canonical(toolchain.nvcc, error)}) {
      if (is_program(nvcc.parent_path() / name)) return nvcc.parent_path() / name;
    }
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  std::string folder;
  while (std::getline(folders, folder, ':')) {
    if (!folder.empty() && is_program(fs::path(folder) / name)) return fs::path(folder) / name;
  }
  return {};
}

const std::vector<std::string>& sanitizer_tools() {
  static const std::vector<std::string> tools = {"memcheck", "racecheck", "initcheck", "synccheck"};
  return tools;
}

std::vector<std::string> sanitizer_arguments(const std::string& tool, const fs::path& log) {
  std::vector<std::string> arguments = {
      "--tool",        tool, "--log-file",          log.string(), "--demangle", "simple",
      "--strip-paths", "no", "--require-cuda-init", "no"};
  if (tool == "memcheck") arguments.insert(arguments.end(), {"--leak-check", "full"});
  // Hazards name the threads and come first; the analysis names all pairs of lines.
  if (tool == "racecheck") {
    arguments.insert(arguments.end(), {"--racecheck-report", "all", "--print-limit", "2000"});
  }
  return arguments;
}

void prepare_sanitizer(Session& session) {
  if (!session.options().sanitize) return;
  if (session.backend() == Backend::kCpu) {
    session.remark(session.options().fast
                       ? "--sanitize is for the cuda backend; here the check build looks at every "
                         "access: leave out --fast"
                       : "--sanitize is for the cuda backend; here the check build looks at every "
                         "access already");
    return;
  }
  if (!find_sanitizer(configured_toolchain()).empty()) return;
  throw Failure::usage(
      "compute-sanitizer is neither beside nvcc nor on PATH. It is part of the CUDA Toolkit; in "
      "NVIDIA's packages it is cuda-sanitizer-13-0, with your toolkit's version",
      "install it, then warpup doctor; or leave out --sanitize; --backend cpu checks without it");
}

bool is_sanitized(Session& session) {
  return session.options().sanitize && session.backend() == Backend::kCuda;
}

ChildResult run_sanitized(const fs::path& sanitizer, const ChildRequest& child) {
  const LogFolder logs;
  ChildResult first;
  for (const std::string& tool : sanitizer_tools()) {
    const bool is_first = tool == sanitizer_tools().front();
    const fs::path log = logs.path() / tool;
    ChildRequest request = child;
    request.program = sanitizer;
    request.arguments = sanitizer_arguments(tool, log);
    request.arguments.push_back(child.program.string());
    request.arguments.insert(request.arguments.end(), child.arguments.begin(),
                             child.arguments.end());
    if (!is_first) {
      request.on_event = nullptr;
      request.on_stdout = request.on_stderr = nullptr;
      request.forward_stdin = false;
    }
    const ChildResult result = run_child(request);
    if (is_first) first = result;
    if (!is_first) first.seconds += result.seconds;
    report(tool, log, result, child);
    if (result.outcome == Outcome::kInterrupted) first.outcome = Outcome::kInterrupted;
    if (result.outcome == Outcome::kInterrupted || result.outcome == Outcome::kNotStarted) break;
  }
  return first;
}

}  // namespace warpup
