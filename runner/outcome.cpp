#include "outcome.h"

#include <fmt/format.h>

#include <algorithm>

#include "failure.h"
#include "text_file.h"

namespace warpup {
namespace {

// From best to worst.
int rank(JudgedOutcome outcome) {
  switch (outcome) {
    case JudgedOutcome::kSkipped:
      return 0;
    case JudgedOutcome::kPassed:
      return 1;
    case JudgedOutcome::kFailed:
      return 2;
    case JudgedOutcome::kDiagnosed:
      return 3;
    case JudgedOutcome::kDidNotBuild:
      return 4;
    case JudgedOutcome::kTimedOut:
      return 5;
    case JudgedOutcome::kCrashed:
      return 6;
    case JudgedOutcome::kInterrupted:
      return 7;
  }
  return 7;
}

std::string in_step(const Tally& tally) {
  return tally.open_step ? fmt::format(" in step {}", tally.step) : "";
}

Judged judge_end(const Tally& tally, const ChildResult& child) {
  switch (child.outcome) {
    case Outcome::kInterrupted:
      return {JudgedOutcome::kInterrupted, ""};
    case Outcome::kTimedOut:
      return {JudgedOutcome::kTimedOut,
              fmt::format("it had not ended after {:.3g} s{}", child.seconds, in_step(tally))};
    case Outcome::kMemoryLimit:
      return {JudgedOutcome::kCrashed, child.detail + in_step(tally)};
    case Outcome::kOutputLimit:
      return {JudgedOutcome::kFailed, child.detail + in_step(tally)};
    case Outcome::kSignalled:
      return {JudgedOutcome::kCrashed,
              fmt::format("{} ended it{}", child.signal_name, in_step(tally))};
    case Outcome::kExited:
      break;
    case Outcome::kNotStarted:
      throw Failure::internal("the program could not be started: " + child.detail, "warpup doctor");
  }
  return {};
}

Judged judge_exit(const Tally& tally, const ChildResult& child, const Expected& expected) {
  const auto failed = [](std::string why) {
    return Judged{JudgedOutcome::kFailed, std::move(why)};
  };
  if (tally.has_verdict && !tally.verdict_ok) {
    const bool said = !tally.verdict_message.empty();
    return failed(said ? tally.verdict_message : tally.first_failed_check);
  }
  if (tally.checks_failed > 0) return failed(tally.first_failed_check);
  const std::string missing = expected.diagnoses ? tally.missing_diagnosis() : "";
  if (!missing.empty()) return failed("the checker did not report what was announced: " + missing);
  if (tally.skipped && child.exit_code == kExitPassed) {
    return {JudgedOutcome::kSkipped, tally.skip_reason};
  }
  if (expected.verdict && !tally.has_verdict) {
    return failed(fmt::format("it ended{} with exit code {} and gave no verdict", in_step(tally),
                              child.exit_code));
  }
  if (child.exit_code != kExitPassed) {
    return failed(fmt::format("it ended with exit code {}", child.exit_code));
  }
  if (tally.steps > 0 && tally.steps == tally.steps_skipped) {
    return {JudgedOutcome::kSkipped, tally.skip_reason};
  }
  return {JudgedOutcome::kPassed, tally.verdict_message};
}

}  // namespace

const char* outcome_name(JudgedOutcome outcome) {
  switch (outcome) {
    case JudgedOutcome::kPassed:
      return "passed";
    case JudgedOutcome::kFailed:
      return "failed";
    case JudgedOutcome::kDiagnosed:
      return "diagnosed";
    case JudgedOutcome::kDidNotBuild:
      return "did not build";
    case JudgedOutcome::kCrashed:
      return "crashed";
    case JudgedOutcome::kTimedOut:
      return "timed out";
    case JudgedOutcome::kSkipped:
      return "skipped";
    case JudgedOutcome::kInterrupted:
      return "interrupted";
  }
  return "failed";
}

int outcome_exit_code(JudgedOutcome outcome) {
  switch (outcome) {
    case JudgedOutcome::kPassed:
      return kExitPassed;
    case JudgedOutcome::kFailed:
    case JudgedOutcome::kDiagnosed:
      return kExitFailed;
    case JudgedOutcome::kDidNotBuild:
      return kExitDidNotBuild;
    case JudgedOutcome::kCrashed:
      return kExitCrashed;
    case JudgedOutcome::kTimedOut:
      return kExitTimedOut;
    case JudgedOutcome::kSkipped:
      return kExitSkipped;
    case JudgedOutcome::kInterrupted:
      return kExitInterrupted;
  }
  return kExitInternal;
}

JudgedOutcome worse_outcome(JudgedOutcome a, JudgedOutcome b) { return rank(a) < rank(b) ? b : a; }

void Tally::add(Event& event) {
  if (auto* diagnosis = std::get_if<DiagnosisEvent>(&event)) add_diagnosis(*diagnosis);
  visit_event(
      event,
      [this](const StepEvent& e) {
        ++steps;
        step = e.name;
        open_step = true;
      },
      [this](const StepEndEvent&) { open_step = false; },
      [this](const CheckEvent& e) {
        ++(e.ok ? checks_passed : checks_failed);
        if (e.ok || !first_failed_check.empty()) return;
        first_failed_check = fmt::format("{}: expected {}, got {}", e.name, e.expected, e.got);
      },
      [this](const ExpectDiagnosisEvent& e) {
        expectations_.push_back({open_step ? step : "", e.kind});
      },
      [this](const SkipEvent& e) {
        skip_reason = e.reason;
        if (open_step) ++steps_skipped;
        skipped = skipped || !open_step;
      },
      [this](const VerdictEvent& e) {
        has_verdict = true;
        verdict_ok = e.ok;
        verdict_message = e.message;
      },
      [](const auto&) {});
}

void Tally::add(const Tally& other) {
  checks_passed += other.checks_passed;
  checks_failed += other.checks_failed;
  faults += other.faults;
  notes += other.notes;
  steps += other.steps;
  steps_skipped += other.steps_skipped;
  if (first_failed_check.empty()) first_failed_check = other.first_failed_check;
  if (first_fault.empty()) first_fault = other.first_fault;
}

void Tally::add_diagnosis(DiagnosisEvent& diagnosis) {
  diagnosis.expected = announced(diagnosis.kind);
  const bool counts = diagnosis.fault && !diagnosis.expected;
  ++(counts ? faults : notes);
  if (!counts || !first_fault.empty()) return;
  first_fault = diagnosis.kind;
  const Place& place = diagnosis.place;
  if (!place.file.empty() && place.line > 0) {
    first_fault += fmt::format(" at {}:{}", shown_path(place.file), place.line);
  }
}

// A leak is reported when the program ends, after the step that announced it.
bool Tally::announced(const std::string& kind) {
  bool result = false;
  for (Expectation& expectation : expectations_) {
    if (expectation.kind != kind || (open_step && expectation.step != step)) continue;
    expectation.seen = true;
    result = true;
  }
  return result;
}

std::string Tally::missing_diagnosis() const {
  for (const Expectation& expectation : expectations_) {
    if (!expectation.seen) return fmt::format("step {}: {}", expectation.step, expectation.kind);
  }
  return "";
}

Judged judge(const Tally& tally, const ChildResult& child, const Expected& expected) {
  Judged judged = judge_end(tally, child);
  if (judged.outcome == JudgedOutcome::kInterrupted || judged.outcome == JudgedOutcome::kTimedOut) {
    return judged;
  }
  if (tally.faults > 0) {
    const std::string end = judged.message.empty() ? "" : "; then " + judged.message;
    return {JudgedOutcome::kDiagnosed, tally.first_fault + end};
  }
  if (child.outcome != Outcome::kExited) return judged;
  return judge_exit(tally, child, expected);
}

}  // namespace warpup
