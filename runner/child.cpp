#include "child.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <system_error>

#include "child_session.h"
#include "child_stdin.h"

extern char** environ;

namespace warpup {
namespace {

constexpr const char* kEventVariable = "WARPUP_EVENT_FD";

/// The file that `program` names: as execvp finds it. A relative path is of the runner's directory,
/// not of the child's. Empty if PATH has none.
std::string find_program(const std::filesystem::path& program) {
  const std::string name = program.string();
  if (name.find('/') != std::string::npos) return std::filesystem::absolute(program).string();
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!name.empty()) {
    const std::size_t colon = rest.find(':');
    const std::filesystem::path folder(rest.substr(0, colon));
    const std::filesystem::path file = std::filesystem::absolute(folder / name);
    std::error_code none;
    const bool is_file = std::filesystem::is_regular_file(file, none);
    if (is_file && access(file.c_str(), X_OK) == 0) return file.string();
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  return "";
}

bool sets(std::string_view entry, std::string_view name) {
  return entry.size() > name.size() && entry.substr(0, name.size()) == name &&
         entry[name.size()] == '=';
}

/// The runner's environment with the request's changes. An event descriptor that the runner itself
/// was given is not passed on: it means nothing to the child.
std::vector<std::string> child_environment(const ChildRequest& request) {
  std::vector<std::string> result;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    bool replaced = sets(*entry, kEventVariable);
    for (const auto& [name, value] : request.environment) replaced |= sets(*entry, name);
    if (!replaced) result.emplace_back(*entry);
  }
  for (const auto& [name, value] : request.environment) {
    result.push_back(name);
    result.back().append("=").append(value);
  }
  if (request.on_event) {
    result.push_back(std::string(kEventVariable) + "=" + std::to_string(kEventFd));
  }
  return result;
}

ChildResult not_started(std::string detail) {
  ChildResult result;
  result.outcome = Outcome::kNotStarted;
  result.detail = std::move(detail);
  return result;
}

}  // namespace

ChildResult run_child(const ChildRequest& request) {
  SpawnPlan plan;
  try {
    plan.path = find_program(request.program);
    if (plan.path.empty())
      return not_started("there is no program " + request.program.string() + " on PATH");
    plan.arguments.push_back(request.program.string());
    plan.arguments.insert(plan.arguments.end(), request.arguments.begin(), request.arguments.end());
    plan.environment = child_environment(request);
    plan.working_directory = request.working_directory.string();
  } catch (const std::filesystem::filesystem_error& error) {
    return not_started(std::string("can't start ") + request.program.string() + ": " +
                       error.what());
  }
  const TerminalState terminal;
  std::unique_ptr<ChildSession> session;
  try {
    session = std::make_unique<ChildSession>(request);
    session->start(plan);
  } catch (const std::system_error& error) {
    return not_started(std::string("can't start a child: ") + error.what());
  }
  return session->run();
}

}  // namespace warpup
