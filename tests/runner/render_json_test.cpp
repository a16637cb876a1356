#include "render_json.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.hpp"
#include "text_file.h"

using namespace warpup;

TEST_CASE("every line is one JSON object, whatever the child does") {
  std::ostringstream out;
  JsonRenderer renderer(out);
  Subject subject;
  subject.kind = Subject::Kind::kExercise;
  subject.name = "block_sum";
  renderer.begin(subject);
  renderer.lesson_text("# Text\nof a lesson");
  renderer.todo("a.cu", 3, "TODO: write");
  BuildResult built;
  built.messages.push_back({"a.cu", 1, 2, "error", "no \"x\""});
  renderer.build_ended(built);
  for (const char* line : {R"({"event":"check","name":"n","ok":true})", "not json", ""}) {
    renderer.event(parse_event(line), line);
  }
  renderer.output(Renderer::Stream::kOut, "bytes \xff\n");
  renderer.process_lost({JudgedOutcome::kCrashed, "SIGSEGV"});
  Report report;
  report.judged = {JudgedOutcome::kCrashed, "SIGSEGV ended it"};
  report.next.push_back({"warpup hint block_sum", ""});
  renderer.end(report);

  std::string types;
  for (const std::string& line : split_lines(out.str())) {
    const auto object = nlohmann::json::parse(line, nullptr, false);
    REQUIRE(object.is_object());
    types += object.value("event", "") + " ";
  }
  CHECK(types ==
        "begin text todo compiler_message build check malformed malformed output process_lost "
        "result ");
  const auto result = nlohmann::json::parse(split_lines(out.str()).back());
  CHECK(result["exit_code"] == 4);
  CHECK(result["outcome"] == "crashed");
  CHECK(result["next"][0] == "warpup hint block_sum");
}
