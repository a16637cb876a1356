#include <dlfcn.h>

#include "catch.hpp"
#include "checker/addr2line.h"
#include "checker/allocation_sites.h"
#include "checker/call_trace.h"
#include "checker/symbolize.h"
#include "places.h"

using namespace warpup::report;

namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

TEST_CASE("a return address gives the line of the call") {
  const SourcePosition at = locate(warpup_test_place(0));
  CHECK(ends_with(at.file, "places.cpp"));
  CHECK(at.line == 19);
}

TEST_CASE("an inlined header function gives the learner's line") {
  const void* pc = warpup_test_place(1);
  CHECK(locate(pc).line == 25);
  const auto frames = frames_at(pc);
  REQUIRE(frames.size() >= 2);
  CHECK(frames[0].file == "/usr/include/stand_in.h");
  CHECK(frames[0].line == 8);
}

TEST_CASE("two calls on one line are one line") {
  const void *a = warpup_test_place(2), *b = warpup_test_place(3);
  CHECK(a != b);
  CHECK(same_source_line(a, b));
  CHECK_FALSE(same_source_line(a, warpup_test_place(0)));
  CHECK(same_source_line(a, a));
}

TEST_CASE("an address without code is not known") {
  CHECK_FALSE(locate(nullptr).known());
  int on_stack = 0;
  CHECK_FALSE(locate(&on_stack).known());
  CHECK_FALSE(same_source_line(&on_stack, nullptr));
}

TEST_CASE("a module loaded after the first look-up is found") {
  CHECK(locate(warpup_test_place(0)).known());
  void* module = dlopen(WARPUP_TEST_MODULE, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(module != nullptr);
  using PlaceFunction = const void* (*)(int);
  const auto place = reinterpret_cast<PlaceFunction>(dlsym(module, "warpup_test_place"));
  REQUIRE(place != nullptr);
  CHECK(place != &warpup_test_place);
  CHECK(locate(place(0)).line == 19);
  CHECK(locate(place(1)).line == 25);
  const auto frames = addr2line_frames(reinterpret_cast<uintptr_t>(place(0)) - 1);
  REQUIRE_FALSE(frames.empty());
  CHECK(frames[0].line == 19);
}

TEST_CASE("addr2line finds the same frames") {
  for (int which = 0; which < 3; ++which) {
    const void* pc = warpup_test_place(which);
    const auto frames = addr2line_frames(reinterpret_cast<uintptr_t>(pc) - 1);
    const auto expected = frames_at(pc);
    REQUIRE(frames.size() == expected.size());
    for (size_t i = 0; i < frames.size(); ++i) CHECK(frames[i].line == expected[i].line);
  }
}

TEST_CASE("headers of the system and of the backend are not the learner's") {
  CHECK_FALSE(is_learner_file("/usr/include/c++/12/vector"));
  CHECK_FALSE(is_learner_file("/usr/lib/gcc/x86_64-linux-gnu/12/include/emmintrin.h"));
  CHECK_FALSE(is_learner_file("<built-in>"));
  CHECK_FALSE(is_learner_file(""));
  CHECK(is_learner_file("/home/me/reverse.cu"));
#ifdef WARPUP_COMMON_DIR
  CHECK_FALSE(is_learner_file(std::string(WARPUP_COMMON_DIR) + "cpu/include/cuda_runtime.h"));
#endif
}

TEST_CASE("a stack has one stand-in, which is no code address") {
  const void* traces[3];
  for (const void*& trace : traces) trace = trace_here();
  CHECK(traces[0] == traces[2]);
  CHECK(trace_here() != traces[0]);
  CHECK(is_trace(traces[0]));
  CHECK_FALSE(is_trace(nullptr));
  CHECK_FALSE(is_trace(warpup_test_place(0)));
  CHECK(frames_at(traces[0]).empty());
}

TEST_CASE("of two allocations on a line each has its name, once both were seen") {
  const void *first = warpup_test_place(2), *second = warpup_test_place(3);
  CHECK(name_at_site("a", first) == "a");
  CHECK(name_at_site("a or b", first) == "a or b");
  note_allocation_site(first);
  note_allocation_site(warpup_test_place(0));  // on another line
  CHECK(name_at_site("a or b", first) == "a or b");
  note_allocation_site(second);
  note_allocation_site(second);
  CHECK(name_at_site("a or b", first) == "a");
  CHECK(name_at_site("a or b", second) == "b");
  CHECK(name_at_site("a or b or c", second) == "a or b or c");
  CHECK(name_at_site("a or b", nullptr) == "a or b");
}
