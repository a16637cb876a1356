// The event pipe.
#include "catch.hpp"
#include "child_events.h"
#include "run.h"

using namespace warpup;
using namespace warpup::testing;

TEST_CASE("thousands of events arrive in order") {
  const Run run = run_misbehaving({"events", "20000"});
  CHECK(run.result.exit_code == 0);
  CHECK(run.result.events == 20000);
  REQUIRE(run.events.size() == 20000);
  bool in_order = true;
  for (int i = 0; i < 20000; ++i) {
    in_order &= run.events[i].find(":" + std::to_string(i) + "}") != std::string::npos;
  }
  CHECK(in_order);
}

TEST_CASE("a verdict printed to stdout is no event") {
  const Run run = run_misbehaving({"print", "{\"event\":\"verdict\",\"ok\":true}\n"});
  CHECK(run.events.empty());
  CHECK(run.result.events == 0);
  CHECK(run.out == "{\"event\":\"verdict\",\"ok\":true}\n");
}

TEST_CASE("lines that are no JSON object are dropped and counted") {
  const Run run = run_misbehaving({"event-text", "hello\n{\"a\":1}\n[1]\n{\"a\":\n\n3\n{}\n"});
  CHECK(run.events == std::vector<std::string>{"{\"a\":1}", "{}"});
  CHECK(run.result.events == 2);
  CHECK(run.result.dropped_events == 5);
}

TEST_CASE("a partial last line counts if it is whole JSON") {
  CHECK(run_misbehaving({"event-text", "{\"a\":1}"}).result.events == 1);
  const Run cut = run_misbehaving({"event-text", "{}\n{\"event\":\"verd"});
  CHECK(cut.result.events == 1);
  CHECK(cut.result.dropped_events == 1);
}

TEST_CASE("a line longer than 1 MiB is dropped and the next one is read") {
  const Run run = run_misbehaving({"long-event", "2000000"});
  CHECK(run.events == std::vector<std::string>{"{}"});
  CHECK(run.result.dropped_events == 1);
  CHECK(run_misbehaving({"long-event", "1000000"}).result.events == 2);
}

TEST_CASE("endless events are stopped, too") {
  const Run run = run_misbehaving(
      {"flood-events"}, [](ChildRequest& request) { request.limits.output_bytes = 1000; });
  CHECK(run.result.outcome == Outcome::kOutputLimit);
}

TEST_CASE("event lines are cut the same however they arrive") {
  const std::string text = "{\"a\":1}\nno\n{\"b\":[2,3]}\n{\"c\":4}";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    std::vector<std::string> lines;
    EventLines events([&](const std::string& line) { lines.push_back(line); });
    for (std::size_t at = 0; at < text.size(); at += size) events.add(text.substr(at, size));
    events.finish();
    CHECK(lines == std::vector<std::string>{"{\"a\":1}", "{\"b\":[2,3]}", "{\"c\":4}"});
    CHECK(events.dropped() == 1);
  }
}
