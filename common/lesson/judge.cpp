#include "lesson/judge.h"

#include <cstdlib>
#include <exception>
#include <random>

#include "lesson/diagnoses.h"
#include "lesson/format.h"
#include "lesson/report.h"
#include "lesson/sink.h"

namespace lesson {
namespace {

// Ends the judge at the first check that fails; never leaves run_judge.
struct JudgeEnded {};

std::string in_case(const std::string& what) {
  const std::string& name = session().case_name;
  return name.empty() ? what : name + ": " + what;
}

}  // namespace

std::vector<int> edge_sizes() {
  return {0, 1, 31, 32, 33, 255, 256, 257, 997, 5 * 256, 20 * 256 + 13};
}

void begin_case(const std::string& name) { session().case_name = name; }

void require(const std::string& what, bool ok, const std::string& expected,
             const std::string& got) {
  if (!record_check(in_case(what), expected, got, "", ok)) throw JudgeEnded();
}

void require_at_most(const std::string& what, double got, double most) {
  require(what, got <= most, most == 0 ? "none" : format("at most %.0f", most),
          format("%.0f", got));
}

void require_same(const std::string& what, const Comparison& comparison) {
  if (!check_same(in_case(what), comparison)) {
    session().first_failure = in_case(what) + ": " + comparison.text();
    throw JudgeEnded();
  }
}

uint64_t judge_seed() {
  static const uint64_t seed = [] {
    const char* chosen = std::getenv("WARPUP_SEED");
    uint64_t value = chosen ? std::strtoull(chosen, nullptr, 10) : 0;
    if (value == 0) value = std::random_device()() % 1000000 + 1;
    text("random inputs from seed " + std::to_string(value));
    return value;
  }();
  return seed;
}

int run_judge(const std::string& exercise, void (*body)()) {
  Session& s = session();
  begin_session(false);
  try {
    body();
  } catch (const JudgeEnded&) {  // recorded already
  } catch (const std::exception& error) {
    record_check(in_case("runs to its end"), "no error", error.what(), "", false);
    s.first_failure = in_case(error.what());
  }
  tell_diagnoses();
  s.sink->verdict(!s.failed, s.failed ? s.first_failure : exercise + " passed every case");
  return s.failed ? 1 : 0;
}

}  // namespace lesson
