// The judged outcome: what became of a lesson, an exercise or a learner's program.
#pragma once

#include <string>
#include <vector>

#include "child.h"
#include "events.h"

namespace warpup {

enum class JudgedOutcome {
  kPassed,
  kFailed,
  kDiagnosed,
  kDidNotBuild,
  kCrashed,
  kTimedOut,
  kSkipped,
  kInterrupted
};

/// "passed", "did not build", ...
const char* outcome_name(JudgedOutcome outcome);

int outcome_exit_code(JudgedOutcome outcome);

/// The one that decides when several things ran: the worst; skipped only if all were.
JudgedOutcome worse_outcome(JudgedOutcome a, JudgedOutcome b);

struct Judged {
  JudgedOutcome outcome = JudgedOutcome::kPassed;
  std::string message;  // one sentence: why; may be empty when passed
};

/// Counts what one child reports.
class Tally {
 public:
  /// Marks a diagnosis that its step announced, and counts the event.
  void add(Event& event);
  /// Adds the counts of another child of the same run.
  void add(const Tally& other);

  int checks_passed = 0;
  int checks_failed = 0;
  int faults = 0;  // diagnoses that make the outcome "diagnosed"
  int notes = 0;
  int steps = 0;
  int steps_skipped = 0;
  bool open_step = false;  // a step began and did not end
  std::string step;        // the last that began
  bool skipped = false;    // a skip outside of any step
  std::string skip_reason;
  bool has_verdict = false;
  bool verdict_ok = false;
  std::string verdict_message;
  std::string first_fault;  // "race-shared at block_sum.cu:18"
  std::string first_failed_check;

  /// A diagnosis that a step announced and that did not come: "step race: race-shared"; or empty.
  std::string missing_diagnosis() const;

 private:
  struct Expectation {
    std::string step, kind;
    bool seen = false;
  };
  void add_diagnosis(DiagnosisEvent& diagnosis);
  bool announced(const std::string& kind);

  std::vector<Expectation> expectations_;
};

/// What a child is expected to do besides ending well.
struct Expected {
  bool verdict = true;     // a lesson or a judge that ends without a verdict event failed
  bool diagnoses = false;  // the checker is there, so announced diagnoses must come
};

/// What a child's end and its events come to. Throws Failure (internal) if it could not be started.
Judged judge(const Tally& tally, const ChildResult& child, const Expected& expected);

}  // namespace warpup
