// The demo as text: keys and results go in, frames come out. No terminal, no child.
#include "demo.h"

#include "catch.hpp"
#include "styled_text.h"
#include "text_width.h"

using warpup::Demo;
using warpup::DemoLesson;
using warpup::JudgedOutcome;
using warpup::Key;
using Kind = warpup::Key::Kind;
using Wish = warpup::Demo::Wish;

namespace {

constexpr const char* kReadme = R"(# 07 reduce: many numbers become one

The introduction.

## First section

The text of the first step.

```cuda {2}
void kernel() {
  work();
}
```

<!-- run: first -->

What the numbers say.

## Second section

<!-- run: second -->

## Summary

The end.
)";

DemoLesson small_lesson() {
  DemoLesson content;
  content.subject.kind = warpup::Subject::Kind::kLesson;
  content.subject.name = "reduce";
  content.subject.label = "07";
  content.slides = warpup::make_slides(kReadme, "Reduce");
  std::string source;
  for (int i = 1; i <= 50; ++i) source += "// line " + std::to_string(i) + "\n";
  source += "void kernel() {\n  work();\n}\n";
  for (int i = 54; i <= 90; ++i) source += "// line " + std::to_string(i) + "\n";
  content.sources = {{"lesson.cu", source}};
  return content;
}

warpup::Screen plain_screen() {
  warpup::Screen screen;
  screen.unicode = true;
  return screen;
}

// A demo on a screen of that size, whose program is built.
class Show {
 public:
  explicit Show(int columns = 80, int rows = 24, DemoLesson content = small_lesson())
      : demo(plain_screen(), std::move(content)), columns_(columns), rows_(rows) {
    demo.resize({columns, rows});
    begin_next();
    demo.built("", {{"first", "First"}, {"second", "Second"}});
    demo.job_ended({JudgedOutcome::kPassed, ""});
  }

  std::string text() {
    const auto lines = demo.frame();
    CHECK(static_cast<int>(lines.size()) == rows_);
    std::string all;
    for (const std::string& line : lines) {
      CHECK(warpup::painted_width(line) <= columns_);
      all += line + '\n';
    }
    return all;
  }
  bool shows(const std::string& part) { return text().find(part) != std::string::npos; }

  Wish press(const std::string& letters) {
    Wish wish = Wish::kNothing;
    for (const char c : letters) wish = demo.press({Kind::kText, std::string(1, c)});
    return wish;
  }
  Wish press(Kind kind) { return demo.press({kind, ""}); }

  warpup::DemoJob begin_next() {
    const auto job = demo.next_job();
    REQUIRE(job);
    demo.job_begins(*job);
    return *job;
  }
  void report(const std::string& json) { demo.reported(warpup::parse_event(json), json); }
  void end(JudgedOutcome outcome = JudgedOutcome::kPassed, const std::string& why = "") {
    demo.job_ended({outcome, why});
  }
  // Runs the step of the screen, which reports `json` lines.
  void run(const std::vector<std::string>& reports) {
    begin_next();
    demo.built("", {{"first", "First"}, {"second", "Second"}});
    for (const std::string& json : reports) report(json);
    report(R"({"event":"step_end","name":"first","ok":true,"seconds":0.1})");
    end();
  }

  Demo demo;

 private:
  int columns_, rows_;
};

std::string check(const std::string& name, const std::string& value) {
  return R"({"event":"check","name":")" + name + R"(","expected":")" + value + R"(","got":")" +
         value + R"(","ok":true})";
}

std::string parameter(long long value) {
  return R"({"event":"parameter","name":"n","meaning":"numbers","value":)" + std::to_string(value) +
         R"(,"usual":100,"minimum":1,"maximum":4096})";
}

constexpr const char* kQuestion =
    R"({"event":"question","text":"How many?","choices":["one","eight"],"answer":1,"why":"All run."})";

}  // namespace

TEST_CASE("a screen has place, title, text and keys, at both sizes") {
  for (const auto& [columns, rows] : {std::pair(80, 24), std::pair(120, 40), std::pair(40, 10)}) {
    Show show(columns, rows);
    CHECK(show.shows("7 reduce"));
    CHECK(show.shows("1/4"));
    CHECK(show.shows("The introduction."));
    show.press("n");
    CHECK(show.shows("7 reduce · step 1 of 2"));
    CHECK(show.shows("First section"));
    CHECK(show.shows("2/4"));
  }
}

TEST_CASE("the program is built at the start, a step runs when it is first shown, and once") {
  Show show;
  CHECK_FALSE(show.demo.next_job());
  show.press("n");
  CHECK(show.shows("running first"));
  CHECK(show.begin_next().step == "first");
  show.report(check("sum", "5,050"));
  CHECK(show.shows("5,050"));
  CHECK_FALSE(show.shows("What the numbers say."));
  show.end();
  CHECK(show.shows("What the numbers say."));
  CHECK_FALSE(show.shows("running"));
  show.press("n");
  CHECK(show.begin_next().step == "second");
  show.end();
  show.press("p");
  CHECK(show.shows("5,050"));
  CHECK_FALSE(show.demo.next_job());
}

TEST_CASE("a slow step shows its seconds and how to stop it") {
  Show show;
  show.press("n");
  show.begin_next();
  show.demo.time_passes(3.2);
  CHECK(show.shows("3 s, Ctrl-C stops it"));
  CHECK(show.press(Kind::kInterrupt) == Wish::kStop);
  show.end(JudgedOutcome::kInterrupted);
  CHECK(show.shows("interrupted"));
  CHECK_FALSE(show.demo.next_job());  // not again by itself
  CHECK(show.demo.outcome() == JudgedOutcome::kPassed);
  CHECK(show.press(Kind::kInterrupt) == Wish::kInterrupt);  // nothing runs: it leaves
}

TEST_CASE("Ctrl-C leaves when the child does not end for it") {
  Show show;
  show.press("n");
  show.begin_next();
  CHECK(show.press(Kind::kInterrupt) == Wish::kStop);
  CHECK(show.press(Kind::kInterrupt) == Wish::kInterrupt);
}

TEST_CASE("what a question asks about is hidden until the answer is shown") {
  Show show;
  show.press("n");
  show.run({kQuestion, check("sum", "5,050")});
  CHECK(show.shows("How many?"));
  CHECK(show.shows("2. eight"));
  CHECK_FALSE(show.shows("5,050"));
  CHECK_FALSE(show.shows("All run."));
  CHECK_FALSE(show.shows("What the numbers say."));
  CHECK(show.shows("Space answer"));
  show.press("a");
  CHECK(show.shows("5,050"));
  CHECK(show.shows("Answer: eight. All run."));
  show.press("np");
  CHECK(show.shows("5,050"));  // it stays
}

TEST_CASE("Space does the next thing: the rest, the answer, the next screen") {
  Show show(80, 10);  // five rows of text
  show.press("n");
  show.run({kQuestion, check("sum", "5,050")});
  int presses = 0;
  while (!show.shows("Answer: ") && presses < 10) {
    show.press(" ");
    ++presses;
  }
  CHECK(presses > 1);
  CHECK(show.demo.position() == 1);
  for (presses = 0; show.demo.position() == 1 && presses < 10; ++presses) show.press(" ");
  CHECK(show.demo.position() == 2);
}

TEST_CASE("a screen that is longer than the terminal scrolls, and comes back where it was") {
  Show show(80, 10);
  show.press("n");
  show.run({check("sum", "5,050")});
  CHECK(show.shows("more line"));
  const std::string top = show.text();
  show.press("jj");
  const std::string lower = show.text();
  CHECK(lower != top);
  show.press("np");
  CHECK(show.text() == lower);
  show.press("kkkk");
  CHECK(show.text() == top);
}

TEST_CASE("a parameter is set within its range, and the old result stays for comparison") {
  Show show;
  show.press("n");
  show.run({parameter(100), check("sum", "5,050")});
  show.press("s");
  CHECK(show.shows("n (from 1 to 4,096), now 100"));
  show.press("5000");
  show.press(Kind::kEnter);
  CHECK(show.shows("n is from 1 to 4,096"));
  for (int i = 0; i < 4; ++i) show.press(Kind::kBackspace);
  show.press("10");
  show.press(Kind::kEnter);
  const auto job = show.demo.next_job();
  REQUIRE(job);
  CHECK(job->step == "first");
  CHECK(job->settings == warpup::Settings{{"n", 10}});
  show.run({parameter(10), check("sum", "55")});
  const std::string text = show.text();
  CHECK(text.find("now: n = 10") < text.find("before: n = 100"));
  CHECK(text.find("55") != std::string::npos);
  show.press("r");
  CHECK(show.demo.next_job()->settings == warpup::Settings{{"n", 10}});  // again with the same
}

TEST_CASE("on a wide screen the two results stand side by side") {
  Show show(132, 43);
  show.press("n");
  show.run({parameter(100), check("sum", "5,050")});
  show.press("s10");
  show.press(Kind::kEnter);
  show.run({parameter(10), check("sum", "55")});
  bool beside = false;
  for (const std::string& line : show.demo.frame()) {
    beside = beside || (line.find("before: n = 100") != std::string::npos &&
                        line.find("now: n = 10") != std::string::npos);
  }
  CHECK(beside);
}

TEST_CASE("settings to begin with go to every step, and a refused one is told") {
  DemoLesson content = small_lesson();
  content.settings = {{"n", 5000}};
  Show show(80, 24, std::move(content));
  show.press("n");
  const auto job = show.begin_next();
  CHECK(job.settings == warpup::Settings{{"n", 5000}});
  show.report(parameter(5000));
  show.end(JudgedOutcome::kFailed, "it ended with exit code 2");
  CHECK(show.shows("failed: n is from 1 to 4,096 (numbers), not 5,000"));
}

TEST_CASE("a prompt is left with Escape, and takes no letters") {
  Show show;
  show.press("n");
  show.run({parameter(100)});
  show.press("sq");
  CHECK(show.shows("now 100: _"));
  show.press(Kind::kEscape);
  CHECK_FALSE(show.shows("now 100"));
  CHECK_FALSE(show.demo.next_job());
  show.press("nns");
  CHECK(show.shows("no step runs here"));
}

TEST_CASE("the code view shows the file round the marked lines") {
  Show show;
  show.press("n");
  show.run({});
  show.press("c");
  const std::string text = show.text();
  CHECK(text.find("▌ 52 │   work();") != std::string::npos);
  CHECK(text.find("▌ 51") == std::string::npos);  // its fence names line 2 of the block alone
  CHECK(text.find(" 54 │ // line 54") != std::string::npos);
  show.press(Kind::kHome);
  CHECK(show.shows(" 1 │ // line 1"));
  show.press("n");
  CHECK(show.shows("▌ 52"));
  show.press("c");
  CHECK(show.shows("What the numbers say."));
}

TEST_CASE("code stands in the text where it leaves room for the results") {
  Show large;
  large.press("n");
  CHECK(large.shows(" 52 │   work();"));
  CHECK_FALSE(large.shows("c shows the code"));
  Show small(80, 16);
  small.press("n");
  CHECK_FALSE(small.shows("work();"));
  CHECK(small.shows("c shows the code, lesson.cu:51-53"));
}

TEST_CASE("a lesson that does not build shows why, and builds again") {
  Show show(80, 24);
  show.press("n");
  show.begin_next();
  show.demo.built("lesson.cu:14: error: expected ';'", {});
  show.end(JudgedOutcome::kDidNotBuild);
  CHECK(show.shows("lesson.cu:14: error"));
  CHECK(show.demo.outcome() == JudgedOutcome::kDidNotBuild);
  CHECK_FALSE(show.demo.next_job());
  show.press("r");
  CHECK(show.begin_next().step == "first");
  show.demo.built("", {{"first", ""}, {"second", ""}});
  show.end();
  CHECK_FALSE(show.shows("error"));
  CHECK(show.demo.outcome() == JudgedOutcome::kPassed);
}

TEST_CASE("steps that crash or fail are told, and decide the exit code") {
  Show show;
  show.press("n");
  show.begin_next();
  show.end(JudgedOutcome::kCrashed, "SIGSEGV ended it in step first");
  CHECK(show.shows("crashed: SIGSEGV ended it in step first"));
  CHECK(show.demo.outcome() == JudgedOutcome::kCrashed);
}

TEST_CASE("a lesson that can't run here is shown, and its steps are skipped") {
  DemoLesson content = small_lesson();
  content.unmet_need = "it needs a GPU";
  Demo demo(plain_screen(), content);
  demo.resize({80, 24});
  demo.press({Kind::kRight, ""});
  std::string all;
  for (const std::string& line : demo.frame()) all += line + '\n';
  CHECK(all.find("skipped: it needs a GPU") != std::string::npos);
  CHECK(all.find("What the numbers say.") != std::string::npos);
  CHECK_FALSE(demo.next_job());
}

TEST_CASE("a step that the text does not mention comes last, one that is missing is told") {
  Show show;
  show.demo.built("", {{"first", ""}, {"third", "The third"}});
  CHECK(show.demo.slides() == 5);
  show.press(Kind::kEnd);
  CHECK(show.shows("The third"));
  show.press("g3");
  show.press(Kind::kEnter);
  CHECK(show.shows("README.md runs step second"));
}

TEST_CASE("keys for going about") {
  Show show;
  show.press(Kind::kEnd);
  CHECK(show.demo.position() == 3);
  show.press("n");
  CHECK(show.shows("the last screen"));
  show.press(Kind::kHome);
  show.press("p");
  CHECK(show.demo.position() == 0);
  show.press("g99");
  show.press(Kind::kEnter);
  CHECK(show.shows("from 1 to 4"));
  show.press(Kind::kEscape);
  show.press("?");
  CHECK(show.shows("run the step again"));
  CHECK(show.press("q") == Wish::kNothing);  // closes the help
  CHECK(show.press("q") == Wish::kQuit);
  CHECK(show.press(Kind::kSuspend) == Wish::kSuspend);
}

TEST_CASE("pictures are opened one after the other, and not before the answer") {
  const auto picture = [](const char* file) {
    return R"({"event":"picture","file":")" + std::string(file) + R"(","caption":"c"})";
  };
  Show show;
  show.press("n");
  show.run({kQuestion, picture("/a.png"), picture("/b.png")});
  CHECK(show.press("o") == Wish::kOpenPicture);
  CHECK(show.demo.take_picture().empty());
  show.press("a");
  CHECK(show.demo.take_picture() == "/a.png");
  CHECK(show.demo.take_picture() == "/b.png");
  CHECK(show.demo.take_picture() == "/a.png");
}

TEST_CASE("what a step prints can't break the screen") {
  Show show;
  show.press("n");
  show.begin_next();
  show.demo.printed(warpup::Renderer::Stream::kOut, "\x1b[2J\x1b[Hprinted" + std::string(200, 'x'));
  show.end();
  const std::string text = show.text();
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("printedxxx") != std::string::npos);
}
