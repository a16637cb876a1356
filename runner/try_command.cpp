// warpup try: build and run a CUDA source of the learner's own, with every diagnosis.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "commands.h"
#include "failure.h"
#include "launch.h"
#include "text_file.h"
#include "uninit_locals.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

constexpr double kTimeLimit = 60;  // seconds

// A program that includes the lesson library's headers is linked with it.
bool uses_lesson_library(const std::string& text) {
  return text.find("#include \"lesson/") != std::string::npos ||
         text.find("#include <lesson/") != std::string::npos;
}

Subject subject_of(Session& session, const fs::path& file) {
  Subject subject;
  subject.kind = Subject::Kind::kProgram;
  subject.name = shown_path(fs::absolute(file));
  subject.file = file;
  subject.backend = session.backend();
  subject.check_build = is_checked(session);
  return subject;
}

int try_file(Session& session, const fs::path& file) {
  const auto text = read_file(file);
  if (!text) {
    throw Failure::usage(fmt::format("there is no file {}", file.string()),
                         "warpup try FILE.cu, or warpup list");
  }
  session.renderer().begin(subject_of(session, file));
  BuildRequest request;
  request.sources = {fs::absolute(file)};
  request.with_lesson_library = uses_lesson_library(*text);
  request.name = file.stem().string();
  const BuildResult built = build(session, request);
  Report report;
  if (built.ok) {
    LaunchRequest launched;
    launched.program = built.program;
    launched.arguments = session.options().program_arguments;
    launched.time_limit = kTimeLimit;
    launched.forward_stdin = true;
    LaunchResult result = launch(session, launched);
    judge_uninit_locals(session, request, built, launched, result);
    report.tally = result.tally;
    report.seconds = result.child.seconds;
    report.judged = judge(result.tally, result.child, Expected{false, false});
    if (is_checked(session) && report.judged.outcome == JudgedOutcome::kPassed &&
        report.tally.notes == 0) {
      report.judged.message = "nothing to report";
    }
  } else {
    report.judged = did_not_build(built);
  }
  if (report.judged.outcome == JudgedOutcome::kTimedOut) {
    report.next.push_back(
        {fmt::format("warpup try {} --timeout 600", file.string()), "if it only needs longer"});
  }
  session.renderer().end(report);
  return outcome_exit_code(report.judged.outcome);
}

}  // namespace

void add_try_command(CLI::App& app, Action& chosen) {
  auto file = std::make_shared<fs::path>();
  CLI::App* command =
      app.add_subcommand("try", "Build and run a CUDA source of your own, with every diagnosis");
  command->add_option("file", *file, "A .cu file")->required()->type_name("FILE");
  command->footer("Arguments after -- go to the program: warpup try mine.cu -- 4096");
  command->callback(
      [file, &chosen] { chosen = [file](Session& session) { return try_file(session, *file); }; });
}

}  // namespace warpup
