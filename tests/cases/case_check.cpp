// case_check FILE.cu FIRST LAST: builds a case once, runs it with each seed from FIRST to LAST, and
// says on stderr where the reports are not what its first line expects. README.md has the rules.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "case_file.h"
#include "case_run.h"
#include "uninit_locals.h"

namespace {

using warpup::DiagnosisEvent;

constexpr double kTimeLimit = 60;  // seconds; machines are slow at times
constexpr double kStopAfter = 3;   // a program that never ends

std::string described(const DiagnosisEvent& d) {
  std::string text =
      fmt::format("{} {} at line {}", d.fault ? "fault" : "note", d.kind, d.place.line);
  if (d.other) text += fmt::format(" and line {}", d.other->line);
  return text + ": " + d.message;
}

bool points_at_a_marked_line(const Case& expected, const DiagnosisEvent& d) {
  const auto here = [&](const warpup::Place& place) {
    return place.file == expected.file && expected.lines.count(place.line) != 0;
  };
  return here(d.place) || (d.other && here(*d.other));
}

// Empty if this diagnosis may be there.
std::string objection_to(const Case& expected, const DiagnosisEvent& d) {
  // A correct program may have a note that says what to think about.
  if (expected.kind == "ok" && !d.fault) return "";
  if (expected.kind != d.kind || expected.is_clean()) return "not expected";
  // What leaks with the memory, a stream say, is a note beside it.
  if (expected.note == d.fault && !(expected.kind == "leak" && !d.fault)) {
    return expected.note ? "a note was expected" : "a fault was expected";
  }
  return points_at_a_marked_line(expected, d) ? "" : "its lines are not the marked ones";
}

void check_diagnoses(const Case& expected, const CaseRun& run, std::vector<std::string>& wrong) {
  bool seen = false;
  for (const DiagnosisEvent& d : run.diagnoses) {
    const std::string objection = objection_to(expected, d);
    if (!objection.empty()) wrong.push_back(objection + ": " + described(d));
    seen = seen || (d.kind == expected.kind && d.fault != expected.note);
  }
  if (!seen && !expected.is_clean()) wrong.push_back("no report of " + expected.kind);
}

void check_end(const Case& expected, const CaseRun& run, std::vector<std::string>& wrong) {
  const warpup::ChildResult& child = run.child;
  const bool late = child.outcome == warpup::Outcome::kTimedOut && !expected.never_ends;
  if (late || child.dropped_events > 0) {
    wrong.push_back("it ended badly: " + child.detail);
  }
  if (!expected.is_clean() && !expected.note) return;
  if (child.outcome != warpup::Outcome::kExited || child.exit_code != 0) {
    wrong.push_back(fmt::format("exit code {}, {}", child.exit_code, child.signal_name));
  }
  if (!expected.result.empty() && run.result != expected.result) {
    wrong.push_back(fmt::format("it printed \"{}\", a GPU \"{}\"", run.result, expected.result));
  } else if (expected.kind == "ok" && run.result.compare(0, 12, "RESULT: PASS") != 0) {
    wrong.push_back("it printed \"" + run.result + "\", not RESULT: PASS");
  }
}

// Uninitialised local variables, which the runner finds by building and running once more.
std::vector<DiagnosisEvent> locals_of(const Case& expected, const warpup::BuildResult& built) {
  warpup::ChildRequest child;
  child.limits.seconds = kTimeLimit;
  const std::string line =
      warpup::find_uninit_local(case_request(expected.file), built, child, case_toolchain(), true);
  if (line.empty()) return {};
  return {std::get<DiagnosisEvent>(warpup::parse_event(line))};
}

// What every schedule must report alike: kinds and lines, in the order of the report.
std::vector<std::string> outline(const std::vector<DiagnosisEvent>& diagnoses) {
  std::vector<std::string> lines;
  for (const DiagnosisEvent& d : diagnoses) {
    lines.push_back(fmt::format("{} {} {}:{}", d.fault ? "fault" : "note", d.kind, d.place.line,
                                d.other ? d.other->line : 0));
  }
  return lines;
}

// How many things are wrong. `usual` is the outline of the first seed.
std::size_t check_seed(const Case& expected, const std::filesystem::path& program,
                       const std::vector<DiagnosisEvent>& locals, std::uint64_t seed,
                       std::optional<std::vector<std::string>>& usual) {
  CaseRun run = run_case(program, seed, expected.never_ends ? kStopAfter : kTimeLimit);
  run.diagnoses.insert(run.diagnoses.end(), locals.begin(), locals.end());
  std::vector<std::string> wrong;
  check_diagnoses(expected, run, wrong);
  check_end(expected, run, wrong);
  const std::vector<std::string> now = outline(run.diagnoses);
  if (usual && *usual != now) {
    wrong.push_back(fmt::format("not the reports of the first seed: {} | {}",
                                fmt::join(*usual, ", "), fmt::join(now, ", ")));
  }
  if (!usual) usual = now;
  for (const std::string& text : wrong) {
    fmt::print(stderr, "{}, seed {}: {}\n", expected.name, seed, text);
  }
  if (!wrong.empty()) std::fputs((run.out + run.error).c_str(), stderr);
  return wrong.size();
}

std::size_t check(const std::string& file, std::uint64_t first, std::uint64_t last) {
  const Case expected = read_case(file);
  const warpup::BuildResult built = build_case(expected.file);
  const std::vector<DiagnosisEvent> locals = locals_of(expected, built);
  std::size_t wrong = 0;
  std::optional<std::vector<std::string>> usual;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    wrong += check_seed(expected, built.program, locals, seed, usual);
  }
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: case_check FILE.cu FIRST_SEED LAST_SEED\n", stderr);
    return 2;
  }
  try {
    return check(argv[1], std::stoull(argv[2]), std::stoull(argv[3])) == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
