// The event stream: JSON lines, each in one write() so that other writers can't cut into it.
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>

#include "lesson/json_line.h"
#include "lesson/sink.h"

namespace lesson {
namespace {

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
  void timeline(const std::vector<std::string>& lanes, const std::vector<TimelineSpan>& spans,
                const std::string& caption) override {
    std::string all = "[";
    for (const TimelineSpan& span : spans) {
      all += (all.size() > 1 ? ",{\"lane\":" : "{\"lane\":") + std::to_string(span.lane) +
             ",\"name\":" + json_string(span.name) + ",\"begin_ms\":" + json_number(span.begin_ms) +
             ",\"end_ms\":" + json_number(span.end_ms) + "}";
    }
    send(JsonLine("timeline").add("caption", caption).add("lanes", lanes).raw("spans", all + "]"));
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
