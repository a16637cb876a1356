// warpup demo without a terminal: the handout, and what is refused.
#include "catch.hpp"
#include "program.h"

namespace {

bool in_order(const std::string& whole, const std::vector<std::string>& texts) {
  std::size_t at = 0;
  for (const std::string& text : texts) {
    at = whole.find(text, at);
    if (at == std::string::npos) return false;
    at += text.size();
  }
  return true;
}

}  // namespace

TEST_CASE("in a pipe, a demo is a handout of all screens, without escapes") {
  const CourseCopy course;
  const Ran ran = course.run({"demo", "1"});
  CHECK(ran.exit_code == 0);
  CHECK(ran.error.empty());
  CHECK(in_order(ran.out, {"1 hello · step 1 of 2", "Before the first step",
                           " 4 │ void numbers() {", "✓ sum", "1 hello · step 2 of 2",
                           "Between the steps", "Answer: copy", "After the last step."}));
  CHECK(ran.out.find('\x1b') == std::string::npos);
}

TEST_CASE("a handout has the notes if they are asked for") {
  const CourseCopy course;
  course.write(
      "lessons/01_hello/README.md",
      "# 01 hello\n\nText.\n\n<!-- notes: Only the speaker. -->\n\n<!-- run: numbers -->\n");
  CHECK(course.run({"demo", "1"}).out.find("Only the speaker.") == std::string::npos);
  CHECK(course.run({"demo", "1", "--notes", "-"}).says("Only the speaker."));
  CHECK(course.run({"demo", "1", "--notes", "notes.txt"}).exit_code == 2);
}

TEST_CASE("a handout goes on after a crash, and its exit code tells of it") {
  const CourseCopy course;
  const Ran ran = course.run({"demo", "crash"});
  CHECK(ran.exit_code == 4);
  CHECK(in_order(ran.out, {"✓ before", "crashed: SIGSEGV", "✓ after", "The end."}));
  CHECK(course.run({"demo", "gpu"}).exit_code == 6);
  const Ran unbuilt = course.run({"demo", "uncompiled"});
  CHECK(unbuilt.exit_code == 3);
  CHECK(in_order(unbuilt.out, {"The explanation.", "lesson.cu:2:", "The end."}));
}

TEST_CASE("demo asks which lesson, and shows the list; the event stream is run's") {
  const CourseCopy course;
  const Ran none = course.run({"demo"});
  CHECK(none.exit_code == 2);
  CHECK(none.complains("01 hello: Hello, and every kind of event"));
  CHECK(none.complains("which lesson?"));
  const Ran json = course.run({"demo", "1", "--json"});
  CHECK(json.exit_code == 2);
  CHECK(json.complains("warpup run 1 --json"));
  CHECK(course.run({"demo", "helo"}).complains("warpup demo hello"));
}
