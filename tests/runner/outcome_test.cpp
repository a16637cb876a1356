#include "outcome.h"

#include "catch.hpp"
#include "failure.h"

using namespace warpup;

namespace {

Tally tally_of(const std::vector<std::string>& lines) {
  Tally tally;
  for (const std::string& line : lines) {
    Event event = parse_event(line);
    tally.add(event);
  }
  return tally;
}

ChildResult ended(Outcome outcome, int exit_code = 0) {
  ChildResult child;
  child.outcome = outcome;
  child.exit_code = exit_code;
  child.signal_name = "SIGSEGV";
  return child;
}

JudgedOutcome judged(const std::vector<std::string>& lines, const ChildResult& child,
                     const Expected& expected = {}) {
  return judge(tally_of(lines), child, expected).outcome;
}

const std::string kGoodVerdict = R"({"event":"verdict","ok":true})";
const std::string kBadVerdict = R"({"event":"verdict","ok":false,"message":"wrong sum"})";
const std::string kRace =
    R"({"event":"diagnosis","kind":"race-shared","severity":"fault","message":"A race."})";
const std::string kNote = R"({"event":"diagnosis","kind":"race-global","severity":"note"})";
const std::string kFailedCheck =
    R"({"event":"check","name":"sum","expected":"5","got":"4","ok":false})";

}  // namespace

TEST_CASE("a good verdict and exit code 0 pass") {
  CHECK(judged({kGoodVerdict}, ended(Outcome::kExited)) == JudgedOutcome::kPassed);
  CHECK(judged({kNote, kGoodVerdict}, ended(Outcome::kExited)) == JudgedOutcome::kPassed);
}

TEST_CASE("a judge or lesson without a verdict failed, even with exit code 0") {
  CHECK(judged({}, ended(Outcome::kExited)) == JudgedOutcome::kFailed);
  CHECK(judged({}, ended(Outcome::kExited), Expected{false, false}) == JudgedOutcome::kPassed);
}

TEST_CASE("a bad verdict, a failed check or another exit code fail") {
  const Judged bad = judge(tally_of({kBadVerdict}), ended(Outcome::kExited, 1), {});
  CHECK(bad.outcome == JudgedOutcome::kFailed);
  CHECK(bad.message == "wrong sum");
  CHECK(judged({kFailedCheck, kGoodVerdict}, ended(Outcome::kExited)) == JudgedOutcome::kFailed);
  CHECK(judged({kGoodVerdict}, ended(Outcome::kExited, 3)) == JudgedOutcome::kFailed);
}

TEST_CASE("a fault makes the outcome diagnosed, whatever else there is") {
  CHECK(judged({kRace, kGoodVerdict}, ended(Outcome::kExited)) == JudgedOutcome::kDiagnosed);
  CHECK(judged({kRace, kBadVerdict}, ended(Outcome::kExited, 1)) == JudgedOutcome::kDiagnosed);
  CHECK(judged({kRace}, ended(Outcome::kSignalled)) == JudgedOutcome::kDiagnosed);
  CHECK(judged({kRace}, ended(Outcome::kTimedOut)) == JudgedOutcome::kTimedOut);
}

TEST_CASE("ends that are no exit have outcomes of their own") {
  CHECK(judged({kGoodVerdict}, ended(Outcome::kSignalled)) == JudgedOutcome::kCrashed);
  CHECK(judged({}, ended(Outcome::kMemoryLimit)) == JudgedOutcome::kCrashed);
  CHECK(judged({}, ended(Outcome::kOutputLimit)) == JudgedOutcome::kFailed);
  CHECK(judged({}, ended(Outcome::kTimedOut)) == JudgedOutcome::kTimedOut);
  CHECK(judged({}, ended(Outcome::kInterrupted)) == JudgedOutcome::kInterrupted);
  CHECK_THROWS_AS(judged({}, ended(Outcome::kNotStarted)), Failure);
}

TEST_CASE("a crash says in which step it was") {
  const Judged crash =
      judge(tally_of({R"({"event":"step","name":"sum_atomic"})"}), ended(Outcome::kSignalled), {});
  CHECK(crash.message == "SIGSEGV ended it in step sum_atomic");
}

TEST_CASE("an announced diagnosis is no fault, but it must come") {
  const std::vector<std::string> begin = {R"({"event":"step","name":"race"})",
                                          R"({"event":"expect_diagnosis","kind":"race-shared"})"};
  std::vector<std::string> shown = begin;
  shown.insert(shown.end(),
               {kRace, R"({"event":"step_end","name":"race","ok":true})", kGoodVerdict});
  CHECK(judged(shown, ended(Outcome::kExited), Expected{true, true}) == JudgedOutcome::kPassed);

  std::vector<std::string> missing = begin;
  missing.insert(missing.end(), {R"({"event":"step_end","name":"race","ok":true})", kGoodVerdict});
  CHECK(judged(missing, ended(Outcome::kExited), Expected{true, true}) == JudgedOutcome::kFailed);
  CHECK(judged(missing, ended(Outcome::kExited), Expected{true, false}) == JudgedOutcome::kPassed);
}

TEST_CASE("what one step announces is a fault in another") {
  CHECK(judged({R"({"event":"step","name":"race"})",
                R"({"event":"expect_diagnosis","kind":"race-shared"})", kRace,
                R"({"event":"step_end","name":"race","ok":true})",
                R"({"event":"step","name":"right"})", kRace, kGoodVerdict},
               ended(Outcome::kExited)) == JudgedOutcome::kDiagnosed);
}

TEST_CASE("a run is skipped if all of it is") {
  const std::string skip = R"({"event":"skip","reason":"needs a GPU"})";
  CHECK(judged({skip, kGoodVerdict}, ended(Outcome::kExited)) == JudgedOutcome::kSkipped);
  const std::vector<std::string> one = {R"({"event":"step","name":"a"})", skip,
                                        R"({"event":"step_end","name":"a","ok":true})"};
  std::vector<std::string> all = one;
  all.push_back(kGoodVerdict);
  CHECK(judged(all, ended(Outcome::kExited)) == JudgedOutcome::kSkipped);
  std::vector<std::string> some = one;
  some.insert(some.end(), {R"({"event":"step","name":"b"})",
                           R"({"event":"step_end","name":"b","ok":true})", kGoodVerdict});
  CHECK(judged(some, ended(Outcome::kExited)) == JudgedOutcome::kPassed);
}

TEST_CASE("the worst outcome decides, and each has its exit code") {
  CHECK(worse_outcome(JudgedOutcome::kPassed, JudgedOutcome::kSkipped) == JudgedOutcome::kPassed);
  CHECK(worse_outcome(JudgedOutcome::kPassed, JudgedOutcome::kFailed) == JudgedOutcome::kFailed);
  CHECK(worse_outcome(JudgedOutcome::kCrashed, JudgedOutcome::kFailed) == JudgedOutcome::kCrashed);
  CHECK(outcome_exit_code(JudgedOutcome::kPassed) == 0);
  CHECK(outcome_exit_code(JudgedOutcome::kDiagnosed) == 1);
  CHECK(outcome_exit_code(JudgedOutcome::kDidNotBuild) == 3);
  CHECK(outcome_exit_code(JudgedOutcome::kCrashed) == 4);
  CHECK(outcome_exit_code(JudgedOutcome::kTimedOut) == 5);
  CHECK(outcome_exit_code(JudgedOutcome::kSkipped) == 6);
}
