#include "uninit_locals.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>

#include "failure.h"
#include "launch.h"
#include "session.h"
#include "text_file.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr char kPattern[] = "-ftrivial-auto-var-init=pattern";

struct Suspect {
  std::string name;
  fs::path file;  // absolute
  int declared = 0, used = 0;
  bool is_array = false;
};

std::optional<std::string> suspected_name(const CompilerMessage& message) {
  static const std::regex kWarning("(?:‘|')(.+?)(?:’|') (?:may be|is) used uninitialized.*");
  std::smatch match;
  if (message.severity != "warning" || !std::regex_match(message.text, match, kWarning)) {
    return std::nullopt;
  }
  return match[1].str();
}

bool is_learners(const fs::path& file, const BuildRequest& request) {
  return std::any_of(request.sources.begin(), request.sources.end(), [&](const fs::path& source) {
    return fs::absolute(source).lexically_normal() == file;
  });
}

std::vector<Suspect> suspects(const BuildRequest& request, const BuildResult& built) {
  std::vector<Suspect> result;
  for (std::size_t i = 0; i < built.messages.size(); ++i) {
    const CompilerMessage& message = built.messages[i];
    const auto name = suspected_name(message);
    const fs::path file = fs::absolute(message.file).lexically_normal();
    if (!name || !is_learners(file, request)) continue;
    Suspect suspect{*name, file, message.line, message.line};
    if (i + 1 < built.messages.size() && built.messages[i + 1].severity == "note") {
      suspect.declared = built.messages[i + 1].line;  // "'sum' was declared here"
    }
    result.push_back(suspect);
  }
  return result;
}

// The kernel whose body holds the line; empty where it is another function.
std::string kernel_at(const std::string& source, int line);

// Arrays that kernels declare with no value.
std::vector<Suspect> array_suspects(const BuildRequest& request) {
  static const std::regex kArray(
      R"(^\s*(?:(?:unsigned|signed|long|short)\s+)*[A-Za-z_][\w:]*(?:<[^;=]*>)?\s+(\w+)\s*(?:\[[^\]=]+\]\s*)+;.*)");
  static const std::regex kElsewhere(
      R"(\b(?:__shared__|__constant__|extern|static|return|typedef)\b)");
  std::vector<Suspect> result;
  for (const fs::path& source : request.sources) {
    const fs::path file = fs::absolute(source).lexically_normal();
    const std::string text = read_file(file).value_or("");
    int number = 0;
    for (const std::string& line : split_lines(text)) {
      ++number;
      std::smatch match;
      if (!std::regex_match(line, match, kArray) || std::regex_search(line, kElsewhere)) continue;
      if (kernel_at(text, number).empty()) continue;
      result.push_back({match[1].str(), file, number, number, true});
    }
  }
  return result;
}

struct Trial {
  bool ended = false;  // by itself
  int exit_code = 0;
  std::string fingerprint;  // of all that came back from the device
  bool operator==(const Trial& other) const {
    return ended == other.ended && exit_code == other.exit_code && fingerprint == other.fingerprint;
  }
};

Trial run_once(const fs::path& program, ChildRequest child) {
  Trial trial;
  child.program = program;
  // One worker: blocks in a fixed order, so that races give the same result each time.
  child.environment.emplace_back("WARPUP_WORKERS", "1");
  child.environment.emplace_back("WARPUP_FINGERPRINT", "1");
  child.forward_stdin = false;
  child.on_stdout = child.on_stderr = nullptr;
  child.on_event = [&trial](const std::string& line) {
    const json event = json::parse(line, nullptr, false);
    if (!event.is_object() || event.value("event", "") != "fingerprint") return;
    trial.fingerprint = event.value("value", "");
  };
  const ChildResult result = run_child(child);
  trial.ended = result.outcome == Outcome::kExited;
  trial.exit_code = result.exit_code;
  return trial;
}

std::optional<fs::path> build_with(const char* first_value, BuildRequest request,
                                   const Toolchain& toolchain) {
  request.extra_flags.push_back(std::string("-ftrivial-auto-var-init=") + first_value);
  const BuildResult built = build_program(request, toolchain);
  if (!built.ok) return std::nullopt;
  return built.program;
}

// Whether the results depend on what uninitialised variables hold.
bool matters(const BuildRequest& request, const BuildResult& built, const ChildRequest& child,
             const Toolchain& toolchain) {
  const auto& flags = toolchain.check_flags;
  const bool has_pattern =
      request.check && std::find(flags.begin(), flags.end(), kPattern) != flags.end();
  const auto zeros = build_with("zero", request, toolchain);
  const auto pattern =
      has_pattern ? std::optional(built.program) : build_with("pattern", request, toolchain);
  if (!zeros || !pattern) return false;
  const Trial first = run_once(*zeros, child);
  // The control: a program whose results differ anyway says nothing.
  if (!first.ended || first.fingerprint.empty()) return false;
  if (!(run_once(*zeros, child) == first)) return false;
  return !(run_once(*pattern, child) == first);
}

std::string kernel_at(const std::string& source, int line) {
  std::string text = source;
  std::size_t end = 0;
  for (int i = 1; i < line && end != std::string::npos; ++i) end = text.find('\n', end + 1);
  text.resize(std::min(end, text.size()));
  const std::size_t begin = text.rfind("__global__");
  if (begin == std::string::npos) return "";
  text = std::regex_replace(text.substr(begin), std::regex(R"(__launch_bounds__\s*\([^)]*\))"), "");
  const std::size_t body = text.find('{');
  if (body == std::string::npos) return "";
  int depth = 0;
  for (std::size_t i = body; i < text.size(); ++i) {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    if (depth == 0) return "";
  }
  std::smatch match;
  return std::regex_search(text, match, std::regex(R"((\w+)\s*\()")) ? match[1].str() : "";
}

std::string names_of(const std::vector<Suspect>& list) {
  std::vector<std::string> names;
  for (const Suspect& suspect : list) {
    const std::string name = "`" + suspect.name + "`";
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " or ") + name;
  return text;
}

std::string diagnosis(const std::vector<Suspect>& list) {
  const Suspect& first = list.front();
  json event = {{"event", "diagnosis"},
                {"kind", "uninit"},
                {"severity", "fault"},
                {"file", first.file.string()},
                {"line", first.declared},
                {"message", names_of(list) +
                                " is used before it has a value: the results change with what the "
                                "variable happens to hold at first."},
                {"label", "declared here, with no value"},
                {"what", "declaration"},
                {"count", 1},
                {"cause",
                 "A local variable has no value until it is given one; adding to it starts from "
                 "whatever was there. Seen by running the program with two different "
                 "first values."},
                {"try", first.is_array ? "Give every element a value first: float sums[4] = {};"
                                       : "Initialise it where it is declared: float sum = 0.0f;"},
                {"lesson", "05"},
                {"lesson_title", "kernels"}};
  const std::string kernel = kernel_at(read_file(first.file).value_or(""), first.declared);
  if (!kernel.empty()) event["kernel"] = kernel;
  if (first.used != first.declared) {
    event["other"] = {{"file", first.file.string()},
                      {"line", first.used},
                      {"what", "use"},
                      {"label", "used here"}};
    if (!kernel.empty()) event["other"]["kernel"] = kernel;
  }
  return event.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string find_uninit_local(const BuildRequest& request, const BuildResult& built,
                              const ChildRequest& child, const Toolchain& toolchain, bool arrays) {
  std::vector<Suspect> list = suspects(request, built);
  if (list.empty() && arrays) list = array_suspects(request);
  if (list.empty() || !matters(request, built, child, toolchain)) return "";
  return diagnosis(list);
}

void judge_uninit_locals(Session& session, const BuildRequest& request, const BuildResult& built,
                         const LaunchRequest& launched, LaunchResult& result) {
  const bool ran = result.child.outcome == Outcome::kExited;
  if (!ran || !is_checked(session)) return;
  BuildRequest same = request;
  same.backend = session.backend();
  same.check = true;
  // What a fault or a right answer explains needs no second look, which takes a second.
  const bool arrays =
      result.tally.faults == 0 && !(result.tally.has_verdict && result.tally.verdict_ok);
  const std::string line = find_uninit_local(same, built, child_request(session, launched),
                                             configured_toolchain(), arrays);
  if (line.empty()) return;
  Event event = parse_event(line);
  result.tally.add(event);
  session.renderer().event(event, line);
}

}  // namespace warpup
