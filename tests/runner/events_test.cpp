#include "events.h"

#include "catch.hpp"

using namespace warpup;

namespace {

template <typename T>
T parsed(const std::string& line) {
  const Event event = parse_event(line);
  REQUIRE(std::holds_alternative<T>(event));
  return std::get<T>(event);
}

}  // namespace

TEST_CASE("simple events") {
  CHECK(parsed<HelloEvent>(R"({"event":"hello","version":1,"backend":"cpu"})").version == 1);
  CHECK(parsed<StepEvent>(R"({"event":"step","name":"a","title":"T"})").title == "T");
  CHECK(parsed<StepInfoEvent>(R"({"event":"step_info","name":"a","title":"T"})").name == "a");
  CHECK(parsed<TextEvent>(R"({"event":"text","text":"**b**"})").text == "**b**");
  CHECK(parsed<SkipEvent>(R"({"event":"skip","reason":"r"})").reason == "r");
  CHECK(parsed<PictureEvent>(R"({"event":"picture","file":"a.png","caption":"c"})").file ==
        "a.png");
  CHECK(parsed<StepEndEvent>(R"({"event":"step_end","name":"a","ok":true,"seconds":0.5})").ok);
  CHECK(parsed<VerdictEvent>(R"({"event":"verdict","ok":true,"message":"m"})").ok);
  CHECK(parsed<ExpectDiagnosisEvent>(R"({"event":"expect_diagnosis","kind":"leak"})").kind ==
        "leak");
  CHECK(parsed<QuestionEvent>(R"({"event":"question","choices":["a","b"],"answer":1})").answer ==
        1);
}

TEST_CASE("numbers may stand where texts are expected") {
  const auto check = parsed<CheckEvent>(R"({"event":"check","name":"n","expected":5,"got":4.5})");
  CHECK(check.expected == "5");
  CHECK(check.got == "4.5");
  CHECK_FALSE(check.ok);
  const auto table =
      parsed<TableEvent>(R"({"event":"table","columns":["a"],"rows":[[1],["2"],3]})");
  REQUIRE(table.rows.size() == 3);
  CHECK(table.rows[0] == std::vector<std::string>{"1"});
  CHECK(table.rows[2].empty());
}

TEST_CASE("a measurement may have nothing to be compared with") {
  const auto alone =
      parsed<MeasureEvent>(R"({"event":"measure","name":"t","value":1.5,"unit":"ms"})");
  CHECK(alone.value == 1.5);
  CHECK_FALSE(alone.reference);
  CHECK(parsed<MeasureEvent>(R"({"event":"measure","value":2,"reference":4})").reference == 4.0);
}

TEST_CASE("a diagnosis has two sides") {
  const auto event = parsed<DiagnosisEvent>(
      R"({"event":"diagnosis","kind":"race-shared","severity":"fault","file":"/a.cu","line":12,
          "thread":[33,0,0],"block":[1,2,3],"count":7,"try":"t","lesson":"06",
          "allocation":{"name":"d_in","bytes":1024,"where":"4 bytes past the end"},
          "other":{"file":"/a.cu","line":9,"thread":[1,0,0],"what":"write","label":"written here",
                   "columns":[[2,6],[9],[7,5],"x",[-1,3],[8,9]]}})");
  CHECK(event.fault);
  CHECK(event.place.line == 12);
  CHECK(event.place.block == Index3{1, 2, 3});
  REQUIRE(event.other);
  CHECK(event.other->what == "write");
  CHECK(event.other->label == "written here");
  CHECK(event.other->columns == std::vector<std::pair<int, int>>{{2, 6}, {8, 9}});
  CHECK_FALSE(event.other->block);
  REQUIRE(event.allocation);
  CHECK(event.allocation->bytes == 1024);
  CHECK(event.count == 7);
  CHECK(event.advice == "t");
}

TEST_CASE("a diagnosis is a fault unless it says that it is a note") {
  CHECK_FALSE(parsed<DiagnosisEvent>(R"({"event":"diagnosis","severity":"note"})").fault);
  CHECK(parsed<DiagnosisEvent>(R"({"event":"diagnosis"})").fault);
}

TEST_CASE("spans, lanes and profile rows") {
  const auto timeline = parsed<TimelineEvent>(
      R"({"event":"timeline","lanes":["s"],"spans":[{"lane":0,"name":"k","begin_ms":0,"end_ms":2},5]})");
  REQUIRE(timeline.spans.size() == 1);
  CHECK(timeline.spans[0].end_ms == 2);
  const auto odd = parsed<TimelineEvent>(
      R"({"event":"timeline","lanes":["s"],"spans":[{"lane":0,"begin_ms":-1e308,"end_ms":1e308},
          {"lane":0,"name":"turned","begin_ms":5,"end_ms":2}]})");
  REQUIRE(odd.spans.size() == 1);
  CHECK(odd.spans[0].begin_ms == 2);
  const auto profile = parsed<ProfileEvent>(
      R"({"event":"profile","rows":[{"kernel":"k","line":3,"space":"global","sectors":32}]})");
  REQUIRE(profile.rows.size() == 1);
  CHECK(profile.rows[0].sectors == 32);
}

TEST_CASE("a plot holds what can be drawn") {
  const auto lines = parsed<PlotEvent>(
      R"({"event":"plot","kind":"lines","title":"t","x":{"label":"n","unit":"bytes","scale":"log"},
          "y":{"label":"time"},"series":[{"name":"a","points":[[1,-2],[0,5],[2,null],[3],"x"]},
          {"name":"none","points":[[-1,1]]},7]})");
  CHECK(lines.plot.x.scale == lesson::Scale::kLog);
  REQUIRE(lines.plot.series.size() == 1);
  CHECK(lines.plot.series[0].points == std::vector<std::pair<double, double>>{{1, -2}});
  const auto bars = parsed<PlotEvent>(
      R"({"event":"plot","kind":"bars","bars":[{"name":"a","value":2},{"name":"b"}],"references":5})");
  CHECK(bars.plot.bars.size() == 1);
  CHECK(bars.plot.references.empty());
  const auto large = parsed<PlotEvent>(
      R"({"event":"plot","kind":"lines","y":{"scale":"log"},
          "series":[{"name":"a","points":[[1e308,1],[-1e308,1],[1,1e-300],[1,2]]}]})");
  REQUIRE(large.plot.series.size() == 1);
  CHECK(large.plot.series[0].points.size() == 1);
  CHECK_NOTHROW(parse_event(R"({"event":"plot","x":5,"series":"none","bars":{}})"));
}

TEST_CASE("an event of a newer version is unknown, not an error") {
  CHECK(parsed<UnknownEvent>(R"({"event":"hologram","of":1})").type == "hologram");
}

TEST_CASE("a line that is no event is malformed") {
  for (const char* line : {"", "hello", "{\"event\":", "[1]", "{}", "{\"event\":7x}"}) {
    CHECK(std::holds_alternative<MalformedEvent>(parse_event(line)));
  }
}

TEST_CASE("fields of other types don't throw") {
  CHECK_NOTHROW(parse_event(R"({"event":"diagnosis","thread":"x","block":[1,2,3,4],"other":5,
                                "line":"12","count":"many","allocation":[]})"));
  CHECK_NOTHROW(parse_event(R"({"event":"table","columns":7,"rows":"none"})"));
  CHECK_NOTHROW(parse_event(R"({"event":"check","ok":"yes","name":null})"));
}
