// A rendering of what runs: on a terminal, as JSON, or as whatever else the event stream is made
// into.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend.h"
#include "build.h"
#include "events.h"
#include "outcome.h"

namespace warpup {

struct CommonOptions;
struct Screen;

/// What runs: a lesson, an exercise or a program of the learner's own.
struct Subject {
  enum class Kind { kLesson, kExercise, kProgram };
  Kind kind = Kind::kProgram;
  std::string name;   // "reduce", "block_sum", "mine.cu"
  std::string label;  // "07", "7.2"; empty for a program
  std::string title;
  std::filesystem::path file;  // where the learner reads or writes
  Backend backend = Backend::kCpu;
  bool check_build = true;
};

/// "lesson 07 reduce", "exercise block_sum", "mine.cu": how messages call it.
std::string subject_text(const Subject& subject);

/// A command to type next, and what for.
struct NextStep {
  std::string command;
  std::string why;
};

struct Report {
  Judged judged;
  Tally tally;
  double seconds = 0;  // in child processes
  std::vector<NextStep> next;
};

class Renderer {
 public:
  virtual ~Renderer() = default;

  virtual void begin(const Subject& subject) = 0;
  /// A piece of a lesson's text.
  virtual void lesson_text(const std::string& markdown) = 0;
  /// What is to be done in an exercise that nobody has touched: "file:line: TODO ...".
  virtual void todo(const std::filesystem::path& file, int line, const std::string& text) = 0;
  virtual void build_begins() = 0;
  virtual void build_ended(const BuildResult& result) = 0;
  virtual void event(const Event& event, const std::string& line) = 0;
  enum class Stream { kOut, kError };
  virtual void output(Stream stream, std::string_view bytes) = 0;
  /// A process ended in the middle of a lesson; the steps after it run in a new one.
  virtual void process_lost(const Judged& judged) = 0;
  virtual void end(const Report& report) = 0;
};

/// The rendering that the options ask for, on standard output.
std::unique_ptr<Renderer> make_renderer(const CommonOptions& options, const Screen& screen);

}  // namespace warpup
