#include "diagnosis_view.h"

#include "catch.hpp"
#include "temporary_folder.h"
#include "text_file.h"
#include "text_width.h"

using namespace warpup;

namespace {

DiagnosisEvent race(const std::string& file) {
  DiagnosisEvent event;
  event.kind = "race-shared";
  event.message = "A thread reads what another wrote, with no barrier between.";
  event.place = {file, 2, "reverse", Index3{33, 0, 0}, Index3{2, 0, 0}, "read", "", {}};
  event.other = Place{file, 1, "", Index3{1, 0, 0}, Index3{2, 0, 0}, "write", "", {}};
  event.count = 96;
  event.cause = "A barrier is missing.";
  event.advice = "Put one there.";
  event.lesson = "06";
  return event;
}

DiagnosisEvent of_kind(const std::string& kind, bool fault = true) {
  DiagnosisEvent event;
  event.kind = kind;
  event.fault = fault;
  return event;
}

}  // namespace

TEST_CASE("a diagnosis shows both sides with their code") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("a.cu", "s[t] = v[t];\nv[t] = s[n - t];  // BUG\n").string();
  CHECK(diagnosis_text(Screen(), race(file), 200) ==
        "fault: race-shared  " + file +
            ":2\n"
            "  A thread reads what another wrote, with no barrier between.\n"
            "      2 | v[t] = s[n - t];  // BUG\n"
            "        | ^^^^^^^^^^^^^^^^\n"
            "          read by thread (33,0,0) of block (2,0,0) in reverse\n"
            "  " +
            file +
            ":1\n"
            "      1 | s[t] = v[t];\n"
            "        | ^^^^^^^^^^^^\n"
            "          write by thread (1,0,0) of block (2,0,0)\n"
            "  seen     96 times\n"
            "  cause    A barrier is missing.\n"
            "  try      Put one there.\n"
            "  lesson   warpup run 06\n"
            "\n");
}

TEST_CASE("carets stand below the code that the message quotes") {
  const TemporaryFolder folder;
  DiagnosisEvent event = race(folder.write("a.cu", "s[t] = v[t];\nv[t] = s[n - t];\n").string());
  event.message = "It writes `s[t]`, and another reads `s[n - t]` of `s`.";
  const std::string text = diagnosis_text(Screen(), event, 80);
  CHECK(text.find("      2 | v[t] = s[n - t];\n        |        ^^^^^^^^\n") != std::string::npos);
  CHECK(text.find("      1 | s[t] = v[t];\n        | ^^^^\n") != std::string::npos);
  CHECK(text.find("It writes `s[t]`, and") != std::string::npos);
}

TEST_CASE("carets and words are those of the report, where it has them") {
  const TemporaryFolder folder;
  DiagnosisEvent event = race(folder.write("a.cu", "a;\n\tx = s[i] + s[j];\n").string());
  event.message = "It reads `s[i]`.";
  event.place.columns = {{5, 9}, {12, 16}, {90, 95}};  // a tab is one byte; the last is not there
  event.place.label = "too early";
  const std::string text = diagnosis_text(Screen(), event, 80);
  CHECK(text.find("      2 |     x = s[i] + s[j];\n"
                  "        |         ^^^^   ^^^^\n"
                  "          too early in reverse\n") != std::string::npos);
}

TEST_CASE("memory is described by its allocation") {
  DiagnosisEvent event = of_kind("memcheck-oob");
  event.allocation = Allocation{"d_in", 1024, "", 0, "4 bytes past the end"};
  event.address = "0x7f00";
  CHECK(diagnosis_text(Screen(), event, 80)
            .find("  memory   4 bytes past the end, d_in, 1024 bytes, address 0x7f00\n") !=
        std::string::npos);
}

TEST_CASE("a source that is not there leaves out the code alone") {
  const std::string text = diagnosis_text(Screen(), race("/nowhere/a.cu"), 80);
  CHECK(text.find("/nowhere/a.cu:2") != std::string::npos);
  CHECK(text.find("^") == std::string::npos);
}

TEST_CASE("every line of a diagnosis fits the screen") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("a.cu", std::string(150, 'x') + "\n  v[t] = s[n - t];\n").string();
  for (int width = 40; width < 120; ++width) {
    for (const std::string& line : split_lines(diagnosis_text(Screen(), race(file), width))) {
      CHECK(display_width(line) <= width);
    }
  }
}

TEST_CASE("causes come before what follows from them, notes last") {
  std::vector<DiagnosisEvent> list = {of_kind("race-global", false), of_kind("sticky-error"),
                                      of_kind("api-error"), of_kind("memcheck-oob"),
                                      of_kind("uninit")};
  sort_by_cause(list);
  std::string order;
  for (const DiagnosisEvent& event : list) order += event.kind + " ";
  CHECK(order == "memcheck-oob uninit api-error sticky-error race-global ");
}

TEST_CASE("a screenful is shown, the first in any case, and the rest are counted") {
  const std::vector<DiagnosisEvent> list(20, race("/nowhere/a.cu"));
  const std::string text = diagnoses_text(Screen(), list, 80, 5, "warpup check x --all-reports");
  CHECK(text.find("19 more reports: warpup check x --all-reports") != std::string::npos);
  const std::string all = diagnoses_text(Screen(), list, 80, 0, "");
  CHECK(all.find("more report") == std::string::npos);
}
