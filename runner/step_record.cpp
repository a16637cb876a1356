#include "step_record.h"

#include <algorithm>
#include <sstream>

#include "render_terminal.h"

namespace warpup {
namespace {

constexpr std::size_t kMostOutput = std::size_t{64} << 10;  // bytes that are kept of what it prints

template <typename T>
const T* event_of(const StepRecord::Entry& entry) {
  const auto* reported = std::get_if<StepRecord::Reported>(&entry);
  return reported == nullptr ? nullptr : std::get_if<T>(&reported->event);
}

// The child's last line has no end.
bool line_is_open(const StepRecord& record) {
  if (record.empty()) return false;
  const auto* output = std::get_if<StepRecord::Output>(&record.entries().back());
  return output != nullptr && !output->bytes.empty() && output->bytes.back() != '\n';
}

}  // namespace

void StepRecord::add(const Event& event, const std::string& line) {
  entries_.push_back(Reported{event, line});
}

void StepRecord::add_output(Renderer::Stream stream, std::string_view bytes) {
  const std::size_t room = kMostOutput - std::min(kMostOutput, output_);
  output_ += bytes.size();
  if (room > 0) entries_.push_back(Output{stream, std::string(bytes.substr(0, room))});
  if (room > 0 && bytes.size() > room) {
    entries_.push_back(Output{stream, "\n... and more than a screen is good for\n"});
  }
}

const QuestionEvent* StepRecord::question() const {
  for (const Entry& entry : entries_) {
    if (const auto* question = event_of<QuestionEvent>(entry)) return question;
  }
  return nullptr;
}

std::vector<ParameterEvent> StepRecord::parameters() const {
  std::vector<ParameterEvent> result;
  for (const Entry& entry : entries_) {
    const auto* parameter = event_of<ParameterEvent>(entry);
    if (parameter == nullptr) continue;
    const bool known = std::any_of(result.begin(), result.end(), [&](const ParameterEvent& other) {
      return other.name == parameter->name;
    });
    if (!known) result.push_back(*parameter);
  }
  return result;
}

std::vector<std::string> StepRecord::pictures() const {
  std::vector<std::string> result;
  for (const Entry& entry : entries_) {
    std::string file;
    if (const auto* picture = event_of<PictureEvent>(entry)) file = picture->file;
    if (const auto* plot = event_of<PlotEvent>(entry)) file = plot->plot.file;
    if (const auto* timeline = event_of<TimelineEvent>(entry)) file = timeline->file;
    if (!file.empty()) result.push_back(file);
  }
  return result;
}

double StepRecord::seconds() const {
  double result = 0;
  for (const Entry& entry : entries_) {
    if (const auto* end = event_of<StepEndEvent>(entry)) result += end->seconds;
  }
  return result;
}

std::string record_text(const Screen& screen, const Subject& subject, const StepRecord& record,
                        int width, bool with_answer) {
  std::ostringstream out;
  std::ostringstream status;
  Screen narrow = screen;
  narrow.width = width;
  narrow.interactive = false;
  TerminalRenderer renderer(narrow, {}, out, status);
  renderer.begin(subject);
  out.str("");  // the screen has a title of its own
  for (const StepRecord::Entry& entry : record.entries()) {
    if (const auto* output = std::get_if<StepRecord::Output>(&entry)) {
      renderer.output(output->stream, output->bytes);
      continue;
    }
    const auto& reported = std::get<StepRecord::Reported>(entry);
    if (std::holds_alternative<StepEvent>(reported.event)) continue;
    renderer.event(reported.event, reported.line);
    if (std::holds_alternative<QuestionEvent>(reported.event) && !with_answer) break;
  }
  if (line_is_open(record)) renderer.output(Renderer::Stream::kOut, "\n");
  std::string text = out.str();
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

}  // namespace warpup
