#include "render_json.h"

#include <ostream>

namespace warpup {
namespace {

const char* kind_name(Subject::Kind kind) {
  if (kind == Subject::Kind::kLesson) return "lesson";
  return kind == Subject::Kind::kExercise ? "exercise" : "program";
}

}  // namespace

void JsonRenderer::write(const JsonLine& line) { out_ << line.text() << '\n' << std::flush; }

void JsonRenderer::begin(const Subject& subject) {
  subject_ = subject;
  write(JsonLine("begin")
            .add("kind", kind_name(subject.kind))
            .add("name", subject.name)
            .add("number", subject.label)
            .add("title", subject.title)
            .add("file", subject.file.string())
            .add("backend", backend_name(subject.backend))
            .add("check_build", subject.check_build));
}

void JsonRenderer::lesson_text(const std::string& markdown) {
  write(JsonLine("text").add("text", markdown));
}

void JsonRenderer::todo(const std::filesystem::path& file, int line, const std::string& text) {
  write(JsonLine("todo").add("file", file.string()).add("line", line).add("text", text));
}

void JsonRenderer::build_ended(const BuildResult& result) {
  for (const CompilerMessage& message : result.messages) {
    write(JsonLine("compiler_message")
              .add("severity", message.severity)
              .add("file", message.file)
              .add("line", message.line)
              .add("column", message.column)
              .add("message", message.text));
  }
  write(JsonLine("build")
            .add("name", subject_.name)
            .add("ok", result.ok)
            .add("cached", result.cached)
            .add("seconds", result.seconds));
}

void JsonRenderer::event(const Event& event, const std::string& line) {
  const auto* malformed = std::get_if<MalformedEvent>(&event);
  if (malformed != nullptr) {
    write(JsonLine("malformed").add("line", malformed->line).add("why", malformed->why));
  } else {
    out_ << line << '\n' << std::flush;
  }
}

void JsonRenderer::output(Stream stream, std::string_view bytes) {
  write(JsonLine("output")
            .add("stream", stream == Stream::kOut ? "stdout" : "stderr")
            .add("text", std::string(bytes)));
}

void JsonRenderer::process_lost(const Judged& judged) {
  write(JsonLine("process_lost")
            .add("outcome", outcome_name(judged.outcome))
            .add("message", judged.message));
}

void JsonRenderer::end(const Report& report) {
  std::vector<std::string> next;
  for (const NextStep& step : report.next) next.push_back(step.command);
  write(JsonLine("result")
            .add("kind", kind_name(subject_.kind))
            .add("name", subject_.name)
            .add("outcome", outcome_name(report.judged.outcome))
            .add("exit_code", outcome_exit_code(report.judged.outcome))
            .add("message", report.judged.message)
            .add("steps", report.tally.steps)
            .add("steps_skipped", report.tally.steps_skipped)
            .add("checks_passed", report.tally.checks_passed)
            .add("checks_failed", report.tally.checks_failed)
            .add("faults", report.tally.faults)
            .add("seconds", report.seconds)
            .add("next", next));
}

}  // namespace warpup
