#include "render_terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "build_view.h"
#include "code_view.h"
#include "diagnosis_view.h"
#include "markdown.h"
#include "picture_view.h"
#include "plot_view.h"
#include "profile_view.h"
#include "styled_text.h"
#include "table_view.h"
#include "text_file.h"
#include "text_width.h"
#include "timeline_view.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

constexpr int kWidest = 100;      // columns of text that still read well
constexpr int kReportLines = 40;  // about a screen

Style style_of(JudgedOutcome outcome) {
  if (outcome == JudgedOutcome::kPassed) return {true, false, false, false, Colour::kGreen};
  return outcome == JudgedOutcome::kSkipped ? kWarn : kBad;
}

std::string counted(int count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string number_text(double value) {
  return value >= 1e6 || value <= -1e6 ? fmt::format("{:.0f}", value)
                                       : fmt::format("{:.4g}", value);
}

std::string measure_value(const MeasureEvent& event) {
  std::string text = number_text(event.value);
  if (!event.unit.empty()) text += " " + event.unit;
  return text;
}

// "72% of copy (4300 GB/s)"; how a number stands to what it is compared with.
std::string comparison_text(const MeasureEvent& event) {
  if (event.compared_with.empty()) return "";
  if (!event.reference) return "compared with " + event.compared_with;
  const std::string reference =
      number_text(*event.reference) + (event.unit.empty() ? "" : " " + event.unit);
  if (*event.reference == 0) return fmt::format("{}: {}", event.compared_with, reference);
  const double ratio = event.value / *event.reference;
  const std::string size = ratio > 0 && ratio < 2 ? fmt::format("{:.3g}% of", 100 * ratio)
                                                  : fmt::format("{:.3g} times", ratio);
  return fmt::format("{} {} ({})", size, event.compared_with, reference);
}

StyledText check_text(const CheckEvent& event) {
  if (event.ok && event.got == event.expected) return {{event.got, kPlain}};
  StyledText text{{"expected ", kDim},
                  {event.expected, kPlain},
                  {", got ", kDim},
                  {event.got, event.ok ? kPlain : kBad}};
  if (!event.tolerance.empty()) text.push_back({" (tolerance " + event.tolerance + ")", kDim});
  return text;
}

// Where code that a text shows may stand: the subject's own file, then those beside it.
std::vector<fs::path> subject_sources(const Subject& subject) {
  std::vector<fs::path> beside;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(subject.file.parent_path(), error)) {
    const std::string kind = entry.path().extension().string();
    const bool source = kind == ".cu" || kind == ".h" || kind == ".cuh" || kind == ".cpp";
    if (source && entry.path() != subject.file) beside.push_back(entry.path());
  }
  std::sort(beside.begin(), beside.end());
  beside.insert(beside.begin(), subject.file);
  return beside;
}

}  // namespace

TerminalRenderer::TerminalRenderer(const Screen& screen, TerminalOptions options, std::ostream& out,
                                   std::ostream& error)
    : screen_(screen),
      options_(options),
      out_(out),
      error_(error),
      width_(std::min(screen.width, kWidest)) {}

void TerminalRenderer::say(const std::string& text) {
  clear_status();
  flush_output();
  out_ << text << std::flush;
  tail_ = (tail_ + text).substr(std::max<std::size_t>(tail_.size() + text.size(), 2) - 2);
}

// An empty line, unless there is one or nothing is written yet.
void TerminalRenderer::set_off() {
  flush_output();
  if (!tail_.empty() && tail_ != "\n\n") say("\n");
}

void TerminalRenderer::clear_status() {
  if (!std::exchange(status_shown_, false)) return;
  error_ << "\r\x1b[K" << std::flush;
}

void TerminalRenderer::begin(const Subject& subject) {
  subject_ = subject;
  step_ = 0;
  diagnoses_.clear();
  parameters_.clear();
  device_shown_ = false;
  if (is(Subject::Kind::kProgram) || options_.quiet) return;
  set_off();
  const std::string build = subject.backend == Backend::kCpu
                                ? (subject.check_build ? ", check build" : ", fast build")
                                : "";
  const std::string how = fmt::format("{} backend{}", backend_name(subject.backend), build);
  std::string text =
      wrapped_block(screen_, {{subject_text(subject), kHeading}, {"  " + subject.title, kBold}},
                    width_, "", "  ");
  if (is(Subject::Kind::kExercise)) {
    text += wrapped_block(screen_, {{shown_path(subject.file) + "  ", kPlain}, {how, kDim}}, width_,
                          "", "  ");
  } else {
    text += paint(screen_, how, kDim) + '\n';
  }
  say(text + (is(Subject::Kind::kLesson) ? "\n" : ""));
}

int TerminalRenderer::first_line_of(const std::string& code) const {
  for (const fs::path& file : subject_sources(subject_)) {
    const auto source = read_file(file);
    if (!source || code.empty()) continue;
    const std::size_t at = source->find(code);
    const bool line_start = at == 0 || (at != std::string::npos && (*source)[at - 1] == '\n');
    if (!line_start) continue;
    const auto end = source->begin() + static_cast<std::ptrdiff_t>(at);
    return static_cast<int>(std::count(source->begin(), end, '\n')) + 1;
  }
  return 0;
}

void TerminalRenderer::paragraph(const std::string& markdown) {
  MarkdownOptions options;
  options.width = width_;
  options.first_line = [this](const std::string& code) { return first_line_of(code); };
  const std::string text = markdown_text(screen_, markdown, options);
  if (text.empty()) return;
  set_off();
  say(text + '\n');
}

void TerminalRenderer::lesson_text(const std::string& markdown) {
  if (!options_.quiet) paragraph(markdown);
}

void TerminalRenderer::todo(const std::filesystem::path& file, int line, const std::string& text) {
  say(wrapped_block(screen_,
                    {{fmt::format("{}:{}: ", shown_path(file), line), kBold}, {text, kPlain}},
                    width_, "  ", "    "));
}

void TerminalRenderer::build_begins() {
  if (!screen_.interactive || options_.quiet) return;
  // In one line of the terminal, or what clears it would leave the rest.
  const std::string status = "building " + subject_.name + " ...";
  error_ << cut_to_width(status, width_ - 1, glyphs(screen_).ellipsis) << std::flush;
  status_shown_ = true;
}

void TerminalRenderer::build_ended(const BuildResult& result) {
  const bool show_warnings = !options_.quiet && !result.cached;
  if (result.interrupted) return clear_status();
  if (result.ok && !show_warnings) return clear_status();
  const std::vector<std::filesystem::path> bases = {"", subject_.file.parent_path()};
  say(compiler_messages_text(screen_, result.messages, bases, width_));
  if (!result.ok && result.messages.empty()) say(result.raw);
}

void TerminalRenderer::event(const Event& event, const std::string& /*line*/) {
  visit_event(
      event, [this](const StepEvent& e) { show(e); }, [this](const StepEndEvent& e) { show(e); },
      [this](const CheckEvent& e) { show(e); }, [this](const MeasureEvent& e) { show(e); },
      [this](const TableEvent& e) { show(e); }, [this](const DiagnosisEvent& e) { show(e); },
      [this](const QuestionEvent& e) { show(e); }, [this](const TimelineEvent& e) { show(e); },
      [this](const PlotEvent& e) { show(e); }, [this](const PictureEvent& e) { show(e); },
      [this](const ParameterEvent& e) { show(e); },
      [this, &event](const auto&) { show_rest(event); });
}

void TerminalRenderer::show(const StepEvent& event) {
  answer_.clear();
  ++step_;
  if (options_.quiet) return;
  set_off();
  const std::string title = event.title.empty() ? "" : ": " + event.title;
  say(titled_rule(screen_, fmt::format("{} {}{}", step_, event.name, title), width_) + '\n');
}

void TerminalRenderer::show(const StepEndEvent& event) {
  if (!answer_.empty() && !options_.quiet) paragraph(std::exchange(answer_, ""));
  if (!event.ok) say(paint(screen_, fmt::format("step {} failed\n", event.name), kBad));
  if (!options_.quiet) set_off();
}

void TerminalRenderer::show(const CheckEvent& event) {
  const bool counted_only = is(Subject::Kind::kExercise) || options_.quiet;
  if (event.ok && counted_only) return;
  const Glyphs& marks = glyphs(screen_);
  const std::string mark =
      paint(screen_, event.ok ? marks.good : marks.bad, event.ok ? kGood : kBad);
  const std::string name = pad_right(event.name, label_width());
  StyledText text = check_text(event);
  const bool one_line = display_width(name) + display_width(text) + 6 <= width_;
  if (one_line) {
    text.insert(text.begin(), {name + "  ", kPlain});
    say(wrapped_block(screen_, text, width_, "  " + mark + " ", "    "));
  } else {
    say(wrapped_block(screen_, {{event.name, kPlain}}, width_, "  " + mark + " ", "    ") +
        wrapped_block(screen_, text, width_, "      ", "      "));
  }
}

void TerminalRenderer::labelled(const std::string& label, const std::string& text) {
  const std::string name = pad_right(label, label_width());
  const bool one_line = display_width(name) + display_width(text) + 6 <= width_;
  if (one_line) {
    say("    " + name + "  " + text + '\n');
  } else {
    say(wrapped_block(screen_, {{label, kPlain}}, width_, "    ", "    ") +
        wrapped_block(screen_, {{text, kPlain}}, width_, "      ", "      "));
  }
}

void TerminalRenderer::show(const MeasureEvent& event) {
  if (options_.quiet) return;
  const std::string comparison = comparison_text(event);
  labelled(event.name, measure_value(event) + (comparison.empty() ? "" : ", " + comparison));
  if (!event.note.empty()) {
    say(wrapped_block(screen_, {{event.note, kDim}}, width_, "      ", "      "));
  }
}

void TerminalRenderer::show(const TableEvent& event) {
  if (options_.quiet) return;
  Table table;
  for (const std::string& column : event.columns) table.columns.push_back({{column, kPlain}});
  for (const auto& row : event.rows) {
    table.rows.emplace_back();
    for (const std::string& cell : row) table.rows.back().push_back({{cell, kPlain}});
  }
  table.align = align_numbers(event.rows, event.columns.size());
  std::string text = table_text(screen_, table, width_, "  ");
  if (!event.caption.empty()) {
    text = wrapped_block(screen_, {{event.caption, kItalic}}, width_, "  ", "  ") + text;
  }
  say(text + '\n');
}

void TerminalRenderer::show(const DiagnosisEvent& event) {
  if (is(Subject::Kind::kLesson)) {
    if (event.expected && options_.quiet) return;
    if (!options_.quiet) set_off();
    // What costs speed is what such a lesson's own text is about.
    const bool speed = !event.fault && event.kind.rfind("perf-", 0) == 0;
    say(speed ? short_note_text(screen_, event, width_) : diagnosis_text(screen_, event, width_));
  } else {
    diagnoses_.push_back(event);
  }
}

void TerminalRenderer::show(const QuestionEvent& event) {
  std::string markdown = "**Predict:** " + event.text + "\n\n";
  for (std::size_t i = 0; i < event.choices.size(); ++i) {
    markdown += fmt::format("{}. {}\n", i + 1, event.choices[i]);
  }
  if (!options_.quiet) paragraph(markdown);
  const auto answer = static_cast<std::size_t>(event.answer);
  answer_ = answer < event.choices.size()
                ? fmt::format("**Answer:** {}. {}", event.choices[answer], event.why)
                : event.why;
}

// What is drawn, between its title and where it lies as a file for a slide.
void TerminalRenderer::show_drawing(const std::string& title, const std::string& drawing,
                                    const std::string& caption, const std::string& file) {
  if (options_.quiet) return;
  std::string text;
  if (!title.empty()) text += wrapped_block(screen_, {{title, kItalic}}, width_, "  ", "  ");
  text += drawing;
  if (!text.empty()) say(text);
  if (!file.empty()) {
    labelled("picture", shown_path(file) + (caption.empty() ? "" : ": " + caption));
  } else if (!caption.empty()) {
    say(wrapped_block(screen_, {{caption, kPlain}}, width_, "  ", "  "));
  }
  if (!drawing.empty()) set_off();
}

void TerminalRenderer::show(const TimelineEvent& event) {
  show_drawing(event.caption, timeline_text(screen_, event, width_, "  "), "", event.file);
}

void TerminalRenderer::show(const PlotEvent& event) {
  const lesson::PlotData& plot = event.plot;
  show_drawing(plot.title, plot_text(screen_, plot, width_, "  "), plot.caption, plot.file);
}

void TerminalRenderer::show(const PictureEvent& event) {
  show_drawing("", picture_text(screen_, event.file, width_, "  "), event.caption, event.file);
}

// Once a value: a parameter of several steps is the same one.
void TerminalRenderer::show(const ParameterEvent& event) {
  const auto shown = parameters_.find(event.name);
  if (options_.quiet || (shown != parameters_.end() && shown->second == event.value)) return;
  parameters_[event.name] = event.value;
  const std::string usual =
      event.value == event.usual ? "" : fmt::format(" (usually {})", event.usual);
  labelled(fmt::format("{} = {}{}", event.name, event.value, usual), event.meaning);
}

void TerminalRenderer::show_rest(const Event& event) {
  if (options_.quiet) return;
  visit_event(
      event, [this](const HelloEvent& e) { show_device(e); },
      [this](const TextEvent& e) { paragraph(e.text); },
      [this](const SkipEvent& e) {
        say(wrapped_block(screen_, {{"skipped: ", kWarn}, {e.reason, kPlain}}, width_, "  ",
                          "    "));
      },
      [this](const ProfileEvent& e) {
        const std::string text = profile_text(screen_, e, width_, "  ");
        if (!text.empty()) set_off();
        if (!text.empty()) say(text + '\n');
      },
      [this](const MalformedEvent& e) {
        say(wrapped_block(screen_, {{"a line of the event stream " + e.why + ": " + e.line, kWarn}},
                          width_, "  ", "    "));
      },
      [](const auto&) {});
}

// Once for all processes of a lesson. On the cpu backend the line above said enough.
void TerminalRenderer::show_device(const HelloEvent& event) {
  if (event.version > kEventVersion) {
    say(paint(screen_, "its event stream is of a newer version; not all of it is shown\n", kWarn));
  }
  if (device_shown_ || event.device.empty() || subject_.backend != Backend::kCuda) return;
  device_shown_ = true;
  say(paint(screen_, event.device + '\n', kDim));
}

void TerminalRenderer::write_output_line(const std::string& line) {
  out_ << paint(screen_, "  " + std::string(glyphs(screen_).bar) + " ", kDim) << line << '\n';
  tail_ = "x\n";
}

void TerminalRenderer::flush_output() {
  if (!partial_output_.empty()) write_output_line(std::exchange(partial_output_, ""));
}

void TerminalRenderer::output(Stream stream, std::string_view bytes) {
  clear_status();
  if (is(Subject::Kind::kProgram)) {
    (stream == Stream::kOut ? out_ : error_) << bytes << std::flush;
    if (stream == Stream::kOut && !bytes.empty()) tail_ = bytes.back();
    return;
  }
  partial_output_ += bytes;
  for (std::size_t end; (end = partial_output_.find('\n')) != std::string::npos;) {
    write_output_line(partial_output_.substr(0, end));
    partial_output_.erase(0, end + 1);
  }
  out_ << std::flush;
}

void TerminalRenderer::end_counts(const Report& report) {
  const Tally& tally = report.tally;
  std::vector<std::string> parts;
  if (tally.steps > 0) parts.push_back(counted(tally.steps, "step"));
  if (tally.steps_skipped > 0) parts.push_back(fmt::format("{} skipped", tally.steps_skipped));
  if (tally.checks_passed > 0) parts.push_back(counted(tally.checks_passed, "check") + " passed");
  if (tally.checks_failed > 0) parts.push_back(counted(tally.checks_failed, "check") + " failed");
  if (tally.faults > 0) parts.push_back(counted(tally.faults, "fault"));
  if (report.seconds > 0) parts.push_back(fmt::format("{:.2f} s", report.seconds));
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  if (!text.empty() && !options_.quiet) say(paint(screen_, text, kDim) + '\n');
}

void TerminalRenderer::process_lost(const Judged& judged) {
  say(wrapped_block(screen_,
                    {{outcome_name(judged.outcome), style_of(judged.outcome)},
                     {": " + judged.message + "; the next step runs in a new process", kPlain}},
                    width_, "  ", "    "));
  set_off();
}

void TerminalRenderer::end(const Report& report) {
  flush_output();
  if (is(Subject::Kind::kProgram) && !tail_.empty() && tail_.back() != '\n') say("\n");
  sort_by_cause(diagnoses_);
  if (!diagnoses_.empty()) set_off();
  const std::string command = is(Subject::Kind::kExercise) ? "warpup check " : "warpup try ";
  const std::string more = command + subject_.name + " --all-reports";
  say(diagnoses_text(screen_, diagnoses_, width_, options_.all_reports ? 0 : kReportLines, more));
  const bool lesson = is(Subject::Kind::kLesson);
  if (lesson && !options_.quiet) set_off();
  if (lesson && !options_.quiet) say(titled_rule(screen_, "summary", width_) + '\n');
  const JudgedOutcome outcome = report.judged.outcome;
  StyledText text{{outcome_name(outcome), style_of(outcome)},
                  {": " + subject_text(subject_), kPlain}};
  // Why a lesson or an exercise passed is told by what was shown before.
  const bool told = outcome == JudgedOutcome::kPassed && !is(Subject::Kind::kProgram);
  const bool explain = !told && !report.judged.message.empty();
  if (explain) text.push_back({": " + report.judged.message, kPlain});
  say(wrapped_block(screen_, text, width_, "", "  "));
  end_counts(report);
  for (const NextStep& next : report.next) {
    StyledText line{{"next: ", kPlain}, {next.command, kCommand}};
    if (!next.why.empty()) line.push_back({"  " + next.why, kDim});
    say(wrapped_block(screen_, line, width_, "", "      "));
  }
}

}  // namespace warpup
