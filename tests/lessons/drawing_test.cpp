// Plots and timelines: what is reported, and the SVG that is written.
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "../runner/temporary_folder.h"
#include "lesson/axis_scale.h"
#include "lesson/lesson.h"
#include "session_events.h"

namespace {

using lesson::Axis;
using lesson::AxisScale;
using lesson::Scale;

// Where drawings go while it lives.
class OutputFolder {
 public:
  OutputFolder() { setenv("WARPUP_OUTPUT_DIR", folder_.path().c_str(), 1); }
  ~OutputFolder() { unsetenv("WARPUP_OUTPUT_DIR"); }
  std::string read(const std::string& name) const { return folder_.read(name); }
  bool has(const std::string& name) const { return std::filesystem::exists(folder_.path() / name); }

 private:
  TemporaryFolder folder_;
};

std::string labels(const AxisScale& scale) {
  std::string text;
  for (const lesson::Tick& tick : scale.ticks()) text += (text.empty() ? "" : " ") + tick.label;
  return text;
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

}  // namespace

TEST_CASE("axes are cut at round numbers") {
  const Axis linear{"time", "ms", Scale::kLinear}, log{"n", "", Scale::kLog};
  const Axis bytes{"size", "bytes", Scale::kLog};
  CHECK(labels(AxisScale(linear, 3, 49.8, true, 7)) == "0 10 20 30 40 50");
  CHECK(labels(AxisScale(linear, 3, 5, false, 6)) == "3 3.5 4 4.5 5");
  CHECK(labels(AxisScale(linear, 0, 0, true, 4)) == "0 0.5 1");
  CHECK(labels(AxisScale(log, 3, 40, false, 8)) == "2 5 10 20 50");
  CHECK(labels(AxisScale(log, 100, 1e8, false, 4)) == "100 10,000 1,000,000 10^8");
  CHECK(labels(AxisScale(bytes, 1024, 256 << 20, false, 8)) ==
        "1 KB 8 KB 64 KB 512 KB 4 MB 32 MB 256 MB");
  CHECK(AxisScale(bytes, 1024, 4096, false, 8).place(2048) == Approx(0.5));
  CHECK(AxisScale(linear, 0, 50, true, 7).place(25) == Approx(0.5));
}

TEST_CASE("no axis has more ticks than asked for, or leaves a value outside") {
  for (const Scale scale : {Scale::kLinear, Scale::kLog}) {
    for (const char* unit : {"", "bytes"}) {
      for (double low = 0.003; low < 1e6; low *= 3.7) {
        for (double high = low; high < 1e9; high *= 4.1) {
          for (int most = 3; most < 9; ++most) {
            const AxisScale axis({"a", unit, scale}, low, high, most % 2 == 0, most);
            CHECK(axis.ticks().size() <= static_cast<size_t>(most));
            CHECK(axis.place(low) >= -1e-9);
            CHECK(axis.place(high) <= 1 + 1e-9);
          }
        }
      }
    }
  }
}

TEST_CASE("a plot reports its numbers and the file that it wrote") {
  const OutputFolder folder;
  const std::string events = events_of([] {
    lesson::Plot plot("Copies", {"size", "bytes", Scale::kLog}, {"bandwidth", "GB/s"});
    plot.point("pinned", 4096, 2);
    plot.point("pinned", 1024, 1);  // drawn in the order of x
    plot.point("a < b", 1024, 0.5);
    plot.show("What it shows.");
    plot.show("Again.");
  });
  CHECK(holds(events, R"("kind":"lines","title":"Copies","caption":"What it shows.")"));
  CHECK(holds(events, R"("x":{"label":"size","unit":"bytes","scale":"log"})"));
  CHECK(holds(events, R"({"name":"pinned","points":[[1024,1],[4096,2]]})"));
  CHECK(holds(events, "/plot.svg\""));
  CHECK(holds(events, "/plot-2.svg\""));
  const std::string svg = folder.read("plot.svg");
  CHECK(holds(svg, ">bandwidth (GB/s)</text>"));
  CHECK(holds(svg, ">a &lt; b</text>"));
  CHECK(count(svg, "<polyline") == 2);
  CHECK(holds(svg, "stroke-dasharray"));  // lines differ without colour, too
}

TEST_CASE("a value that an axis has no place for is refused") {
  lesson::Plot plot("T", {"x", "", Scale::kLog}, {"y", ""});
  CHECK_THROWS_AS(plot.point("a", 0, 1), std::invalid_argument);
  CHECK_THROWS_AS(plot.point("a", 1, NAN), std::invalid_argument);
  CHECK_THROWS_AS(plot.point("a", 1, 1e200), std::invalid_argument);
  lesson::Timeline timeline;
  CHECK_THROWS_AS(timeline.span("a", "b", 0, NAN), std::invalid_argument);
  lesson::Bars bars("T", {"y", ""});
  CHECK_THROWS_AS(bars.bar("a", -1), std::invalid_argument);
  CHECK_THROWS_AS(bars.bar("a", INFINITY), std::invalid_argument);
}

TEST_CASE("bars report their names, values and lines of reference") {
  const OutputFolder folder;
  const std::string events = events_of([] {
    lesson::Bars bars("Ladder", {"time", "ms"});
    bars.bar("naive", 8);
    bars.bar("tiled", 2);
    bars.reference("library", 1.5);
    bars.show("");
  });
  CHECK(holds(events, R"("bars":[{"name":"naive","value":8},{"name":"tiled","value":2}])"));
  CHECK(holds(events, R"("references":[{"name":"library","value":1.5}])"));
  const std::string svg = folder.read("plot.svg");
  CHECK(holds(svg, ">naive</text>"));
  CHECK(holds(svg, ">library: 1.5 ms</text>"));
}

TEST_CASE("a timeline's lanes are numbered in the order of their first span") {
  const OutputFolder folder;
  const std::string events = events_of([] {
    lesson::Timeline timeline;
    timeline.span("copy", "a", 0, 1);
    timeline.span("compute", "b", 1, 2.5);
    timeline.span("copy", "c", 1, 2);
    timeline.show("overlap");
  });
  CHECK(holds(events, R"("lanes":["copy","compute"])"));
  CHECK(holds(events, R"({"lane":1,"name":"b","begin_ms":1,"end_ms":2.5})"));
  CHECK(holds(events, "/timeline.svg\""));
}

TEST_CASE("spans that differ in a number look alike, other ones don't") {
  const OutputFolder folder;
  events_of([] {
    lesson::Timeline timeline;
    timeline.span("stream 1", "copy 1", 0, 1);
    timeline.span("stream 2", "copy 2", 1, 2);
    timeline.span("stream 1", "kernel 1", 1, 3);
    timeline.show("overlap");
  });
  const std::string svg = folder.read("timeline.svg");
  CHECK(count(svg, "url(#p0)") == 3);  // two spans and the legend
  CHECK(count(svg, "url(#p1)") == 2);
  CHECK(holds(svg, ">kernel</text>"));
}

TEST_CASE("drawings are named after their step, and anew each time it runs") {
  const OutputFolder folder;
  lesson::Program program;
  program.step("ladder", "L", [] {
    for (int i = 0; i < 2; ++i) {
      lesson::Bars bars("B", {"time", "ms"});
      bars.bar("a", 1);
      bars.show("");
    }
  });
  std::string words[] = {"lesson", "--step", "ladder", "--step", "ladder"};
  char* argv[] = {&words[0][0], &words[1][0], &words[2][0], &words[3][0], &words[4][0]};
  events_of([&] { CHECK(program.run(5, argv) == 0); });
  CHECK(folder.has("ladder-plot.svg"));
  CHECK(folder.has("ladder-plot-2.svg"));
  CHECK_FALSE(folder.has("ladder-plot-3.svg"));
}

TEST_CASE("numbers are reported where no file can be written") {
  setenv("WARPUP_OUTPUT_DIR", "/proc/none", 1);
  const std::string events = events_of([] {
    lesson::Bars bars("B", {"time", "ms"});
    bars.bar("a", 1);
    bars.show("");
  });
  unsetenv("WARPUP_OUTPUT_DIR");
  CHECK(holds(events, "can't be written"));
  CHECK(holds(events, R"("bars":[{"name":"a","value":1}])"));
  CHECK_FALSE(holds(events, R"("file")"));
}
