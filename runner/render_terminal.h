// What runs, as text on a terminal or in a file.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "renderer.h"
#include "screen.h"

namespace warpup {

struct TerminalOptions {
  bool quiet = false;        // failures and the outcome alone
  bool all_reports = false;  // every diagnosis, however long
};

/// A lesson is shown as it happens. Of an exercise, checks that passed are only counted, and the
/// diagnoses follow at the end, cause first. A learner's own program writes as if it ran alone.
class TerminalRenderer : public Renderer {
 public:
  TerminalRenderer(const Screen& screen, TerminalOptions options, std::ostream& out,
                   std::ostream& error);

  void begin(const Subject& subject) override;
  void lesson_text(const std::string& markdown) override;
  void todo(const std::filesystem::path& file, int line, const std::string& text) override;
  void build_begins() override;
  void build_ended(const BuildResult& result) override;
  void event(const Event& event, const std::string& line) override;
  void output(Stream stream, std::string_view bytes) override;
  void process_lost(const Judged& judged) override;
  void end(const Report& report) override;

 private:
  void show(const StepEvent& event);
  void show(const StepEndEvent& event);
  void show(const CheckEvent& event);
  void show(const MeasureEvent& event);
  void show(const TableEvent& event);
  void show(const DiagnosisEvent& event);
  void show(const QuestionEvent& event);
  void show(const TimelineEvent& event);
  void show(const PlotEvent& event);
  void show(const PictureEvent& event);
  void show(const ParameterEvent& event);
  void show_drawing(const std::string& title, const std::string& drawing,
                    const std::string& caption, const std::string& file);
  void show_device(const HelloEvent& event);
  void show_rest(const Event& event);
  void labelled(const std::string& label, const std::string& text);
  void paragraph(const std::string& markdown);
  void say(const std::string& text);
  void set_off();
  void flush_output();
  void write_output_line(const std::string& line);
  void clear_status();
  void end_counts(const Report& report);
  int first_line_of(const std::string& code) const;
  // Of the names of checks and measurements.
  int label_width() const { return width_ * 7 / 20; }
  bool is(Subject::Kind kind) const { return subject_.kind == kind; }

  Screen screen_;
  TerminalOptions options_;
  std::ostream& out_;
  std::ostream& error_;
  int width_;  // of text; wider screens are not filled
  Subject subject_;
  int step_ = 0;
  bool status_shown_ = false;
  bool device_shown_ = false;
  std::string tail_;                             // the last two characters written
  std::string partial_output_;                   // a line that the child has not ended yet
  std::string answer_;                           // of the question of this step
  std::map<std::string, long long> parameters_;  // values shown already
  std::vector<DiagnosisEvent> diagnoses_;
};

}  // namespace warpup
