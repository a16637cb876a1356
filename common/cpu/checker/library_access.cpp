#include "library_access.h"

#include <string>

#include "access.h"
#include "allocations.h"
#include "fatal.h"
#include "host_report.h"
#include "report.h"

namespace warpup::check {
namespace {

using report::Access;
using report::Kind;
using report::Report;
using report::SubKind;

constexpr uintptr_t kNullPage = 65536;

Report library_report(Kind kind, const Op& op, const void* p, const char* operand, bool writes) {
  Report r;
  r.kind = kind;
  r.sub = SubKind::kLibrary;
  r.first = op_side(op);
  r.first.access = writes ? Access::kWrite : Access::kRead;
  r.address = reinterpret_cast<uintptr_t>(p);
  r.operand = operand;
  return r;
}

// Where the range leaves the allocation that it begins in, or touches none.
uintptr_t first_outside(int region, uintptr_t a) {
  if (region < 0) return a;
  const AllocationRecord* r = live_allocation(region, a, 1);
  return r == nullptr ? a : r->begin + r->bytes;
}

}  // namespace

void op_leaves_memory(Op* op, const void* p, size_t bytes, const char* operand, bool writes) {
  if (!on() || op == nullptr) return;
  const auto a = reinterpret_cast<uintptr_t>(p);
  Report r = library_report(Kind::kOutOfBounds, *op, p, operand, writes);
  const uintptr_t outside = first_outside(region_of(a), a);
  // The place is that of the pointer where it means memory that lives: its size is what matters.
  r.place = describe_address(outside == a ? a : outside - 1, 1);
  r.amount = bytes;
  r.limit = outside == a ? 0 : outside - a;
  if (r.place->memory == report::Memory::kUnknown) r.place.reset();
  if (r.place && r.place->freed) {
    report::Side freeing;
    freeing.device = false;
    freeing.pc = r.place->freed_pc;
    freeing.api = r.place->freed_api;
    freeing.access = Access::kFree;
    r.second = freeing;
  }
  report::submit(r);
}

void op_follows_host_pointer(Op* op, const void* p, const char* operand, bool writes) {
  if (!on() || op == nullptr) return;
  const bool null = reinterpret_cast<uintptr_t>(p) < kNullPage;
  const Report r =
      library_report(null ? Kind::kOutOfBounds : Kind::kDeviceDerefHost, *op, p, operand, writes);
  hold_fatal(r);
}

void library_touches_host(const void* p, size_t bytes, bool writes, const char* operand,
                          const char* api, const void* pc) {
  if (!on()) return;
  const auto a = reinterpret_cast<uintptr_t>(p);
  if (region_of(a) == 0) {
    Report r;
    r.kind = Kind::kHostDeref;
    r.sub = SubKind::kLibrary;
    r.first.device = false;
    r.first.pc = pc;
    r.first.api = api;
    r.first.access = writes ? Access::kWrite : Access::kRead;
    r.address = a;
    r.place = describe_address(a, bytes);
    r.operand = operand;
    report::submit(r);
    crash_as_a_gpu_program_would();
  }
  for (size_t i = 0; i < bytes; i += 4) host_access(a + i, 4, writes ? unsigned{kWrite} : 0, pc);
}

void library_error(const char* api, const char* status, const char* why, const void* pc) {
  if (!on()) return;
  Report r;
  r.kind = Kind::kApiError;
  r.sub = SubKind::kLibrary;
  r.first.device = false;
  r.first.pc = pc;
  r.first.api = api;
  r.code_name = status;
  r.detail = why;
  report::submit(r);
}

}  // namespace warpup::check
