#include "lesson/check.h"

#include <cmath>

#include "lesson/diagnoses.h"
#include "lesson/sink.h"

namespace lesson {

bool record_check(const std::string& name, const std::string& expected, const std::string& got,
                  const std::string& tolerance, bool ok) {
  if (!ok) tell_diagnoses();  // the cause comes before the failure
  session().sink->check({name, expected, got, tolerance, ok});
  if (!ok && !session().failed) {
    session().failed = true;
    session().first_failure = name + ": expected " + expected + ", got " + got;
  }
  return ok;
}

bool check_near(const std::string& name, double expected, double got, double tolerance,
                const std::string& why) {
  const std::string bound = format("%.3g", tolerance) + (why.empty() ? "" : ", " + why);
  return record_check(name, format("%.9g", expected), format("%.9g", got), bound,
                      std::fabs(got - expected) <= tolerance);
}

bool check_that(const std::string& name, bool ok, const std::string& claim,
                const std::string& got) {
  return record_check(name, claim, got, "", ok);
}

bool check_same(const std::string& name, const Comparison& c) {
  if (c.same()) {
    const std::string all = grouped(static_cast<long long>(c.size)) + " equal elements";
    return record_check(name, all, all, c.tolerance, true);
  }
  return record_check(name, "element " + std::to_string(c.first) + ": " + c.expected, c.got,
                      c.tolerance, false);
}

}  // namespace lesson
