// Reports recorded on an H200 (record.sh) as diagnoses.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "sanitizer_output.h"

using warpup::DiagnosisEvent;
using warpup::Index3;
using warpup::parse_sanitizer_output;
using warpup::SanitizerOutput;

namespace {

SanitizerOutput recorded(const std::string& name) {
  const auto file = std::filesystem::path(RECORDED_FOLDER) / (name + ".txt");
  std::ifstream in(file);
  INFO(file);
  REQUIRE(in);
  std::ostringstream text;
  text << in.rdbuf();
  return parse_sanitizer_output(text.str());
}

// The one diagnosis of a recording.
DiagnosisEvent only(const std::string& name) {
  const SanitizerOutput output = recorded(name);
  CHECK(output.failure.empty());
  for (const DiagnosisEvent& d : output.diagnoses) UNSCOPED_INFO(d.kind << ": " << d.message);
  REQUIRE(output.diagnoses.size() == 1);
  return output.diagnoses.front();
}

std::string file_name(const DiagnosisEvent& d) {
  return std::filesystem::path(d.place.file).filename().string();
}

}  // namespace

TEST_CASE("an access out of bounds names thread, allocation and line, and hides what follows it") {
  const DiagnosisEvent d = only("C37_stencil_halo_oob.memcheck");
  CHECK(d.kind == "memcheck-oob");
  CHECK(d.fault);
  CHECK(file_name(d) == "C37_stencil_halo_oob.cu");
  CHECK(d.place.line == 16);
  CHECK(d.place.kernel == "second_difference");
  CHECK(d.place.thread == Index3{0, 0, 0});
  CHECK(d.place.block == Index3{0, 0, 0});
  CHECK(d.place.what == "read");
  REQUIRE(d.allocation);
  CHECK(d.allocation->where == "4 bytes before the nearest allocation");
  CHECK(d.allocation->bytes == 1024);
}

TEST_CASE("a misaligned access is one diagnosis for all threads") {
  const DiagnosisEvent d = only("C54_misaligned_float4.memcheck");
  CHECK(d.kind == "memcheck-oob");
  CHECK(d.place.line == 10);
  CHECK(d.message.find("misaligned") != std::string::npos);
  CHECK(d.place.thread == Index3{0, 0, 0});
  CHECK(d.count > 1);
}

TEST_CASE("a host pointer in a kernel is told by its distance") {
  const DiagnosisEvent d = only("C07_host_array_in_kernel.memcheck");
  CHECK(d.kind == "device-deref-host");
  CHECK(d.place.line == 8);
  CHECK(d.place.kernel == "twice");
}

TEST_CASE("reads of what nobody wrote, also inside the toolkit's atomics") {
  const DiagnosisEvent direct = only("C28_silent_oob_read.initcheck");
  CHECK(direct.kind == "uninit");
  CHECK(direct.place.line == 10);
  CHECK(direct.place.thread == Index3{255, 0, 0});
  const DiagnosisEvent atomic = only("C18_accum_not_zeroed.initcheck");
  CHECK(atomic.kind == "uninit");
  CHECK(file_name(atomic) == "C18_accum_not_zeroed.cu");
  CHECK(atomic.place.line == 10);
  CHECK(atomic.place.kernel == "count_even");
}

TEST_CASE("a race names both lines and both threads") {
  const DiagnosisEvent d = only("C42_reverse_no_sync.racecheck");
  CHECK(d.kind == "race-shared");
  CHECK(d.fault);
  CHECK(d.place.line == 13);
  CHECK(d.place.what == "write");
  CHECK(d.place.thread.has_value());
  CHECK(d.place.block == Index3{0, 0, 0});
  REQUIRE(d.other);
  CHECK(d.other->line == 15);
  CHECK(d.other->what == "read");
  CHECK(d.other->thread.has_value());
}

TEST_CASE("a race within one line is one diagnosis, too") {
  const DiagnosisEvent d = only("C55_shared_increment_no_atomic.racecheck");
  CHECK(d.place.line == 12);
  CHECK(d.other->line == 12);
  CHECK(d.place.kernel == "count");
}

TEST_CASE("a divergent barrier") {
  const DiagnosisEvent d = only("C48_sync_in_if_else.synccheck");
  CHECK(d.kind == "barrier-divergence");
  CHECK(d.place.line == 16);
  CHECK(d.place.thread.has_value());
}

TEST_CASE("failed calls and leaks stand at lines of host code") {
  const DiagnosisEvent freed = only("C22_double_free_copy.memcheck");
  CHECK(freed.kind == "double-free");
  CHECK(freed.place.line == 14);
  const DiagnosisEvent leak = only("C23_leak_in_loop.memcheck");
  CHECK(leak.kind == "leak");
  CHECK(leak.place.line == 29);
  CHECK(leak.count == 16);
}

TEST_CASE("a refused launch is told once, not again by cudaGetLastError") {
  const DiagnosisEvent d = only("C36_dyn_smem_over_48k.memcheck");
  CHECK(d.kind == "launch-config");
  CHECK(d.place.line == 25);
}

TEST_CASE("what is not known is passed on, and a tool that fails says why") {
  const SanitizerOutput output = parse_sanitizer_output(
      "========= COMPUTE-SANITIZER\n========= Something quite new\n"
      "=========     at copy(int *)+0x10 in mine.cu:7\n========= \n"
      "========= Error: Device not supported. Please refer to the documentation\n"
      "========= ERROR SUMMARY: 1 error\n");
  REQUIRE(output.diagnoses.size() == 1);
  CHECK(output.diagnoses[0].kind == "sanitizer");
  CHECK(output.diagnoses[0].message == "Something quite new");
  CHECK(output.diagnoses[0].place.line == 7);
  CHECK(output.failure.find("not supported") != std::string::npos);
}

TEST_CASE("a log cut short, of other text, or empty gives no diagnosis and no crash") {
  CHECK(parse_sanitizer_output("").diagnoses.empty());
  CHECK(parse_sanitizer_output("hello\n=====\n").diagnoses.empty());
  const SanitizerOutput cut = parse_sanitizer_output(
      "========= Error: Potential RAW hazard detected at __shared__ 0x0 in block (0,0,0) :");
  CHECK(cut.diagnoses.size() == 1);
}

TEST_CASE("a diagnosis is read back from its line") {
  const DiagnosisEvent written = only("C42_reverse_no_sync.racecheck");
  const warpup::Event event = warpup::parse_event(warpup::diagnosis_line(written));
  REQUIRE(std::holds_alternative<DiagnosisEvent>(event));
  const auto& read = std::get<DiagnosisEvent>(event);
  CHECK(read.kind == written.kind);
  CHECK(read.place.line == written.place.line);
  CHECK(read.place.thread == written.place.thread);
  REQUIRE(read.other);
  CHECK(read.other->line == written.other->line);
  CHECK(read.count == written.count);
}
