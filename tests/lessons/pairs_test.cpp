// Builds and runs what belongs to the exercises of one lesson: each untouched exercise builds and
// fails, each solution passes, each mutant fails with the kind that its first line names.
//
//   pairs_test COURSE LESSON [cuda]     the cpu backend's check build, or a GPU
//
// On a GPU there is no checker: there a mutant only has to build, and is reported if it passes.
#include <algorithm>
#include <cstdio>
#include <set>
#include <string>

#include "build.h"
#include "course_files.h"
#include "events.h"
#include "outcome.h"

namespace fs = std::filesystem;

namespace {

struct Verdict {
  warpup::JudgedOutcome outcome = warpup::JudgedOutcome::kDidNotBuild;
  std::string message;
  std::set<std::string> kinds;  // of faults
  double seconds = 0;
};

constexpr double kSecondsForOneJudge = 30;

Verdict run_judge(const fs::path& program, bool checked) {
  Verdict verdict;
  warpup::Tally tally;
  warpup::ChildRequest child;
  child.program = program;
  child.limits.seconds = kSecondsForOneJudge;
  child.limits.output_bytes = size_t{16} << 20;
  child.on_event = [&](const std::string& line) {
    warpup::Event event = warpup::parse_event(line);
    tally.add(event);
    warpup::visit_event(
        event,
        [&](const warpup::DiagnosisEvent& e) {
          if (e.fault) verdict.kinds.insert(e.kind);
        },
        [](const auto&) {});
  };
  const warpup::ChildResult result = warpup::run_child(child);
  const warpup::Judged judged = warpup::judge(tally, result, {true, checked});
  verdict.outcome = judged.outcome;
  verdict.message = judged.message;
  verdict.seconds = result.seconds;
  return verdict;
}

class Pairs {
 public:
  Pairs(LessonFiles lesson, warpup::Backend backend)
      : lesson_(std::move(lesson)), backend_(backend) {}

  int run() {
    for (const std::string& name : lesson_.exercise_names()) run_exercise(name);
    std::printf("%d wrong\n", wrong_);
    return wrong_ == 0 ? 0 : 1;
  }

 private:
  bool checked() const { return backend_ == warpup::Backend::kCpu; }

  Verdict try_source(const std::string& name, const fs::path& source) {
    warpup::BuildRequest request;
    request.sources = {source};
    request.cached_sources = {lesson_.judge(name)};
    request.backend = backend_;
    request.name = name;
    const warpup::BuildResult built = warpup::build_program(request);
    if (built.ok) return run_judge(built.program, checked());
    Verdict verdict;
    verdict.message = built.internal_error.empty() ? built.raw : built.internal_error;
    return verdict;
  }

  void report(bool right, const fs::path& source, const Verdict& verdict) {
    if (!right) ++wrong_;
    std::string kinds;
    for (const std::string& kind : verdict.kinds) kinds += " " + kind;
    std::printf("%s %s: %s (%.2f s)%s: %s\n", right ? "ok   " : "WRONG", source.c_str(),
                warpup::outcome_name(verdict.outcome), verdict.seconds, kinds.c_str(),
                verdict.message.c_str());
    std::fflush(stdout);
  }

  void run_exercise(const std::string& name) {
    using Outcome = warpup::JudgedOutcome;
    const Verdict untouched = try_source(name, lesson_.exercise(name));
    // It fails for its answer, not by a storm of reports.
    report(untouched.outcome == Outcome::kFailed && untouched.kinds.empty(), lesson_.exercise(name),
           untouched);
    const Verdict solution = try_source(name, lesson_.solution(name));
    report(solution.outcome == Outcome::kPassed, lesson_.solution(name), solution);
    for (const fs::path& mutant : lesson_.mutants(name)) {
      const Verdict verdict = try_source(name, mutant);
      report(is_caught(verdict, expected_kind(mutant)), mutant, verdict);
    }
  }

  bool is_caught(const Verdict& verdict, const std::string& kind) const {
    using Outcome = warpup::JudgedOutcome;
    if (verdict.outcome == Outcome::kDidNotBuild) return false;
    if (!checked()) return true;
    // "counted": right values that the judge refuses for what they cost; only the checker counts.
    const bool by_judge = kind == "wrong-result" || kind == "counted";
    if (by_judge) return verdict.outcome == Outcome::kFailed && verdict.kinds.empty();
    return verdict.outcome != Outcome::kPassed && verdict.kinds.count(kind) > 0;
  }

  LessonFiles lesson_;
  warpup::Backend backend_;
  int wrong_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: pairs_test COURSE LESSON [cuda]\n");
    return 2;
  }
  const bool cuda = argc > 3 && std::string(argv[3]) == "cuda";
  for (const LessonFiles& lesson : lessons_of(argv[1])) {
    if (lesson.name() != argv[2]) continue;
    return Pairs(lesson, cuda ? warpup::Backend::kCuda : warpup::Backend::kCpu).run();
  }
  std::fprintf(stderr, "%s has no lesson %s\n", argv[1], argv[2]);
  return 2;
}
