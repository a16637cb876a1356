// The event stream: what a lesson, a judge or the checker tells the runner, one JSON object a line.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lesson/plot_data.h"

namespace warpup {

/// The version of the stream that this runner knows.
inline constexpr int kEventVersion = 1;

using Index3 = std::array<long long, 3>;  // a thread or block index: x, y, z

struct HelloEvent {
  int version = 0;
  std::string backend, device;
};
struct StepInfoEvent {
  std::string name, title;
};
struct StepEvent {
  std::string name, title;
};
struct TextEvent {
  std::string text;  // Markdown
};
struct TableEvent {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::string caption;
};
struct MeasureEvent {
  std::string name;
  double value = 0;
  std::string unit, compared_with;
  std::optional<double> reference;  // of compared_with, in the same unit
  std::string note;
};
struct CheckEvent {
  std::string name, expected, got, tolerance;
  bool ok = false;
};
struct PictureEvent {
  std::string file, caption;
};
struct TimelineEvent {
  struct Span {
    int lane = 0;
    std::string name;
    double begin_ms = 0, end_ms = 0;
  };
  std::string caption;
  std::vector<std::string> lanes;
  std::vector<Span> spans;
  std::string file;  // a picture of it for a slide; may be empty
};
/// Every value fits its axis.
struct PlotEvent {
  lesson::PlotData plot;
};
/// One side of a diagnosis: a line of the source, and who was there.
struct Place {
  std::string file;
  int line = 0;  // 0: not known
  std::string kernel;
  std::optional<Index3> thread, block;
  std::string what;                          // "read", "write", "atomic", ...
  std::string label;                         // who did what there, in words; may be empty
  std::vector<std::pair<int, int>> columns;  // pieces of the line: [begin, end), from 0, in bytes
};
struct Allocation {
  std::string name;
  std::optional<long long> bytes;
  std::string file;
  int line = 0;
  std::string where;  // "4 bytes past the end"
};
struct DiagnosisEvent {
  std::string kind;
  bool fault = true;      // false: a note
  bool expected = false;  // set by the runner: the step announced it
  std::string message;
  Place place;
  std::optional<Place> other;
  long long count = 1;
  std::string threads;  // a range, where more than one did it
  std::string address, value;
  std::optional<Allocation> allocation;
  std::string cause, advice, lesson;
};
struct ProfileEvent {
  struct Row {
    std::string kernel, file;
    int line = 0;
    std::string space, access;
    double requests = 0, sectors = 0, ideal_sectors = 0, conflicts = 0, lanes = 0;
  };
  std::vector<Row> rows;
};
/// Predict before the step shows what happens.
struct QuestionEvent {
  std::string text;
  std::vector<std::string> choices;
  int answer = 0;  // index of choices
  std::string why;
};
/// A number that can be changed: `--set name=value`, from minimum to maximum.
struct ParameterEvent {
  std::string name, meaning;
  long long value = 0, usual = 0, minimum = 0, maximum = 0;
};
/// The rest of this step makes the checker report `kind`, and is meant to.
struct ExpectDiagnosisEvent {
  std::string kind;
};
struct SkipEvent {
  std::string reason;
};
struct StepEndEvent {
  std::string name;
  bool ok = false;
  double seconds = 0;
};
struct VerdictEvent {
  bool ok = false;
  std::string message;
};
/// An event of a newer version; it is passed on and not shown.
struct UnknownEvent {
  std::string type;
};
/// A line that is no event.
struct MalformedEvent {
  std::string line, why;
};

using Event =
    std::variant<HelloEvent, StepInfoEvent, StepEvent, TextEvent, TableEvent, MeasureEvent,
                 CheckEvent, PictureEvent, TimelineEvent, PlotEvent, DiagnosisEvent, ProfileEvent,
                 QuestionEvent, ParameterEvent, ExpectDiagnosisEvent, SkipEvent, StepEndEvent,
                 VerdictEvent, UnknownEvent, MalformedEvent>;

/// Never throws: a field of another type than expected is converted, or counts as absent.
Event parse_event(const std::string& line);

template <typename... Functions>
struct EventVisitor : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
EventVisitor(Functions...) -> EventVisitor<Functions...>;

/// Calls the one of `functions` that takes the event's type:
/// visit_event(event, [](const StepEvent& e) { ... }, [](const auto&) {}).
template <typename... Functions>
void visit_event(const Event& event, Functions... functions) {
  std::visit(EventVisitor{functions...}, event);
}

}  // namespace warpup
