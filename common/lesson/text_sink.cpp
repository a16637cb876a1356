// The same reports as plain text on stdout, for a lesson that is run by hand.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "lesson/axis_scale.h"
#include "lesson/format.h"
#include "lesson/sink.h"

namespace lesson {
namespace {

// Columns a text takes on a terminal: its code points.
size_t width(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

void print(const std::string& line) { std::printf("%s\n", line.c_str()); }

void print_cells(const std::vector<std::string>& cells, const std::vector<size_t>& widths) {
  std::string line = " ";
  for (size_t i = 0; i < cells.size(); ++i) {
    const std::string gap(widths[i] - std::min(widths[i], width(cells[i])), ' ');
    line += i == 0 ? " " + cells[i] + gap : "  " + gap + cells[i];
  }
  print(line);
}

class TextSink final : public Sink {
 public:
  void hello(const std::string& backend, const std::string& device) override {
    print(backend + " backend" + (device.empty() ? "" : ": " + device));
  }
  void step_info(const std::string& name, const std::string& title) override {
    print(name + ": " + title);
  }
  void step(const std::string& name, const std::string& title) override {
    print("\n== " + name + ": " + title);
  }
  void step_end(const std::string& name, bool ok, double seconds) override {
    if (!ok) print("step " + name + " failed" + format(" (%.2f s)", seconds));
    std::fflush(stdout);
  }
  void text(const std::string& markdown) override { print(markdown); }
  void measure(const Measurement& m) override {
    std::string line = "  " + m.name + ": " + format("%.4g", m.value) + " " + m.unit;
    if (!m.compared_with.empty()) {
      line += " (" + m.compared_with;
      if (std::isfinite(m.reference)) line += ": " + format("%.4g", m.reference) + " " + m.unit;
      line += ")";
    }
    print(m.note.empty() ? line : line + "; " + m.note);
  }
  void check(const CheckRecord& c) override {
    const std::string tolerance = c.tolerance.empty() ? "" : " (tolerance " + c.tolerance + ")";
    print((c.ok ? "  ok    " : "  WRONG ") + c.name + ": expected " + c.expected + ", got " +
          c.got + tolerance);
  }
  void table(const std::vector<std::string>& columns,
             const std::vector<std::vector<std::string>>& rows,
             const std::string& caption) override {
    std::vector<size_t> widths;
    for (const std::string& column : columns) widths.push_back(width(column));
    for (const auto& row : rows) {
      for (size_t i = 0; i < row.size() && i < widths.size(); ++i) {
        widths[i] = std::max(widths[i], width(row[i]));
      }
    }
    print_cells(columns, widths);
    for (const auto& row : rows) print_cells(row, widths);
    if (!caption.empty()) print("  " + caption);
  }
  void picture(const std::string& file, const std::string& caption) override {
    print("  picture " + file + ": " + caption);
  }
  void timeline(const TimelineData& t) override {
    print("  timeline: " + t.caption);
    if (!t.file.empty()) print("  picture " + t.file);
    for (const TimelineSpan& span : t.spans) {
      print(format("    %-12s %8.3f to %8.3f ms  %s",
                   t.lanes[static_cast<size_t>(span.lane)].c_str(), span.begin_ms, span.end_ms,
                   span.name.c_str()));
    }
  }
  void plot(const PlotData& p) override {
    print("  plot: " + p.title + (p.caption.empty() ? "" : ": " + p.caption));
    if (!p.file.empty()) print("  picture " + p.file);
    for (const PlotSeries& series : p.series) {
      for (const auto& point : series.points) {
        print("    " + series.name + ": " + axis_value(p.x, point.first) + ", " +
              axis_value(p.y, point.second));
      }
    }
    for (const PlotBar& bar : p.bars) print("    " + bar.name + ": " + axis_value(p.y, bar.value));
    for (const PlotBar& line : p.references) {
      print("    (" + line.name + ": " + axis_value(p.y, line.value) + ")");
    }
  }
  void question(const Question& q) override {
    print("  question: " + q.text);
    for (size_t i = 0; i < q.choices.size(); ++i) {
      print(format("    %zu. ", i + 1) + q.choices[i]);
    }
    print(format("  answer: %d. ", q.answer + 1) + q.why);
  }
  void expect_diagnosis(const std::string& kind) override {
    print("  the checker should now report " + kind + "; it is shown on purpose");
    std::fflush(stdout);
  }
  void parameter(const ParameterRecord& p) override {
    if (p.value != p.usual) {
      print("  " + p.name + " = " + grouped(p.value) + " (usually " + grouped(p.usual) +
            "): " + p.meaning);
    }
  }
  void skip(const std::string& reason) override { print("  left out: " + reason); }
  void verdict(bool ok, const std::string& message) override {
    print(std::string(ok ? "\npassed" : "\nfailed") + (message.empty() ? "" : ": " + message));
    std::fflush(stdout);
  }
};

}  // namespace

std::unique_ptr<Sink> make_text_sink() { return std::make_unique<TextSink>(); }

}  // namespace lesson
