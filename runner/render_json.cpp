#include "render_json.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace warpup {
namespace {

using nlohmann::json;

const char* kind_name(Subject::Kind kind) {
  if (kind == Subject::Kind::kLesson) return "lesson";
  return kind == Subject::Kind::kExercise ? "exercise" : "program";
}

}  // namespace

void JsonRenderer::write(const json& object) {
  // A child may print any bytes: what is no UTF-8 becomes U+FFFD.
  out_ << object.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
}

void JsonRenderer::begin(const Subject& subject) {
  subject_ = subject;
  write({{"event", "begin"},
         {"kind", kind_name(subject.kind)},
         {"name", subject.name},
         {"number", subject.label},
         {"title", subject.title},
         {"file", subject.file.string()},
         {"backend", backend_name(subject.backend)},
         {"check_build", subject.check_build}});
}

void JsonRenderer::lesson_text(const std::string& markdown) {
  write({{"event", "text"}, {"text", markdown}});
}

void JsonRenderer::todo(const std::filesystem::path& file, int line, const std::string& text) {
  write({{"event", "todo"}, {"file", file.string()}, {"line", line}, {"text", text}});
}

void JsonRenderer::build_ended(const BuildResult& result) {
  for (const CompilerMessage& message : result.messages) {
    write({{"event", "compiler_message"},
           {"severity", message.severity},
           {"file", message.file},
           {"line", message.line},
           {"column", message.column},
           {"message", message.text}});
  }
  write({{"event", "build"},
         {"name", subject_.name},
         {"ok", result.ok},
         {"cached", result.cached},
         {"seconds", result.seconds}});
}

void JsonRenderer::event(const Event& event, const std::string& line) {
  const auto* malformed = std::get_if<MalformedEvent>(&event);
  if (malformed != nullptr) {
    write({{"event", "malformed"}, {"line", malformed->line}, {"why", malformed->why}});
  } else {
    out_ << line << '\n' << std::flush;
  }
}

void JsonRenderer::output(Stream stream, std::string_view bytes) {
  write({{"event", "output"},
         {"stream", stream == Stream::kOut ? "stdout" : "stderr"},
         {"text", std::string(bytes)}});
}

void JsonRenderer::end(const Report& report) {
  json next = json::array();
  for (const NextStep& step : report.next) next.push_back(step.command);
  write({{"event", "result"},
         {"kind", kind_name(subject_.kind)},
         {"name", subject_.name},
         {"outcome", outcome_name(report.judged.outcome)},
         {"exit_code", outcome_exit_code(report.judged.outcome)},
         {"message", report.judged.message},
         {"steps", report.tally.steps},
         {"steps_skipped", report.tally.steps_skipped},
         {"checks_passed", report.tally.checks_passed},
         {"checks_failed", report.tally.checks_failed},
         {"faults", report.tally.faults},
         {"seconds", report.seconds},
         {"next", next}});
}

}  // namespace warpup
