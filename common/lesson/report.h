// What a step reports besides checks: text, measurements, tables, pictures, questions.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "lesson/format.h"

namespace lesson {

/// A paragraph of Markdown. Most of a lesson's text belongs in its README; this is for sentences
/// that hold numbers of this run.
void text(const std::string& markdown);

/// A number with its unit, and what it is compared with.
struct Measurement {
  std::string name;
  double value = 0;
  std::string unit;
  std::string compared_with;  // empty: nothing
  double reference = NAN;     // same unit; NAN: none
  std::string note;           // one sentence; may be empty
};
void measure(const Measurement& measurement);

/// Rows of text under column names.
class Table {
 public:
  explicit Table(std::vector<std::string> columns) : columns_(std::move(columns)) {}

  /// One cell a column: numbers and strings.
  template <class... Cells>
  void row(const Cells&... cells) {
    rows_.push_back({lesson::show(cells)...});
  }
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void show(const std::string& caption) const;

 private:
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Where a step may write the picture `name` ("before.png"): below WARPUP_OUTPUT_DIR, or out/.
std::string picture_path(const std::string& name);
/// Shows the picture at `path`: a terminal shows a small version of a PNG or JPEG.
void picture(const std::string& path, const std::string& caption);

/// Asks the learner to predict before the step shows what happens. `answer` is an index of choices.
struct Question {
  std::string text;
  std::vector<std::string> choices;
  int answer = 0;
  std::string why;
};
void ask(const Question& question);

/// What follows in this step makes the checker report `kind` ("race-shared"), and is meant to. On
/// the cpu backend the step fails if the report does not come.
void expect_diagnosis(const std::string& kind);

/// Says that the rest of the step is left out, and why. The step does not fail.
void skip(const std::string& reason);

/// A number that the instructor can change (`--set name=value`) and run the step again. It is from
/// `minimum` to `maximum`, both included; the step is not run with another one, and the program
/// ends as for a wrong argument. Throws std::logic_error if `usual` is outside.
long long parameter(const std::string& name, long long usual, long long minimum, long long maximum,
                    const std::string& meaning);

}  // namespace lesson
