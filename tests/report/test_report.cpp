#include <algorithm>
#include <functional>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "checker/report.h"
#include "places.h"
#include "support.h"

using namespace warpup::report;
using test::captured_stderr;
using test::device_side;

namespace {

Report bounds_report(const void* pc, unsigned block, unsigned thread, long offset = 1024) {
  Report report;
  report.kind = Kind::kOutOfBounds;
  report.kernel = "kernel";
  report.first = device_side(block, thread, Access::kRead);
  report.first.pc = pc;
  report.address = 1 << 20;
  report.place = test::place_of(Memory::kGlobal, "in", 1024, offset);
  return report;
}

Report race_report(const void* a, const void* b, unsigned thread_a, unsigned thread_b) {
  Report report;
  report.kind = Kind::kRaceShared;
  report.block_dim[0] = 128;
  report.first = device_side(0, thread_a, Access::kWrite);
  report.first.pc = a;
  report.second = device_side(0, thread_b, Access::kRead);
  report.second->pc = b;
  report.place = test::place_of(Memory::kSharedStatic, "s", 512, 0);
  return report;
}

std::string flushed() {
  return captured_stderr([] { flush(); });
}

size_t count_of(const std::string& text, const std::string& piece) {
  size_t n = 0;
  for (size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++n;
  return n;
}

bool has(const std::string& text, const std::string& piece) { return count_of(text, piece) > 0; }

}  // namespace

TEST_CASE("one report a line, by the smallest threads, with a count") {
  reset();
  const void* pc = warpup_test_place(0);
  submit(bounds_report(pc, 1, 7));
  submit(bounds_report(pc, 0, 9));
  submit(bounds_report(pc, 0, 200));
  CHECK(fault_count() == 1);
  const std::string text = flushed();
  CHECK(count_of(text, "fault: ") == 1);
  CHECK(has(text, "Thread (9,0,0) of block (0,0,0) reads"));
  CHECK(has(text, "3 times, threads (7,0,0)–(200,0,0) of 2 blocks"));
  CHECK(has(text, "1 fault\n"));
}

TEST_CASE("wanted counts a repeat and asks for a smaller one") {
  reset();
  const void* pc = warpup_test_place(0);
  const Report kept = bounds_report(pc, 0, 5);
  CHECK(wanted(kept.kind, kept.first, nullptr, 1024));
  submit(kept);
  CHECK_FALSE(wanted(kept.kind, bounds_report(pc, 0, 6).first, nullptr, 1024));
  CHECK(wanted(kept.kind, bounds_report(pc, 0, 4).first, nullptr, 1024));
  CHECK(wanted(kept.kind, kept.first, nullptr, 512));
  CHECK(wanted(Kind::kUninit, kept.first, nullptr));
  CHECK(has(flushed(), "2 times, threads (5,0,0)–(6,0,0) of 1 block"));
}

TEST_CASE("addresses of one line become one report") {
  reset();
  submit(bounds_report(warpup_test_place(2), 0, 3));
  submit(bounds_report(warpup_test_place(3), 0, 2));
  CHECK(fault_count() == 2);
  const std::string text = flushed();
  CHECK(count_of(text, "fault: ") == 1);
  CHECK(has(text, "Thread (2,0,0)"));
  CHECK(has(text, "2 times"));
}

TEST_CASE("the sides of a race may come in any order") {
  const void *a = warpup_test_place(0), *b = warpup_test_place(1);
  reset();
  submit(race_report(a, b, 3, 40));
  Report swapped = race_report(a, b, 1, 50);
  std::swap(swapped.first, *swapped.second);
  submit(swapped);
  const std::string text = flushed();
  CHECK(count_of(text, "fault: ") == 1);
  CHECK(has(text, "Thread (1,0,0) of block (0,0,0) writes"));
  CHECK(has(text, "2 times"));
}

TEST_CASE("a race is one within a warp only if each pair of threads was") {
  const void *a = warpup_test_place(0), *b = warpup_test_place(1);
  reset();
  submit(race_report(a, b, 3, 4));
  const Report repeat = race_report(a, b, 5, 31);
  const bool first_is_a = std::less<const void*>()(a, b);
  const Side& first = first_is_a ? repeat.first : *repeat.second;
  const Side& second = first_is_a ? *repeat.second : repeat.first;
  CHECK_FALSE(wanted(repeat.kind, first, &second));
  CHECK(has(flushed(), "__syncwarp()"));
  reset();
  submit(race_report(a, b, 3, 4));
  submit(race_report(a, b, 31, 32));
  const std::string text = flushed();
  CHECK_FALSE(has(text, "__syncwarp()"));
  CHECK(has(text, "Put __syncthreads() between line 19 and line 25"));
}

TEST_CASE("text does not depend on the order of reports") {
  std::vector<Report> reports;
  for (unsigned thread = 0; thread < 8; ++thread) {
    reports.push_back(bounds_report(warpup_test_place(0), thread % 3, thread));
    reports.push_back(race_report(warpup_test_place(1), warpup_test_place(2), thread, 64 + thread));
    reports.push_back(bounds_report(warpup_test_place(3), 0, thread, -4));
  }
  std::string expected;
  for (unsigned order = 0; order < 6; ++order) {
    reset();
    std::rotate(reports.begin(), reports.begin() + 5, reports.end());
    if (order % 2 == 1) std::reverse(reports.begin(), reports.end());
    for (const auto& report : reports) submit(report);
    const std::string text = flushed();
    if (order == 0) expected = text;
    CHECK(text == expected);
  }
  CHECK(expected.find("memcheck-oob") < expected.find("race-shared"));
}

TEST_CASE("text holds no addresses") {
  reset();
  submit(bounds_report(warpup_test_place(0), 0, 0));
  CHECK_FALSE(has(flushed(), "0x"));
}

TEST_CASE("notes come after faults and are none") {
  reset();
  Report note;
  note.kind = Kind::kPerfCoalescing;
  note.note = true;
  note.first = device_side(0, 0, Access::kRead);
  note.first.pc = warpup_test_place(0);
  submit(note);
  CHECK(fault_count() == 0);
  submit(race_report(warpup_test_place(1), warpup_test_place(1), 0, 1));
  CHECK(fault_count() == 1);
  const std::string text = flushed();
  CHECK(text.find("fault: race-shared") < text.find("note: perf-coalescing"));
  CHECK(has(text, "1 fault, 1 note\n"));
}

TEST_CASE("a fault at a pair of lines takes the place of a note") {
  reset();
  Report note = race_report(warpup_test_place(0), warpup_test_place(0), 0, 1);
  note.note = true;
  note.second->access = Access::kWrite;
  Report fault = note;
  fault.note = false;
  fault.first.thread[0] = 4;
  fault.second->thread[0] = 5;
  submit(note);
  CHECK(wanted(fault.kind, fault.first, &*fault.second, 0, false));
  submit(fault);
  submit(note);
  CHECK(fault_count() == 1);
  const std::string text = flushed();
  CHECK(has(text, "fault: race-shared: Thread (4,0,0)"));
  CHECK_FALSE(has(text, "note: "));
}

TEST_CASE("a read of nothing that a race explains is not told") {
  reset();
  Report uninit = race_report(warpup_test_place(1), nullptr, 40, 0);
  uninit.kind = Kind::kUninit;
  uninit.first.access = Access::kRead;
  uninit.second.reset();
  submit(uninit);
  submit(race_report(warpup_test_place(0), warpup_test_place(1), 3, 40));
  CHECK(count_of(flushed(), "fault: ") == 1);
  reset();
  uninit.first.pc = warpup_test_place(2);
  submit(uninit);
  submit(race_report(warpup_test_place(0), warpup_test_place(1), 3, 40));
  CHECK(count_of(flushed(), "fault: ") == 2);
}

TEST_CASE("both orders of a missing synchronisation are one report") {
  Report late, early;
  late.kind = early.kind = Kind::kMissingSync;
  late.first = test::host_side("cudaMemcpyAsync", Access::kCopy);
  late.second = test::host_side("", Access::kWrite);
  late.first.pc = warpup_test_place(1);
  late.second->pc = warpup_test_place(0);
  early.first = *late.second;
  early.second = late.first;
  for (const bool turned : {false, true}) {
    reset();
    submit(turned ? early : late);
    submit(turned ? late : early);
    const std::string text = flushed();
    CHECK(count_of(text, "fault: ") == 1);
    CHECK(has(text, "cudaMemcpyAsync copies"));
  }
}

TEST_CASE("flush writes what is new, once") {
  reset();
  CHECK(flushed().empty());
  submit(bounds_report(warpup_test_place(0), 0, 0));
  CHECK_FALSE(flushed().empty());
  submit(bounds_report(warpup_test_place(0), 0, 1));
  CHECK(flushed().empty());
  submit(bounds_report(warpup_test_place(1), 0, 1));
  CHECK(count_of(flushed(), "fault: ") == 1);
}

TEST_CASE("many threads may report at once") {
  reset();
  constexpr unsigned kThreads = 8, kReports = 2000;
  const void* places[] = {warpup_test_place(0), warpup_test_place(1), warpup_test_place(2)};
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < kThreads; ++k) {
    threads.emplace_back([&places, k] {
      for (unsigned i = 0; i < kReports; ++i) {
        const Report report = bounds_report(places[i % 3], i % 5, k * kReports + i);
        if (wanted(report.kind, report.first, nullptr, 1024)) submit(report);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(fault_count() == 3);
  const std::string text = flushed();
  CHECK(count_of(text, "fault: ") == 3);
  CHECK(has(text, "5,336 times, threads (0,0,0)–(15998,0,0) of 5 blocks"));
}
