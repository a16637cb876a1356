// The lesson library by itself: events, comparisons, numbers as text, a program's steps.
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lesson/json_line.h"
#include "lesson/judge.h"
#include "lesson/lesson.h"
#include "session_events.h"

namespace {

int run(lesson::Program& program, std::vector<std::string> words) {
  words.insert(words.begin(), "lesson");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(&word[0]);
  return program.run(static_cast<int>(argv.size()), argv.data());
}

void good_step() { lesson::check("one", 1, 1); }
void bad_step() { lesson::check("one", 1, 2); }
void throwing_step() { throw std::runtime_error("no device"); }
void parameter_step() { lesson::check("n", 12ll, lesson::parameter("n", 5, 1, 20, "a number")); }
void option_step() { lesson::check("file", "a=b.jpg", lesson::option("image")); }
void failing_judge() {
  lesson::begin_case("n = 3");
  lesson::require_same("sums",
                       lesson::compare(std::vector<int>{1, 2, 3}, std::vector<int>{1, 5, 9}));
  lesson::require("never reached", false, "", "");
}

}  // namespace

TEST_CASE("strings become valid JSON") {
  CHECK(lesson::json_string("a \"b\" \\ \n\t\x01") == "\"a \\\"b\\\" \\\\ \\n\\u0009\\u0001\"");
  CHECK(lesson::json_string("\xe4\xb8\xad") == "\"\xe4\xb8\xad\"");
  CHECK(lesson::json_string("\xff\xe4\xb8") == "\"\\ufffd\\ufffd\\ufffd\"");
  CHECK(lesson::json_string("\xed\xa0\x80") == "\"\\ufffd\\ufffd\\ufffd\"");  // a surrogate
  CHECK(lesson::json_string("\xc0\x80") == "\"\\ufffd\\ufffd\"");             // overlong
  CHECK(lesson::json_number(NAN) == "null");
}

TEST_CASE("numbers as text") {
  CHECK(lesson::grouped(1234567) == "1,234,567");
  CHECK(lesson::grouped(-999) == "-999");
  CHECK(lesson::grouped(-1000) == "-1,000");
  CHECK(lesson::shortest(30.0f) == "30");
  CHECK(lesson::shortest(-1000000.0) == "-1000000");
  CHECK(lesson::shortest(0.1f) == "0.1");
  CHECK(lesson::shortest(16777216.0f) == "16777216");
  CHECK(lesson::shortest(720.0f) == "720");
  CHECK(lesson::shortest(-100000.0f) == "-100000");
  CHECK(lesson::shortest(1e9) == "1000000000");
  CHECK(lesson::shortest(1e20) == "1e+20");
  CHECK(lesson::shortest(2.5e-7f) == "2.5e-07");
  CHECK(lesson::shortest(-INFINITY) == "-inf");
  CHECK(lesson::bytes_text(4096) == "4 KB");
  CHECK(lesson::bytes_text(100) == "100 bytes");
}

TEST_CASE("a comparison names the first element that differs") {
  const auto different = lesson::compare(std::vector<int>{5, 63, 7}, std::vector<int>{5, 0, 0});
  CHECK(different.text() == "element 1: expected 63, got 0; 2 of 3 differ");
  CHECK(lesson::compare(std::vector<int>{}, std::vector<int>{}).same());
  CHECK_FALSE(lesson::compare(std::vector<int>{1}, std::vector<int>{}).same());
  CHECK(lesson::compare_near(std::vector<double>{1}, std::vector<float>{1.001f}, 0.01, 0).same());
  CHECK_FALSE(lesson::compare_near(std::vector<double>{1}, std::vector<float>{NAN}, 1, 1).same());
}

TEST_CASE("texts are compared, and not where they lie") {
  const std::string got = "success";
  CHECK(lesson::check("a text", "success", got.c_str()));
  CHECK_FALSE(lesson::check("another text", "failure", got.c_str()));
}

TEST_CASE("a lesson with a failed check ends with 1 and goes on to the next step") {
  lesson::Program program;
  program.step("bad", "Bad", bad_step);
  program.step("good", "Good", good_step);
  int code = 0;
  const std::string events = events_of([&] { code = run(program, {}); });
  CHECK(code == 1);
  CHECK(events.rfind("{\"event\":\"hello\",\"version\":1,\"backend\":\"cpu\"", 0) == 0);
  CHECK(holds(events, "\"name\":\"bad\",\"ok\":false"));
  CHECK(holds(events, "\"name\":\"good\",\"ok\":true"));
  CHECK(
      holds(events, "{\"event\":\"verdict\",\"ok\":false,\"message\":\"1 of 2 steps passed\"}\n"));
}

TEST_CASE("an exception ends the lesson with the reason") {
  lesson::Program program;
  program.step("throws", "Throws", throwing_step);
  program.step("good", "Good", good_step);
  const std::string events = events_of([&] { CHECK(run(program, {}) == 1); });
  CHECK(holds(events, "no device"));
  CHECK_FALSE(holds(events, "\"good\""));
}

TEST_CASE("steps are listed, chosen by name, and take parameters") {
  lesson::Program program;
  program.step("bad", "Bad", bad_step);
  program.step("set", "Set", parameter_step);
  const std::string listed = events_of([&] { CHECK(run(program, {"--list"}) == 0); });
  CHECK(listed ==
        "{\"event\":\"step_info\",\"name\":\"bad\",\"title\":\"Bad\"}\n"
        "{\"event\":\"step_info\",\"name\":\"set\",\"title\":\"Set\"}\n");
  events_of([&] { CHECK(run(program, {"--step", "set", "--set", "n=12"}) == 0); });
  const std::string refused = events_of([&] {
    CHECK(run(program, {"--step", "set", "--set", "n=21"}) == 2);
  });
  CHECK(holds(refused, "\"value\":21,\"usual\":5,\"minimum\":1,\"maximum\":20"));
  CHECK_FALSE(holds(refused, "\"check\""));
  CHECK_FALSE(holds(refused, "verdict"));
  events_of([&] { CHECK(run(program, {"--step", "none"}) == 2); });
  events_of([&] { CHECK(run(program, {"--set", "n=many"}) == 2); });
}

TEST_CASE("options reach the lesson; what is not given is empty") {
  lesson::Program program;
  program.step("option", "Option", option_step);
  events_of([&] {
    CHECK(run(program, {"--option", "image=none", "--option", "image=a=b.jpg"}) == 0);
  });
  events_of([&] { CHECK(run(program, {"--option", "image"}) == 2); });
  events_of([&] {
    CHECK(run(program, {}) == 1);
    CHECK(lesson::option("image").empty());
  });
}

TEST_CASE("a judge ends at its first failure and says where") {
  const std::string events = events_of([] { CHECK(lesson::run_judge("x", failing_judge) == 1); });
  CHECK(holds(events, "n = 3: sums"));
  CHECK(holds(events, "n = 3: sums: element 1: expected 2, got 5; 2 of 3 differ"));
  CHECK_FALSE(holds(events, "never reached"));
}
