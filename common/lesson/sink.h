// Where reports go. Internal to the lesson library: lessons use report.h, check.h and judge.h.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "lesson/plot_data.h"
#include "lesson/report.h"
#include "lesson/timeline.h"

namespace lesson {

struct CheckRecord {
  std::string name, expected, got, tolerance;
  bool ok;
};

struct ParameterRecord {
  std::string name, meaning;
  long long value, usual, minimum, maximum;
};

/// A `--set` that its step refuses: no mistake of the lesson's.
struct ParameterOutOfRange : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void hello(const std::string& backend, const std::string& device) = 0;
  virtual void step_info(const std::string& name, const std::string& title) = 0;
  virtual void step(const std::string& name, const std::string& title) = 0;
  virtual void step_end(const std::string& name, bool ok, double seconds) = 0;
  virtual void text(const std::string& markdown) = 0;
  virtual void measure(const Measurement& measurement) = 0;
  virtual void check(const CheckRecord& check) = 0;
  virtual void table(const std::vector<std::string>& columns,
                     const std::vector<std::vector<std::string>>& rows,
                     const std::string& caption) = 0;
  virtual void picture(const std::string& file, const std::string& caption) = 0;
  virtual void timeline(const TimelineData& timeline) = 0;
  virtual void plot(const PlotData& plot) = 0;
  virtual void question(const Question& question) = 0;
  virtual void expect_diagnosis(const std::string& kind) = 0;
  virtual void parameter(const ParameterRecord& parameter) = 0;
  virtual void skip(const std::string& reason) = 0;
  virtual void verdict(bool ok, const std::string& message) = 0;
};

/// JSON lines to `descriptor`.
std::unique_ptr<Sink> make_json_sink(int descriptor);
/// Plain text to stdout.
std::unique_ptr<Sink> make_text_sink();

/// What the running program has reported so far.
struct Session {
  std::unique_ptr<Sink> sink;
  bool failed = false;  // a check of the current step, or of the judge
  std::string first_failure;
  std::string case_name;                                      // of a judge
  std::string step;                                           // the one that runs
  int drawings = 0;                                           // of this step: plots and timelines
  std::vector<std::pair<std::string, long long>> parameters;  // from --set
  std::vector<std::pair<std::string, std::string>> options;   // from --option
};
Session& session();

/// Sends the reports of session() where WARPUP_EVENT_FD says, and says hello.
void begin_session(bool device_untouched);

}  // namespace lesson
