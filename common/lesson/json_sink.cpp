// The event stream: JSON lines, each in one write() so that other writers can't cut into it.
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>

#include "lesson/json_line.h"
#include "lesson/sink.h"

namespace lesson {
namespace {

template <class Item>
std::string json_list(const std::vector<Item>& items, std::string (*json_of)(const Item&)) {
  std::string all = "[";
  for (const Item& item : items) all += (all.size() > 1 ? "," : "") + json_of(item);
  return all + "]";
}

std::string span_json(const TimelineSpan& span) {
  return "{\"lane\":" + std::to_string(span.lane) + ",\"name\":" + json_string(span.name) +
         ",\"begin_ms\":" + json_number(span.begin_ms) + ",\"end_ms\":" + json_number(span.end_ms) +
         "}";
}

std::string axis_json(const Axis& axis) {
  return "{\"label\":" + json_string(axis.label) + ",\"unit\":" + json_string(axis.unit) +
         ",\"scale\":" + (axis.scale == Scale::kLog ? "\"log\"" : "\"linear\"") + "}";
}

std::string point_json(const std::pair<double, double>& point) {
  return "[" + json_number(point.first) + "," + json_number(point.second) + "]";
}

std::string series_json(const PlotSeries& series) {
  return "{\"name\":" + json_string(series.name) +
         ",\"points\":" + json_list(series.points, point_json) + "}";
}

std::string bar_json(const PlotBar& bar) {
  return "{\"name\":" + json_string(bar.name) + ",\"value\":" + json_number(bar.value) + "}";
}

class JsonSink final : public Sink {
 public:
  explicit JsonSink(int descriptor) : descriptor_(descriptor) {}

  void hello(const std::string& backend, const std::string& device) override {
    JsonLine line("hello");
    line.add("version", 1).add("backend", backend);
    if (!device.empty()) line.add("device", device);
    send(line);
  }
  void step_info(const std::string& name, const std::string& title) override {
    send(JsonLine("step_info").add("name", name).add("title", title));
  }
  void step(const std::string& name, const std::string& title) override {
    send(JsonLine("step").add("name", name).add("title", title));
  }
  void step_end(const std::string& name, bool ok, double seconds) override {
    send(JsonLine("step_end").add("name", name).add("ok", ok).add("seconds", seconds));
  }
  void text(const std::string& markdown) override { send(JsonLine("text").add("text", markdown)); }
  void measure(const Measurement& m) override {
    JsonLine line("measure");
    line.add("name", m.name).add("value", m.value).add("unit", m.unit);
    if (!m.compared_with.empty()) line.add("compared_with", m.compared_with);
    if (std::isfinite(m.reference)) line.add("reference", m.reference);
    if (!m.note.empty()) line.add("note", m.note);
    send(line);
  }
  void check(const CheckRecord& c) override {
    JsonLine line("check");
    line.add("name", c.name).add("expected", c.expected).add("got", c.got);
    if (!c.tolerance.empty()) line.add("tolerance", c.tolerance);
    send(line.add("ok", c.ok));
  }
  void table(const std::vector<std::string>& columns,
             const std::vector<std::vector<std::string>>& rows,
             const std::string& caption) override {
    std::string all = "[";
    for (const auto& row : rows) all += (all.size() > 1 ? "," : "") + json_strings(row);
    send(JsonLine("table").add("columns", columns).raw("rows", all + "]").add("caption", caption));
  }
  void picture(const std::string& file, const std::string& caption) override {
    send(JsonLine("picture").add("file", file).add("caption", caption));
  }
  void timeline(const TimelineData& t) override {
    JsonLine line("timeline");
    line.add("caption", t.caption);
    if (!t.file.empty()) line.add("file", t.file);
    send(line.add("lanes", t.lanes).raw("spans", json_list(t.spans, span_json)));
  }
  void plot(const PlotData& p) override {
    const bool lines = p.kind == PlotData::Kind::kLines;
    JsonLine line("plot");
    line.add("kind", lines ? "lines" : "bars").add("title", p.title).add("caption", p.caption);
    if (!p.file.empty()) line.add("file", p.file);
    if (lines) line.raw("x", axis_json(p.x));
    line.raw("y", axis_json(p.y));
    if (lines) line.raw("series", json_list(p.series, series_json));
    if (!lines) line.raw("bars", json_list(p.bars, bar_json));
    if (!p.references.empty()) line.raw("references", json_list(p.references, bar_json));
    send(line);
  }
  void question(const Question& q) override {
    send(JsonLine("question")
             .add("text", q.text)
             .add("choices", q.choices)
             .add("answer", q.answer)
             .add("why", q.why));
  }
  void expect_diagnosis(const std::string& kind) override {
    send(JsonLine("expect_diagnosis").add("kind", kind));
  }
  void parameter(const ParameterRecord& p) override {
    send(JsonLine("parameter")
             .add("name", p.name)
             .add("value", p.value)
             .add("usual", p.usual)
             .add("minimum", p.minimum)
             .add("maximum", p.maximum)
             .add("meaning", p.meaning));
  }
  void skip(const std::string& reason) override { send(JsonLine("skip").add("reason", reason)); }
  void verdict(bool ok, const std::string& message) override {
    send(JsonLine("verdict").add("ok", ok).add("message", message));
  }

 private:
  void send(const JsonLine& event) {
    std::fflush(stdout);  // what the step printed comes before what it reports next
    const std::string line = event.line();
    for (size_t done = 0; done < line.size();) {
      const ssize_t n = write(descriptor_, line.data() + done, line.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return;  // the runner is gone; nobody is left to tell
      done += static_cast<size_t>(n);
    }
  }
  int descriptor_;
};

}  // namespace

std::unique_ptr<Sink> make_json_sink(int descriptor) {
  return std::make_unique<JsonSink>(descriptor);
}

}  // namespace lesson
