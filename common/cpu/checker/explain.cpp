#include "checker/explain.h"

#include "checker/call_trace.h"
#include "checker/words.h"

namespace warpup::report {
namespace {

Explanation explain_kind(const Finding& finding) {
  if (finding.report.sub == SubKind::kLibrary) return explain_library(finding);
  switch (finding.report.kind) {
    case Kind::kOutOfBounds:
      return explain_bounds(finding);
    case Kind::kMisaligned:
      return explain_misaligned(finding);
    case Kind::kUseAfterFree:
      return explain_use_after_free(finding);
    case Kind::kRaceShared:
    case Kind::kRaceGlobal:
      return explain_race(finding);
    case Kind::kUninit:
      return explain_uninit(finding);
    case Kind::kBarrierDivergence:
      return explain_barrier(finding);
    case Kind::kHostDeref:
      return explain_host_deref(finding);
    case Kind::kDeviceDerefHost:
      return explain_device_deref(finding);
    case Kind::kLaunchConfig:
      return explain_launch(finding);
    case Kind::kApiError:
      return explain_api(finding);
    case Kind::kMissingSync:
      return explain_missing_sync(finding);
    case Kind::kLeak:
      return explain_leak(finding);
    case Kind::kDoubleFree:
      return explain_double_free(finding);
    case Kind::kStickyError:
      return explain_sticky(finding);
    case Kind::kDeadlock:
      return explain_deadlock(finding);
    case Kind::kPerfCoalescing:
    case Kind::kPerfBankConflict:
      return explain_performance(finding);
  }
  return {};
}

std::string label(const Side& side) { return deed(side) + " by " + who(side); }

}  // namespace

Lesson lesson(int number) {
  static constexpr const char* kTitles[] = {
      "",        "runtime and driver", "the memory model", "streams", "events",
      "kernels", "shared memory",      "reduce",           "atomics", "warp affine",
      "gemm",    "postprocessing",     "errors",           "Thrust"};
  return {number, kTitles[number]};
}

Explanation explain(const Finding& finding) {
  Explanation e = explain_kind(finding);
  if (is_trace(finding.report.first.pc)) explain_algorithm(finding, &e);
  const bool told = finding.report.sub == SubKind::kIndex;
  e.message = joined(capitalised(e.message), told ? "" : finding.report.detail);
  if (e.first_label.empty()) e.first_label = label(finding.report.first);
  if (e.second_label.empty() && finding.report.second) {
    e.second_label = label(*finding.report.second);
  }
  return e;
}

}  // namespace warpup::report
