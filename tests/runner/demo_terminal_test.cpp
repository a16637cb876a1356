// warpup demo and warpup watch on a terminal: whatever happens, it is left as it was.
#include <csignal>

#include "catch.hpp"
#include "program.h"
#include "terminal_program.h"

namespace {

constexpr const char* kEnterPage = "\x1b[?1049h";
constexpr const char* kLeavePage = "\x1b[?25h\x1b[?1049l";

constexpr const char* kSlowLesson = R"(#include <unistd.h>

#include <csignal>

#include "../steps.h"

void quick() { check("quick", "1", "1"); }
void hangs() {
  signal(SIGINT, SIG_IGN);
  for (;;) usleep(1000);
}
void crashes() { std::raise(SIGSEGV); }

int main(int argc, char** argv) {
  return run_steps({{"quick", quick}, {"hangs", hangs}, {"crashes", crashes}}, argc, argv);
}
)";

// The test course with a lesson 9 whose steps are quick, hang, and crash.
class SlowCourse : public CourseCopy {
 public:
  SlowCourse() {
    write("lessons/09_slow/lesson.toml", manifest(9, "slow"));
    write("lessons/09_slow/lesson.cu", kSlowLesson);
    write("lessons/09_slow/README.md",
          "# 09 slow\n\nThe start.\n\n## Quick\n\n<!-- run: quick -->\n\n## Hangs\n\n"
          "<!-- run: hangs -->\n\n## Crashes\n\n<!-- run: crashes -->\n");
  }
  std::vector<std::string> command(std::vector<std::string> arguments) const {
    std::vector<std::string> all = {WARPUP_PROGRAM, "--course", ".", "--backend", "cpu"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return all;
  }
};

bool same(const termios& a, const termios& b) {
  return a.c_iflag == b.c_iflag && a.c_oflag == b.c_oflag && a.c_cflag == b.c_cflag &&
         a.c_lflag == b.c_lflag;
}

bool ends_with_page_left(const std::string& output) {
  const std::size_t left = output.rfind(kLeavePage);
  const std::size_t entered = output.rfind(kEnterPage);
  return left != std::string::npos && entered != std::string::npos && left > entered;
}

}  // namespace

TEST_CASE("demo: keys come one by one, a step is run, and the terminal is put back") {
  const SlowCourse course;
  TerminalProgram demo(course.command({"demo", "9"}), course.path(), 80, 24);
  const termios before = demo.settings_at_start();
  REQUIRE(demo.waits_for("The start."));
  CHECK_FALSE(same(before, demo.settings()));
  demo.type("n");
  CHECK(demo.waits_for("✓"));
  demo.type("q");
  CHECK(demo.exit_code() == 0);
  CHECK(same(before, demo.settings()));
  CHECK(ends_with_page_left(demo.output()));
}

TEST_CASE("demo: a resize draws anew, in the new size") {
  const SlowCourse course;
  TerminalProgram demo(course.command({"demo", "9"}), course.path(), 80, 24);
  REQUIRE(demo.waits_for("1/4"));
  demo.resize(120, 40);
  // The place at the right end of the header: 120 columns, one blank at its end.
  CHECK(demo.waits_for(std::string(100, ' ')));
  CHECK(demo.waits_for("1/4"));
  demo.resize(5, 2);
  demo.resize(80, 24);
  demo.type("q");
  CHECK(demo.exit_code() == 0);
}

TEST_CASE("demo: Ctrl-C stops a step that hangs, then leaves; a crash is told") {
  const SlowCourse course;
  TerminalProgram demo(course.command({"demo", "9"}), course.path(), 80, 24);
  const termios before = demo.settings_at_start();
  REQUIRE(demo.waits_for("The start."));
  demo.type("nn");
  CHECK(demo.waits_for("running hangs"));
  demo.type("\x03");
  CHECK(demo.waits_for("interrupted"));
  demo.type("n");
  CHECK(demo.waits_for("SIGSEGV"));
  demo.type("\x03");
  CHECK(demo.exit_code() == 130);
  CHECK(same(before, demo.settings()));
  CHECK(ends_with_page_left(demo.output()));
}

TEST_CASE("demo: Ctrl-Z leaves the terminal to the shell, fg comes back") {
  const SlowCourse course;
  TerminalProgram demo(course.command({"demo", "9"}), course.path(), 80, 24);
  const termios before = demo.settings_at_start();
  REQUIRE(demo.waits_for("The start."));
  demo.type("nn");
  CHECK(demo.waits_for("running hangs"));  // with a child that runs, too
  demo.type("\x1a");
  REQUIRE(demo.waits_for_stop());
  CHECK(same(before, demo.settings()));
  CHECK(ends_with_page_left(demo.output()));
  demo.go_on();
  CHECK(demo.waits_for(kEnterPage));
  CHECK(demo.waits_for("Hangs"));
  demo.type("q");
  CHECK(demo.exit_code() == 0);
  CHECK(same(before, demo.settings()));
}

TEST_CASE("demo: a signal that ends it puts the terminal back") {
  const SlowCourse course;
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGABRT}) {
    INFO("signal " << number);
    TerminalProgram demo(course.command({"demo", "9"}), course.path(), 80, 24);
    const termios before = demo.settings_at_start();
    REQUIRE(demo.waits_for("The start."));
    demo.type("n");
    REQUIRE(demo.waits_for("✓"));
    demo.signal(number);
    CHECK(demo.exit_code() == (number == SIGABRT ? 128 + SIGABRT : 130));
    CHECK(same(before, demo.settings()));
    CHECK(ends_with_page_left(demo.output()));
  }
}

TEST_CASE("demo: a terminal that goes away ends it, and the step that runs") {
  const SlowCourse course;
  TerminalProgram demo(course.command({"demo", "9"}), course.path(), 80, 24);
  REQUIRE(demo.waits_for("The start."));
  demo.type("nn");
  CHECK(demo.waits_for("running hangs"));
  demo.hang_up();
  CHECK(demo.exit_code() == 130);
}

TEST_CASE("demo: notes go to a file, a screen each") {
  const SlowCourse course;
  course.write("lessons/09_slow/README.md",
               "# 09 slow\n\nThe start.\n\n<!-- notes: Welcome them. -->\n\n## Quick\n\n"
               "<!-- run: quick -->\n\n<!-- notes: Ask first. -->\n");
  TerminalProgram demo(course.command({"demo", "9", "--notes", "notes.txt"}), course.path(), 80,
                       24);
  REQUIRE(demo.waits_for("The start."));
  demo.type("n");
  REQUIRE(demo.waits_for("✓"));
  demo.type("q");
  CHECK(demo.exit_code() == 0);
  const std::string notes = course.read("notes.txt");
  CHECK(notes.find("Welcome them.") < notes.find("next: Quick"));
  CHECK(notes.find("next: Quick") < notes.find("Ask first."));
  CHECK(demo.output().find("Welcome them.") == std::string::npos);
}

TEST_CASE("demo: a lesson that does not build shows the compiler's message") {
  const SlowCourse course;
  TerminalProgram demo(course.command({"demo", "uncompiled"}), course.path(), 80, 24);
  REQUIRE(demo.waits_for("The explanation."));
  demo.type("\x1b[F");  // End
  CHECK(demo.waits_for("did not build"));
  CHECK(demo.waits_for("lesson.cu:2:"));
  demo.type("q");
  CHECK(demo.exit_code() == 3);
}

TEST_CASE("watch: checks again at a save, by writing and by renaming; keys move on") {
  const CourseCopy course;
  const std::vector<std::string> command = {WARPUP_PROGRAM, "--course",   ".",     "--backend",
                                            "cpu",          "--no-color", "watch", "passes"};
  TerminalProgram watch(command, course.path(), 80, 24);
  const termios before = watch.settings_at_start();
  REQUIRE(watch.waits_for("passed: exercise 2.1 passes"));
  REQUIRE(watch.waits_for("watching exercises/02_outcomes/passes.cu"));
  const std::string right = course.read("exercises/02_outcomes/passes.cu");
  course.write("exercises/02_outcomes/passes.cu", right + "\n#error written\n");
  CHECK(watch.waits_for("did not build: exercise 2.1 passes"));
  REQUIRE(watch.waits_for("watching"));
  course.write("exercises/02_outcomes/new.tmp", right + "\n// saved\n");
  std::filesystem::rename(course.path() / "exercises/02_outcomes/new.tmp",
                          course.path() / "exercises/02_outcomes/passes.cu");
  CHECK(watch.waits_for("passed: exercise 2.1 passes"));
  REQUIRE(watch.waits_for("watching"));
  watch.type("h");
  CHECK(watch.waits_for("hint 1 of 3"));
  watch.type("l");
  CHECK(watch.waits_for("exercises passed"));
  watch.type("n");
  CHECK(watch.waits_for("failed: exercise 2.2 fails"));
  REQUIRE(watch.waits_for("watching exercises/02_outcomes/fails.cu"));
  watch.type("\x1a");
  REQUIRE(watch.waits_for_stop());
  CHECK(same(before, watch.settings()));
  watch.go_on();
  watch.type("q");
  CHECK(watch.exit_code() == 1);  // of the last check
  CHECK(same(before, watch.settings()));
}

TEST_CASE("watch: Ctrl-C leaves, and the terminal is as it was") {
  const SlowCourse course;
  TerminalProgram watch(course.command({"watch", "passes"}), course.path(), 80, 24);
  const termios before = watch.settings_at_start();
  REQUIRE(watch.waits_for("q quit"));
  watch.type("\x03");
  CHECK(watch.exit_code() == 130);
  CHECK(same(before, watch.settings()));
}

TEST_CASE("Ctrl-C while a lesson is being built is an interruption, no fault of warpup") {
  const SlowCourse course;
  // Nobody has built this text before, and it takes its time.
  std::string slow = "#include <regex>\n#include <random>\n" + std::string(kSlowLesson) + "// " +
                     std::to_string(std::rand()) + course.path().string() + "\n";
  for (int i = 0; i < 40; ++i) {
    slow += "std::regex r" + std::to_string(i) + "(const char* t) { return std::regex(t); }\n";
  }
  course.write("lessons/09_slow/lesson.cu", slow);
  TerminalProgram run(course.command({"run", "9"}), course.path(), 80, 24);
  REQUIRE(run.waits_for("building slow"));
  run.type("\x03");
  CHECK(run.exit_code() == 130);
  CHECK(run.output().find("warpup doctor") == std::string::npos);
}
