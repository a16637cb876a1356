// Texts, exercises and mutants as files: nothing is built here.
#include <algorithm>
#include <regex>
#include <set>

#include "catalog.h"
#include "catch.hpp"
#include "course_files.h"
#include "source_region.h"

namespace fs = std::filesystem;

namespace {

const fs::path kCourse = WARPUP_COURSE;

// The kinds of diagnosis, and wrong-result for what only the judge sees.
const std::set<std::string> kKinds = {
    "memcheck-oob", "race-shared",       "race-global",       "uninit",    "barrier-divergence",
    "host-deref",   "device-deref-host", "launch-config",     "api-error", "missing-sync",
    "leak",         "double-free",       "wrong-result",      "counted",   "sticky-error",
    "deadlock",     "perf-coalescing",   "perf-bank-conflict"};

struct CodeBlock {
  int line = 0;
  std::string language, file, name;  // file and name: empty without a comment before it
  std::vector<std::string> code;
};

// The fenced blocks of a README, with the comment `<!-- code: file:name -->` on the line before.
std::vector<CodeBlock> code_blocks(const std::vector<std::string>& lines) {
  const std::regex comment("<!-- code: ([^:]+):(\\w+) -->");
  std::vector<CodeBlock> blocks;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].rfind("```", 0) != 0) continue;
    CodeBlock block;
    block.line = static_cast<int>(i) + 1;
    block.language = lines[i].substr(3, lines[i].find(' ') - 3);  // ```cuda {2,5-6}
    std::smatch match;
    if (i > 0 && std::regex_match(lines[i - 1], match, comment)) {
      block.file = match[1];
      block.name = match[2];
    }
    for (++i; i < lines.size() && lines[i] != "```"; ++i) block.code.push_back(lines[i]);
    blocks.push_back(block);
  }
  return blocks;
}

std::vector<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it) {
    found.push_back((*it)[1]);
  }
  return found;
}

size_t columns(const std::string& line) {
  return static_cast<size_t>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

TEST_CASE("code in a lesson's text equals the code that runs") {
  for (const LessonFiles& lesson : lessons_of(kCourse)) {
    for (const CodeBlock& block : code_blocks(lines_of(read_text(lesson.folder / "README.md")))) {
      if (block.language != "cuda") continue;
      INFO(lesson.name() << "/README.md:" << block.line << " " << block.file << ":" << block.name);
      REQUIRE_FALSE(block.name.empty());  // say where it is: <!-- code: lesson.cu:name -->
      const auto source = lines_of(read_text(lesson.folder / block.file));
      const auto definition = definition_of(source, block.name);
      REQUIRE_FALSE(definition.empty());
      CHECK(holds_lines(definition, block.code));
    }
  }
}

TEST_CASE("a lesson's text runs every step of its program, in order") {
  for (const LessonFiles& lesson : lessons_of(kCourse)) {
    INFO(lesson.name());
    const auto in_text = matches(read_text(lesson.folder / "README.md"), "<!-- run: (\\w+) -->");
    const auto in_program =
        matches(read_text(lesson.folder / "lesson.cu"), "\\.step\\(\\s*\"(\\w+)\"");
    CHECK(in_text == in_program);
  }
}

TEST_CASE("a lesson asks for the options that its manifest declares, and for no others") {
  for (const LessonFiles& lesson : lessons_of(kCourse)) {
    INFO(lesson.name());
    std::set<std::string> asked, declared;
    for (const auto& entry : fs::directory_iterator(lesson.folder)) {
      const std::string kind = entry.path().extension().string();
      if (kind != ".cu" && kind != ".h") continue;
      for (std::string& name :
           matches(read_text(entry.path()), "lesson::option\\(\\s*\"(\\w+)\"")) {
        asked.insert(std::move(name));
      }
    }
    const auto manifest = warpup::read_manifest(lesson.folder / "lesson.toml", kCourse);
    REQUIRE(manifest.lesson);
    for (const warpup::LessonOption& option : manifest.lesson->options) {
      declared.insert(option.name);
    }
    CHECK(asked == declared);
  }
}

TEST_CASE("a lesson's text fits 80 columns") {
  for (const LessonFiles& lesson : lessons_of(kCourse)) {
    int number = 0;
    for (const std::string& line : lines_of(read_text(lesson.folder / "README.md"))) {
      ++number;
      if (line.rfind("|", 0) == 0) continue;  // a table is laid out when it is shown
      INFO(lesson.name() << "/README.md:" << number << ": " << line);
      CHECK(columns(line) <= 80);
    }
  }
}

TEST_CASE("manifest, judges, exercises, solutions and mutants name the same exercises") {
  const warpup::Catalog catalog = warpup::Catalog::load(kCourse);
  CHECK(catalog.problems().empty());
  for (const warpup::Lesson& lesson : catalog.lessons()) {
    const fs::path name = lesson.folder.filename();
    const LessonFiles files{lesson.folder, kCourse / "exercises" / name,
                            kCourse / "solutions" / name};
    std::vector<std::string> listed;
    for (const warpup::Exercise& exercise : lesson.exercises) {
      INFO(exercise.name);
      listed.push_back(exercise.name);
      CHECK(exercise.hints.size() == 3);
      CHECK(fs::exists(files.exercise(exercise.name)));
      CHECK(fs::exists(files.solution(exercise.name)));
      CHECK(files.mutants(exercise.name).size() >= 3);
    }
    std::sort(listed.begin(), listed.end());
    INFO(files.name());
    CHECK(listed == files.exercise_names());
  }
}

TEST_CASE("an exercise and its solution differ only in the gaps") {
  for (const LessonFiles& lesson : lessons_of(kCourse)) {
    for (const std::string& name : lesson.exercise_names()) {
      INFO(lesson.name() << "/" << name);
      const auto exercise = lines_of(read_text(lesson.exercise(name)));
      const auto solution = lines_of(read_text(lesson.solution(name)));
      const auto outside = outside_gaps(exercise, name);
      CHECK(outside == outside_gaps(solution, name));
      CHECK(outside.size() < solution.size());
      CHECK(exercise != solution);
    }
  }
}

TEST_CASE("every mutant says which kind of failure it must cause") {
  for (const LessonFiles& lesson : lessons_of(kCourse)) {
    for (const std::string& name : lesson.exercise_names()) {
      for (const fs::path& mutant : lesson.mutants(name)) {
        INFO(mutant.filename().string());
        CHECK(kKinds.count(expected_kind(mutant)) == 1);
      }
    }
  }
}

TEST_CASE("definitions are found by name") {
  const std::vector<std::string> lines = {"int twice(int x);",
                                          "",
                                          "int twice(int x) {",
                                          "  return 2 * x;",
                                          "}",
                                          "",
                                          "template <class T>",
                                          "__global__ void fill(T* out,",
                                          "                     int n) {",
                                          "  out[0] = twice(n);",
                                          "}"};
  CHECK(definition_of(lines, "twice").size() == 3);
  CHECK(definition_of(lines, "fill").size() == 5);
  CHECK(definition_of(lines, "wic").empty());
  CHECK(holds_lines(lines, {"return 2 * x;"}));
  CHECK_FALSE(holds_lines(lines, {"return 3 * x;"}));
}

TEST_CASE("gaps that don't pair are refused") {
  CHECK(outside_gaps({"a", "// TODO(x): b", "c", "// END(x)", "d"}, "x").size() == 4);
  CHECK_THROWS(outside_gaps({"// TODO(x): b", "c"}, "x"));
  CHECK_THROWS(outside_gaps({"// END(x)"}, "x"));
}
