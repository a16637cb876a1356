// Results of API calls: errors that the program made, missed, or looked at in the wrong place.
#include <cstring>
#include <mutex>

#include "../exec/grid.h"
#include "../runtime/errors.h"
#include "allocations.h"
#include "fatal.h"
#include "hooks.h"
#include "report.h"

namespace warpup::check {
namespace {

using report::Kind;
using report::Report;
using report::SubKind;

constexpr int kMemoryAllocation = 2, kNotReady = 600, kDeviceUnavailable = 46;

struct HostErrors {
  const char* api = nullptr;  // the call whose error is recorded
  const void* pc = nullptr;
  int code = 0;
  bool launched_since = false;    // a launch has succeeded since then
  const void* told_pc = nullptr;  // a report about the call under way has been made
};
thread_local HostErrors t_errors;
int g_kernel_error = 0;
bool g_any_error = false;

bool expected_answer(const char* api, int code) {
  return code == kNotReady && std::strstr(api, "Query") != nullptr;
}

Report host_report(Kind kind, const char* api, const void* pc, int code) {
  Report r;
  r.kind = kind;
  r.first.device = false;
  r.first.pc = pc;
  r.first.api = api;
  r.code = code;
  const bool driver = std::strncmp(api, "cu", 2) == 0 && std::strncmp(api, "cuda", 4) != 0;
  r.code_name = driver ? runtime::driver_error_name(code) : runtime::error_name(code);
  return r;
}

}  // namespace

bool any_api_error() { return g_any_error || g_kernel_error != 0; }

void kernel_failed(Op*, int code) { g_kernel_error = code; }

void api_result(const char* api, int code, const void* pc, bool launch) {
  if (!on()) return;
  HostErrors& e = t_errors;
  const bool told = e.told_pc == pc && pc != nullptr;
  e.told_pc = nullptr;
  if (code == 0) {
    if (launch) e.launched_since = true;
    return;
  }
  if (g_kernel_error != 0 && (code == g_kernel_error || code == kDeviceUnavailable)) {
    return fatal_surfaced(api, code, pc);
  }
  if (expected_answer(api, code)) return;
  g_any_error = true;
  if (code != kNotReady) {
    e.api = api;
    e.pc = pc;
    e.code = code;
    e.launched_since = false;
  }
  // Out of memory is an answer that a program may ask for; it is told if it is then misread.
  if (told || code == kMemoryAllocation) return;
  Report r = host_report(launch ? Kind::kLaunchConfig : Kind::kApiError, api, pc, code);
  report::submit(r);
}

void last_error_read(int code, bool cleared, const void* pc) {
  if (!on()) return;
  if (cleared) fatal_cleared();
  HostErrors& e = t_errors;
  if (code != 0 && code == e.code && e.launched_since && code == kMemoryAllocation) {
    const char* reader = cleared ? "cudaGetLastError" : "cudaPeekAtLastError";
    Report r = host_report(Kind::kApiError, reader, pc, code);
    r.sub = SubKind::kStaleError;
    report::Side failed;
    failed.device = false;
    failed.pc = e.pc;
    failed.api = e.api;
    r.second = failed;
    report::submit(r);
  }
  if (cleared) e = HostErrors();
}

void error_text_read(int) {}

void copy_kind_contradicts(const char* api, const void* pc, const char* explanation) {
  if (!on()) return;
  Report r = host_report(Kind::kApiError, api, pc, 0);
  r.sub = SubKind::kKindContradicts;
  r.note = true;
  r.detail = explanation;
  report::submit(r);
}

void refused_free(const void* p, const char* api, const void* pc) {
  if (!on()) return;
  Report r = host_report(Kind::kDoubleFree, api, pc, 0);
  r.first.access = report::Access::kFree;
  describe_refused_free(p, &r);
  report::submit(r);
  t_errors.told_pc = pc;
}

namespace {

struct Refusal {
  SubKind sub = SubKind::kNone;
  unsigned long long amount = 0, limit = 0;
  const char* axis = "";
};

Refusal over(SubKind sub, unsigned long long amount, unsigned long long limit,
             const char* axis = "") {
  return Refusal{sub, amount, limit, axis};
}

// The limits of the programming guide's table of compute capabilities.
Refusal block_refusal(const KernelInfo& info, const LaunchConfig& c) {
  const dim3 b = c.block;
  if (b.x == 0 || b.y == 0 || b.z == 0) return over(SubKind::kZeroThreads, 0, 0);
  if (b.x > 1024) return over(SubKind::kBlockDimension, b.x, 1024, "x");
  if (b.y > 1024) return over(SubKind::kBlockDimension, b.y, 1024, "y");
  if (b.z > 64) return over(SubKind::kBlockDimension, b.z, 64, "z");
  const unsigned long long threads = 1ULL * b.x * b.y * b.z;
  if (threads > 1024) return over(SubKind::kThreadsPerBlock, threads, 1024);
  const auto bound = static_cast<unsigned long long>(info.max_threads);
  if (bound > 0 && threads > bound) return over(SubKind::kLaunchBounds, threads, bound);
  return {};
}

Refusal grid_refusal(const LaunchConfig& c) {
  const dim3 g = c.grid;
  if (g.x == 0 || g.y == 0 || g.z == 0) return over(SubKind::kZeroBlocks, 0, 0);
  if (g.x > 2147483647u) return over(SubKind::kGridDimension, g.x, 2147483647, "x");
  if (g.y > 65535) return over(SubKind::kGridDimension, g.y, 65535, "y");
  if (g.z > 65535) return over(SubKind::kGridDimension, g.z, 65535, "z");
  return {};
}

Refusal refusal_of(const KernelInfo& info, const LaunchConfig& c) {
  Refusal r = grid_refusal(c);
  if (r.sub == SubKind::kNone) r = block_refusal(info, c);
  if (r.sub != SubKind::kNone) return r;
  const size_t shared = info.static_shared + c.dynamic_shared;
  if (shared > kMaxDynamicShared) return over(SubKind::kSharedTooLarge, shared, kMaxDynamicShared);
  if (c.dynamic_shared + info.static_shared > info.max_dynamic_shared) {
    return over(SubKind::kDynamicShared, c.dynamic_shared, info.max_dynamic_shared);
  }
  const unsigned long long blocks = 1ULL * c.grid.x * c.grid.y * c.grid.z;
  if (c.cooperative) return over(SubKind::kCooperativeSize, blocks, resident_blocks(info, c));
  return {};
}

}  // namespace

void launch_refused(const KernelInfo& info, const LaunchConfig& config, int code, const char* api,
                    const void* pc) {
  if (!on()) return;
  const Refusal why = refusal_of(info, config);
  Report r = host_report(Kind::kLaunchConfig, api, pc, code);
  r.sub = why.sub;
  r.amount = why.amount;
  r.limit = why.limit;
  r.value = why.axis;
  r.kernel = kernel_name(info);
  const dim3 g = config.grid, b = config.block;
  const unsigned grid[3] = {g.x, g.y, g.z}, block[3] = {b.x, b.y, b.z};
  std::memcpy(r.grid, grid, sizeof grid);
  std::memcpy(r.block_dim, block, sizeof block);
  report::submit(r);
  t_errors.told_pc = pc;
}

}  // namespace warpup::check
