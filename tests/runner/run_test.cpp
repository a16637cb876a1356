#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "program.h"
#include "text_file.h"

namespace {

// The places of `texts` in `whole`, in that order; -1 after the first that is not there.
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

TEST_CASE("a lesson is explained, run and checked in the order of its text") {
  const CourseCopy course;
  const Ran ran = course.run({"run", "hello"});
  CHECK(ran.exit_code == 0);
  CHECK(in_order(ran.out,
                 {"Before the first step", " 4 │ void numbers() {", "1 numbers: ", "✓ sum",
                  "Between the steps", "2 pictures: ", "Answer: copy. The kernel needs the data.",
                  "After the last step.", "passed: lesson 01 hello", "2 steps, 1 check passed"}));
  CHECK(ran.says("  │ printed by the program"));
}

TEST_CASE("a step that kills its process does not take the others with it") {
  const CourseCopy course;
  const Ran ran = course.run({"run", "3"});
  CHECK(ran.exit_code == 4);
  CHECK(in_order(ran.out, {"Text of before.", "✓ before", "Text of killer.", "SIGSEGV",
                           "Text of after.", "✓ after", "The end.", "crashed: lesson 03 crash"}));
}

TEST_CASE("a lesson for GPUs is explained and skipped") {
  const CourseCopy course;
  const Ran ran = course.run({"run", "gpu"});
  CHECK(ran.exit_code == 6);
  CHECK(ran.says("What a GPU would show."));
}

TEST_CASE("a lesson process without a verdict failed") {
  const CourseCopy course;
  CHECK(course.run({"run", "mute"}).exit_code == 1);
}

TEST_CASE("a lesson that does not compile is explained all the same") {
  const CourseCopy course;
  const Ran ran = course.run({"run", "uncompiled"});
  CHECK(ran.exit_code == 3);
  CHECK(in_order(ran.out, {"The explanation.", "lesson.cu:2:", "The end.", "did not build"}));
}

TEST_CASE("several lessons, by chapters too; the worst outcome decides") {
  const CourseCopy course;
  const Ran ran = course.run({"run", "driver-1.4", "3"});
  CHECK(ran.exit_code == 4);
  CHECK(in_order(ran.out, {"passed: lesson 01 hello", "crashed: lesson 03 crash", "✓ hello  passed",
                           "✗ crash  crashed"}));
}

TEST_CASE("--json prints the event stream and nothing else") {
  const CourseCopy course;
  const Ran ran = course.run({"--json", "run", "1"});
  CHECK(ran.exit_code == 0);
  CHECK(ran.error.empty());
  std::string types;
  for (const std::string& line : warpup::split_lines(ran.out)) {
    const auto object = nlohmann::json::parse(line, nullptr, false);
    REQUIRE(object.is_object());
    types += object.value("event", "") + " ";
  }
  CHECK(in_order(types, {"begin ", "text ", "build ", "hello ", "step ", "check ", "step_end ",
                         "text ", "hologram ", "verdict ", "text ", "result "}));
}

TEST_CASE("a README that runs a step which is not there fails, and the others run") {
  const CourseCopy course;
  course.write("lessons/01_hello/README.md", "<!-- run: numbrs -->\n\n<!-- run: pictures -->\n");
  const Ran ran = course.run({"run", "1"});
  CHECK(ran.exit_code == 1);
  CHECK(ran.says("README.md runs step numbrs"));
  CHECK(ran.says("pictures: "));
  CHECK(ran.says("numbers: "));  // the text does not mention it, so it comes last
}

TEST_CASE("a lesson's options reach its program, files by their absolute paths") {
  const CourseCopy course;
  const std::string file = course.write("a b.txt", "x").string();
  const Ran ran = run_warpup({"--backend", "cpu", "--course", course.path().string(), "run", "1",
                              "--input", "a b.txt", "--rounds=3"},
                             course.path());
  CHECK(ran.exit_code == 0);
  CHECK(ran.says("given input=" + std::filesystem::canonical(file).string()));
  CHECK(ran.says("given rounds=3"));
}

TEST_CASE("an option that a lesson does not have, or can't use, is a usage error") {
  const CourseCopy course;
  const auto complaint = [&](std::vector<std::string> arguments) {
    const Ran ran = course.run(std::move(arguments));
    CHECK(ran.exit_code == 2);
    CHECK(ran.out.empty());
    return ran.error;
  };
  const auto has = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  has(complaint({"run", "1", "--image", "a.png"}),
      "lesson 01 hello has no option --image; it has --input FILE, --rounds N");
  has(complaint({"run", "1", "3", "--rounds", "2"}), "lesson 03 crash has no option --rounds");
  has(complaint({"run", "--all", "--rounds", "2"}), "has no option --rounds; it has none");
  has(complaint({"run", "1", "--input", "none.txt"}),
      "--input none.txt: there is no such file in ");
  has(complaint({"run", "1", "--input", "/"}), "that is a directory");
  has(complaint({"run", "1", "--input"}), "--input needs a value: --input FILE");
  has(complaint({"run", "1", "--input", "--rounds", "2"}), "--input needs a value");
  has(complaint({"run", "3", "--jsn"}), "the command has --json");
  has(complaint({"hint", "run", "--jsn"}), "there is no option --jsn; the nearest: --json");
  has(complaint({"run", "--jsn", "3"}), "there is no option --jsn; the nearest: --json");
}

TEST_CASE("the help of run tells the options of the lessons that are named") {
  const CourseCopy course;
  const Ran ran = course.run({"run", "1", "--help"});
  CHECK(ran.exit_code == 0);
  CHECK(in_order(ran.out, {"Options of lesson 01 hello:", "--input FILE", "What the steps read"}));
  CHECK_FALSE(course.run({"run", "3", "--help"}).says("Options of lesson"));
}

namespace {

// The test course with a lesson 9 whose one step has the parameter n, which was set to `value`.
void write_parameter_lesson(const CourseCopy& course, int value) {
  const std::string event = R"({"event":"parameter","name":"n","meaning":"numbers","value":)" +
                            std::to_string(value) + R"(,"usual":5,"minimum":1,"maximum":4096})";
  course.write("lessons/09_set/lesson.toml", manifest(9, "set"));
  course.write("lessons/09_set/lesson.cu",
               "#include \"../steps.h\"\n"
               "void only() { event(R\"(" +
                   event +
                   ")\"); }\n"
                   "int main(int argc, char** argv) { return run_steps({{\"only\", only}}, argc, "
                   "argv); }\n");
}

}  // namespace

TEST_CASE("--set is refused where no step has the parameter, or its range has not the value") {
  const CourseCopy course;
  write_parameter_lesson(course, 4097);
  const Ran outside = course.run({"run", "9", "--set", "n=4097"});
  CHECK(outside.exit_code == 2);
  CHECK(outside.complains("n is from 1 to 4,096 (numbers), not 4,097"));
  write_parameter_lesson(course, 7);
  CHECK(course.run({"run", "9", "--set", "n=7"}).exit_code == 0);
  const Ran unknown = course.run({"run", "9", "--set", "m=7"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.complains("--set m: no step of lesson set has this parameter; they have n"));
  for (const char* text : {"n", "n=", "=7", "n=many", "n=7x", "n=99999999999999999999"}) {
    CHECK(course.run({"run", "9", "--set", text}).exit_code == 2);
  }
  CHECK(course.run({"run", "9", "1", "--set", "n=7"}).complains("--set goes with one lesson"));
}
