// What a step of a lesson reported and printed, kept so that it can be shown again.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "events.h"
#include "lesson_program.h"
#include "outcome.h"
#include "renderer.h"
#include "screen.h"

namespace warpup {

class StepRecord {
 public:
  void add(const Event& event, const std::string& line);
  void add_output(Renderer::Stream stream, std::string_view bytes);

  bool empty() const { return entries_.empty(); }
  /// What the step asks before it shows what happens; null if it asks nothing.
  const QuestionEvent* question() const;
  std::vector<ParameterEvent> parameters() const;
  std::vector<std::string> pictures() const;
  double seconds() const;

  struct Output {
    Renderer::Stream stream;
    std::string bytes;
  };
  struct Reported {
    Event event;
    std::string line;
  };
  using Entry = std::variant<Output, Reported>;
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
  std::size_t output_ = 0;  // bytes printed
};

/// A step that was run, or runs: its record, and how it ended.
struct StepRun {
  StepRecord record;
  Settings settings;
  bool ended = false;
  Judged judged;
};

/// The record as a terminal shows it, `width` columns wide, in lines. Up to the step's question
/// unless `with_answer`.
std::string record_text(const Screen& screen, const Subject& subject, const StepRecord& record,
                        int width, bool with_answer);

}  // namespace warpup
