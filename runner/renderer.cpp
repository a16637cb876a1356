#include "renderer.h"

#include <iostream>

#include "render_json.h"
#include "render_terminal.h"
#include "session.h"

namespace warpup {

std::string subject_text(const Subject& subject) {
  switch (subject.kind) {
    case Subject::Kind::kLesson:
      return "lesson " + subject.label + " " + subject.name;
    case Subject::Kind::kExercise:
      return "exercise " + subject.label + " " + subject.name;
    case Subject::Kind::kProgram:
      break;
  }
  return subject.name;
}

std::unique_ptr<Renderer> make_renderer(const CommonOptions& options, const Screen& screen) {
  if (options.json) return std::make_unique<JsonRenderer>(std::cout);
  TerminalOptions terminal;
  terminal.quiet = options.quiet;
  terminal.all_reports = options.all_reports;
  return std::make_unique<TerminalRenderer>(screen, terminal, std::cout, std::cerr);
}

}  // namespace warpup
