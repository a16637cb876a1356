#include "render_terminal.h"

#include <sstream>

#include "catch.hpp"
#include "temporary_folder.h"
#include "text_file.h"
#include "text_width.h"

using namespace warpup;

namespace {

Subject subject_of(Subject::Kind kind) {
  Subject subject;
  subject.kind = kind;
  subject.name = "block_sum";
  subject.label = "7.1";
  subject.title = "A title";
  subject.file = "exercises/07_reduce/block_sum.cu";
  return subject;
}

// What a renderer writes for these events.
struct Rendered {
  std::ostringstream out, error;
  TerminalRenderer renderer;

  explicit Rendered(Subject::Kind kind, bool quiet = false, int width = 80)
      : renderer(screen_of(width), TerminalOptions{quiet, false}, out, error) {
    renderer.begin(subject_of(kind));
  }
  static Screen screen_of(int width) {
    Screen screen;
    screen.width = width;
    return screen;
  }
  void event(const std::string& line) { renderer.event(parse_event(line), line); }
  bool has(const std::string& text) const { return out.str().find(text) != std::string::npos; }
};

const std::string kPassedCheck =
    R"({"event":"check","name":"sum","expected":"5","got":"5","ok":true})";
const std::string kFailedCheck =
    R"({"event":"check","name":"sum","expected":"5","got":"4","tolerance":"0.1","ok":false})";
const std::string kDiagnosis =
    R"({"event":"diagnosis","kind":"race-shared","severity":"fault","message":"A race."})";

}  // namespace

TEST_CASE("the line that says what is built fits the terminal") {
  std::ostringstream out, error;
  Screen screen = Rendered::screen_of(40);
  screen.interactive = true;
  TerminalRenderer renderer(screen, TerminalOptions{false, false}, out, error);
  Subject subject = subject_of(Subject::Kind::kExercise);
  subject.name = std::string(100, 'n');
  renderer.begin(subject);
  renderer.build_begins();
  CHECK(error.str().find("building n") != std::string::npos);
  CHECK(display_width(error.str()) < 40);
}

TEST_CASE("a lesson shows notes on speed in short, and sets what it reports off from its checks") {
  const std::string note =
      R"({"event":"diagnosis","kind":"perf-coalescing","severity":"note","message":"Far apart.",
          "cause":"A stride.","try":"Neighbours."})";
  Rendered lesson(Subject::Kind::kLesson);
  lesson.event(kPassedCheck);
  lesson.event(note);
  CHECK(lesson.has("5\n\nnote: perf-coalescing\n  Far apart.\n\n"));
  CHECK_FALSE(lesson.has("A stride."));
  lesson.event(R"({"event":"diagnosis","kind":"race-shared","severity":"note","cause":"A flag."})");
  CHECK(lesson.has("A flag."));
}

TEST_CASE("a lesson shows every check, an exercise the failed ones") {
  Rendered lesson(Subject::Kind::kLesson);
  lesson.event(kPassedCheck);
  CHECK(lesson.has("+ sum"));
  Rendered exercise(Subject::Kind::kExercise);
  exercise.event(kPassedCheck);
  CHECK_FALSE(exercise.has("+ sum"));
  exercise.event(kFailedCheck);
  CHECK(exercise.has("expected 5, got 4 (tolerance 0.1)"));
}

TEST_CASE("a measurement is compared with its reference") {
  Rendered lesson(Subject::Kind::kLesson);
  lesson.event(R"({"event":"measure","name":"copy","value":2150,"unit":"GB/s",
                   "compared_with":"the ceiling","reference":4300})");
  CHECK(lesson.has("2150 GB/s, 50% of the ceiling (4300 GB/s)"));
  lesson.event(R"({"event":"measure","name":"t","value":12,"unit":"ms","compared_with":"tiled",
                   "reference":3})");
  CHECK(lesson.has("12 ms, 4 times tiled (3 ms)"));
}

TEST_CASE("diagnoses of an exercise come at the end, those of a lesson at once") {
  Rendered lesson(Subject::Kind::kLesson);
  lesson.event(kDiagnosis);
  CHECK(lesson.has("fault: race-shared"));
  Rendered exercise(Subject::Kind::kExercise);
  exercise.event(kDiagnosis);
  CHECK_FALSE(exercise.has("race-shared"));
  Report report;
  report.judged = {JudgedOutcome::kDiagnosed, "A race."};
  report.next.push_back({"warpup hint block_sum", "hint 1 of 3"});
  exercise.renderer.end(report);
  CHECK(exercise.has("fault: race-shared"));
  CHECK(exercise.has("diagnosed: exercise 7.1 block_sum: A race."));
  CHECK(exercise.has("next: warpup hint block_sum  hint 1 of 3"));
}

TEST_CASE("what a lesson's program prints is set off; a learner's own writes as it is") {
  Rendered lesson(Subject::Kind::kLesson);
  lesson.renderer.output(Renderer::Stream::kOut, "hel");
  lesson.renderer.output(Renderer::Stream::kOut, "lo\nwor");
  CHECK(lesson.has("  | hello\n"));
  CHECK_FALSE(lesson.has("wor"));
  lesson.event(kPassedCheck);
  CHECK(lesson.has("  | wor\n"));
  Rendered program(Subject::Kind::kProgram);
  program.renderer.output(Renderer::Stream::kOut, "hello");
  program.renderer.output(Renderer::Stream::kError, "oh");
  CHECK(program.out.str() == "hello");
  CHECK(program.error.str() == "oh");
  program.renderer.end(Report());
  CHECK(program.out.str() == "hello\npassed: block_sum\n");
}

TEST_CASE("quiet leaves failures and the outcome") {
  Rendered lesson(Subject::Kind::kLesson, true);
  lesson.renderer.lesson_text("Text.");
  lesson.event(R"({"event":"step","name":"a","title":"T"})");
  lesson.event(kPassedCheck);
  lesson.event(R"({"event":"table","columns":["a"],"rows":[["1"]]})");
  CHECK(lesson.out.str().empty());
  lesson.event(kFailedCheck);
  CHECK(lesson.has("expected 5"));
  lesson.renderer.end(Report());
  CHECK(lesson.has("passed: lesson"));
}

TEST_CASE("an unknown event shows nothing, a malformed line shows itself") {
  Rendered lesson(Subject::Kind::kLesson);
  const std::string before = lesson.out.str();
  lesson.event(R"({"event":"hologram"})");
  CHECK(lesson.out.str() == before);
  lesson.event("not json");
  CHECK(lesson.has("a line of the event stream is no JSON: not json"));
}

TEST_CASE("a parameter is shown once a value") {
  Rendered lesson(Subject::Kind::kLesson);
  const std::string usual =
      R"({"event":"parameter","name":"n","value":8,"usual":8,"meaning":"a number"})";
  lesson.event(usual);
  CHECK(lesson.has("n = 8"));
  const std::string once = lesson.out.str();
  lesson.event(usual);
  CHECK(lesson.out.str() == once);
  lesson.event(R"({"event":"parameter","name":"n","value":9,"usual":8,"meaning":"a number"})");
  CHECK(lesson.has("n = 9 (usually 8)"));
}

TEST_CASE("drawings show their title, numbers and file") {
  Rendered lesson(Subject::Kind::kLesson);
  lesson.event(R"({"event":"plot","kind":"bars","title":"Ladder","caption":"What it says.",
                   "file":"out/plot.svg","y":{"label":"time","unit":"ms","scale":"linear"},
                   "bars":[{"name":"naive","value":8},{"name":"broken"}]})");
  for (const char* part : {"Ladder", "naive", "time (ms)", "out/plot.svg: What it says."}) {
    CHECK(lesson.has(part));
  }
  CHECK_FALSE(lesson.has("broken"));
  lesson.event(R"({"event":"timeline","caption":"Two streams","file":"out/t.svg","lanes":["one"],
                   "spans":[{"lane":0,"name":"copy","begin_ms":0,"end_ms":1.5}]})");
  for (const char* part : {"Two streams", "copy", "1.500", "out/t.svg"}) CHECK(lesson.has(part));
}

TEST_CASE("code of a lesson's second file has that file's line numbers") {
  const TemporaryFolder folder;
  folder.write("lesson.cu", "int main() {}\n");
  folder.write("kernels.h", "// one\n// two\nint three;\n");
  std::ostringstream out, error;
  TerminalRenderer renderer(Rendered::screen_of(80), TerminalOptions(), out, error);
  Subject subject = subject_of(Subject::Kind::kLesson);
  subject.file = folder.path() / "lesson.cu";
  renderer.begin(subject);
  renderer.lesson_text("```cuda\nint three;\n```\n");
  CHECK(out.str().find(" 3 | int three;") != std::string::npos);
}

TEST_CASE("a lesson fits screens of every width") {
  for (int width = 30; width < 120; width += 7) {
    Rendered lesson(Subject::Kind::kLesson, false, width);
    lesson.renderer.lesson_text("# A heading\n\nSome words of text that go on, and 共享内存.\n");
    lesson.event(R"({"event":"step","name":"a_step","title":"With a title that is rather long"})");
    lesson.event(kFailedCheck);
    lesson.event(R"({"event":"measure","name":"a long name of a measurement","value":1,"unit":"ms",
                     "compared_with":"another one","reference":2,"note":"And what it means."})");
    lesson.event(R"({"event":"picture","file":"out/a.png","caption":"A picture of something"})");
    lesson.renderer.end(Report());
    for (const std::string& line : split_lines(lesson.out.str())) {
      CHECK(display_width(line) <= width);
    }
  }
}
