#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "catch.hpp"
#include "checker/report_json.h"
#include "places.h"
#include "support.h"

using namespace warpup::report;
using nlohmann::json;
using test::TemporaryFile;

namespace {

Finding race_finding(const TemporaryFile& file) {
  Report report;
  report.kind = Kind::kRaceShared;
  report.kernel = "reverse<\"odd\">";
  report.first = test::device_side(0, 0, Access::kWrite);
  report.second = test::device_side(0, 255, Access::kRead);
  report.address = 0x1234;
  report.value = "7";
  report.place = test::place_of(Memory::kSharedStatic, "s", 1024, 8);
  report.place->made_file = file.path();
  report.place->made_line = 1;
  return test::finding_at(file, report, 2, 3);
}

}  // namespace

TEST_CASE("a diagnosis has the fields of the event stream") {
  const TemporaryFile file("__shared__ int s[256];\ns[t] = v[t];\nv[t] = s[N - 1 - t];\n");
  const Finding finding = race_finding(file);
  const std::string line = to_json(finding, explain(finding));
  CHECK(line.find('\n') == line.size() - 1);
  const json event = json::parse(line);
  CHECK(event["event"] == "diagnosis");
  CHECK(event["kind"] == "race-shared");
  CHECK(event["severity"] == "fault");
  CHECK(event["file"] == file.path());
  CHECK(event["line"] == 2);
  CHECK(event["kernel"] == "reverse<\"odd\">");
  CHECK(event["thread"] == json({0, 0, 0}));
  CHECK(event["block"] == json({0, 0, 0}));
  CHECK(event["count"] == 1);
  CHECK(event["address"] == "0x1234");
  CHECK(event["value"] == "7");
  CHECK(event["columns"] == json::parse("[[0,4]]"));
  CHECK(event["lesson"] == "06");
  const json& allocation = event["allocation"];
  CHECK(allocation["name"] == "s");
  CHECK(allocation["bytes"] == 1024);
  CHECK(allocation["file"] == file.path());
  CHECK(allocation["line"] == 1);
  CHECK(allocation["where"] == "8 bytes after the start");
  const json& other = event["other"];
  CHECK(other["line"] == 3);
  CHECK(other["thread"] == json({255, 0, 0}));
  CHECK(other["what"] == "read");
  CHECK(other["expression"] == "s[N - 1 - t]");
  for (const char* key : {"message", "cause", "try"})
    CHECK_FALSE(event[key].get<std::string>().empty());
}

TEST_CASE("host side reports have no thread") {
  Report report;
  report.kind = Kind::kApiError;
  report.code = 600;
  report.code_name = "cudaErrorNotReady";
  report.first = test::host_side("cudaEventElapsedTime");
  const TemporaryFile file("e = cudaEventElapsedTime(&ms, start, stop);\n");
  const Finding finding = test::finding_at(file, report, 1);
  const json event = json::parse(to_json(finding, explain(finding)));
  CHECK(event.count("thread") == 0);
  CHECK(event.count("allocation") == 0);
  CHECK(event["api"] == "cudaEventElapsedTime");
  CHECK(event["lesson"] == "04");
  CHECK(event["columns"] == json::parse("[[4,42]]"));
}

TEST_CASE("any bytes become valid JSON") {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  CHECK_NOTHROW(json::parse(json_string(all)));
  CHECK(json::parse(json_string("a\"b\\c\n\té – 中 😀")) == "a\"b\\c\n\té – 中 😀");
  CHECK(json_string("\xC3") == "\"\\ufffd\"");
  CHECK_NOTHROW(json::parse(json_string("\xED\xA0\x80")));      // a surrogate
  CHECK_NOTHROW(json::parse(json_string("\xF4\x90\x80\x80")));  // beyond U+10FFFF
  CHECK_NOTHROW(json::parse(json_string("\xE0\x80\x80")));      // overlong
}

TEST_CASE("events go to the descriptor of the event stream") {
  reset();
  for (int which = 0; which < 2; ++which) {
    Report report;
    report.kind = Kind::kUninit;
    report.first = test::device_side(0, 1, Access::kRead);
    report.first.pc = warpup_test_place(which);
    submit(report);
  }
  std::string on_stderr;
  const std::string text = test::captured_events([&] { flush(); });
  std::istringstream lines(text);
  std::vector<json> events;
  for (std::string line; std::getline(lines, line);) events.push_back(json::parse(line));
  REQUIRE(events.size() == 2);
  CHECK(events[0]["line"] == 19);
  CHECK(events[1]["line"] == 25);
}
