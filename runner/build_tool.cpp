#include "build_tool.h"

#include "build_fault.h"
#include "child.h"
#include "child_text.h"

namespace warpup {
namespace {

constexpr std::size_t kMostOutput = std::size_t{8} << 20;  // template errors can be endless

/// A text that tools print when the machine fails them, and what to say of it.
struct Symptom {
  const char* text;
  const char* meaning;
};

constexpr Symptom kSymptoms[] = {
    {"No space left on device", "the disk is full; free some space, for example .warpup/cache"},
    {"Disk quota exceeded",
     "your disk quota is used up; free some space, for example .warpup/cache"},
    {"Read-only file system", "the file system is read-only; make it writable"},
    {"Killed signal terminated program",
     "the system ended it, most likely because memory ran out; close other programs and try again"},
    {"virtual memory exhausted", "memory ran out; close other programs and try again"},
    {"out of memory allocating", "memory ran out; close other programs and try again"},
    {"cannot execute", "a part of it is missing; install g++ anew (./warpup does)"},
    {"internal compiler error", "the compiler itself failed; try another version of it"},
};

std::string last_lines(const std::string& text) {
  constexpr std::size_t kMost = 600;
  return text.size() <= kMost ? text : "..." + text.substr(text.size() - kMost);
}

[[noreturn]] void fault(const ToolCall& call, const std::string& what) {
  throw BuildFault(call.role + " (" + call.program.string() + ") " + what);
}

void throw_if_machine_failed(const ToolCall& call, const ChildResult& child,
                             const std::string& text) {
  switch (child.outcome) {
    case Outcome::kNotStarted:
      fault(call, "can't be used: " + child.detail + "; " + call.missing_advice);
    case Outcome::kInterrupted:
      throw BuildFault("the build was interrupted", true);
    case Outcome::kTimedOut:
      fault(call, "took more than " + seconds_text(call.seconds) +
                      "; look for a template that instantiates itself without end");
    case Outcome::kSignalled:
      fault(call, "was ended by " + child.signal_name + ": " + last_lines(text) +
                      "; if it happens again, please report it");
    case Outcome::kMemoryLimit:
    case Outcome::kOutputLimit:
    case Outcome::kExited:
      break;
  }
  if (child.outcome == Outcome::kExited && child.exit_code == 0) return;
  for (const Symptom& symptom : kSymptoms) {
    if (text.find(symptom.text) == std::string::npos) continue;
    fault(call, std::string("failed: ") + symptom.meaning + "\n" + last_lines(text));
  }
}

}  // namespace

ToolOutput run_tool(const ToolCall& call) {
  ToolOutput output;
  const auto collect = [&](std::string_view part) { output.text.append(part); };
  ChildRequest request;
  request.program = call.program;
  request.arguments = call.arguments;
  request.environment = {{"LC_ALL", "C"}, {"TMPDIR", call.temporary.string()}};
  request.limits = {call.seconds, 0, kMostOutput};
  request.on_stdout = collect;
  request.on_stderr = collect;
  const ChildResult child = run_child(request);
  throw_if_machine_failed(call, child, output.text);
  output.ok = child.outcome == Outcome::kExited && child.exit_code == 0;
  return output;
}

}  // namespace warpup
