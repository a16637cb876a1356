// Reports of accesses outside of what they may touch.
#include <link.h>

#include <algorithm>
#include <cstring>

#include "../exec/worker.h"
#include "access.h"
#include "allocations.h"
#include "device_heap.h"
#include "fatal.h"
#include "virtual_call.h"

namespace warpup::check {
namespace {

using report::Access;
using report::Kind;
using report::Report;
using report::SubKind;

constexpr uintptr_t kNullPage = 1 << 20;  // an index from a null pointer

Report report_here(Kind kind, uintptr_t a, uint32_t size, unsigned flags, const void* pc) {
  Report r;
  r.kind = kind;
  r.first = side_here(pc, device_access_kind(flags), static_cast<int>(size));
  if (here.device) describe_launch(&r, *here.state->launch);
  r.address = a;
  return r;
}

bool in_shared_variable(uintptr_t a, uint32_t size) {
  const auto* p = reinterpret_cast<const unsigned char*>(a);
  for (const auto& piece : here.worker->shared.pieces) {
    const size_t bytes =
        piece.variable != nullptr ? piece.bytes : here.worker->grid->config.dynamic_shared;
    if (p >= piece.begin && p + size <= piece.begin + bytes) return true;
  }
  return false;
}

// Writable data of a loaded object: host variables. Constants (also tables of virtual functions)
// are harmless: a GPU program has its own copies of them.
struct ImageQuery {
  uintptr_t a;
  bool writable = false, relro = false;
};
int look_in_image(dl_phdr_info* info, size_t, void* data) {
  auto* q = static_cast<ImageQuery*>(data);
  bool inside = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + h.p_vaddr;
    if (q->a < begin || q->a >= begin + h.p_memsz) continue;
    if (h.p_type == PT_LOAD) {
      inside = true;
      q->writable = h.p_flags & PF_W;
    }
    if (h.p_type == PT_GNU_RELRO) q->relro = true;
  }
  return inside;
}

bool is_constant_data(uintptr_t a) {
  ImageQuery q{a};
  return dl_iterate_phdr(look_in_image, &q) != 0 && (!q.writable || q.relro);
}

bool is_relocated_constant(uintptr_t a) {
  ImageQuery q{a};
  return dl_iterate_phdr(look_in_image, &q) != 0 && q.relro;
}

SubKind host_memory_kind(uintptr_t a) {
  if (is_symbol_shadow(reinterpret_cast<const void*>(a))) return SubKind::kHostShadow;
  ImageQuery q{a};
  if (dl_iterate_phdr(look_in_image, &q) != 0) return SubKind::kHostVariable;
  return SubKind::kPageable;
}

}  // namespace

void end_grid(int code) { here.worker->abort_grid(code); }

bool in_shared_bounds(uintptr_t a, uint32_t size, unsigned flags, const void* pc) {
  if (in_shared_variable(a, size)) return true;
  Report r = report_here(Kind::kOutOfBounds, a, size, flags, pc);
  r.place = describe_shared(a);
  report::submit(r);
  return false;
}

bool freed_later(uintptr_t a, uint32_t size, unsigned flags, const void* pc) {
  const AllocationRecord* r = nearest_allocation(a);
  const Op* launch = here.state->launch->op;
  if (r == nullptr || r->freed_op == nullptr || launch == nullptr) return false;
  if (a < r->begin || a + size > r->begin + r->bytes) return false;
  const Op& freeing = *r->freed_op;
  if (launch->clock.at(freeing.component) >= freeing.sequence) return false;
  if (freeing.clock.at(launch->component) >= launch->sequence) return true;
  Report report = report_here(Kind::kMissingSync, a, size, flags, pc);
  report.sub = SubKind::kFreedWhileNeeded;
  report.second = report.first;
  report.second->device = false;
  report.second->pc = launch->pc;
  report.second->api = "kernel launch";
  report.second->kernel = report.kernel;
  report.first = report::Side();
  report.first.device = false;
  report.first.pc = r->freed_pc;
  report.first.api = r->freed_api;
  report.first.access = Access::kFree;
  report.place = describe_address(a, size);
  report::submit(report);
  return true;
}

void report_global_bounds(uintptr_t a, uint32_t size, unsigned flags, const void* pc) {
  Report r = report_here(Kind::kOutOfBounds, a, size, flags, pc);
  r.place = describe_address(a, size);
  const bool inside = r.place->offset >= 0 && static_cast<size_t>(r.place->offset) < r.place->bytes;
  if (r.place->freed && inside) {
    r.kind = Kind::kUseAfterFree;
    report::Side freeing;
    freeing.device = false;
    freeing.pc = r.place->freed_pc;
    freeing.api = r.place->freed_api;
    freeing.access = Access::kFree;
    r.second = freeing;
  }
  if (r.place->memory == report::Memory::kUnknown) r.sub = SubKind::kWildAddress;
  set_explained(true);
  report::submit(r);
}

void report_misaligned(uintptr_t a, uint32_t size, unsigned flags, const void* pc) {
  Report r = report_here(Kind::kMisaligned, a, size, flags, pc);
  const bool shared = a - here.shared_low < here.shared_span;
  r.place = shared ? describe_shared(a) : describe_address(a, size);
  hold_fatal(r);
  end_grid(716);
}

namespace {

bool is_harmless(uintptr_t a, unsigned flags) {
  const void* p = reinterpret_cast<const void*>(a);
  if (here.worker->fibers.in_stack(p) || in_device_heap(p) || in_arguments(p)) return true;
  return !(flags & kWrite) && (in_symbol_references(p) || is_constant_data(a));
}

// Constants are read again and again: remembers the last of them, by word.
bool known_constant(uintptr_t a, bool add) {
  thread_local uintptr_t known[256];
  uintptr_t& slot = known[(a >> 3) % 256];
  if (add) slot = a >> 3;
  return slot == a >> 3;
}

}  // namespace

void foreign_address(uintptr_t a, uint32_t size, unsigned flags, const void* pc) {
  const void* p = reinterpret_cast<const void*>(a);
  if (!(flags & kWrite) && a >= kNullPage && known_constant(a, false)) return;
  if (is_harmless(a, flags)) {
    if (flags & kWrite) return;
    if (size == sizeof(void*) && is_relocated_constant(a)) return check_virtual_call(a, pc);
    if (is_constant_data(a) || in_symbol_references(p)) known_constant(a, true);
    return;
  }
  Report r =
      report_here(a < kNullPage ? Kind::kOutOfBounds : Kind::kDeviceDerefHost, a, size, flags, pc);
  if (a < kNullPage) {
    r.sub = SubKind::kNullPointer;
  } else if (!is_readable(p)) {
    r.kind = Kind::kOutOfBounds;
    r.sub = SubKind::kWildAddress;
  } else {
    r.sub = host_memory_kind(a);
    r.place = report::Place();
    r.place->memory = report::Memory::kPageable;
    if (r.sub == SubKind::kHostShadow) r.place->name = symbol_name(p);
  }
  hold_fatal(r);
  end_grid(700);
}

void check_virtual_call(uintptr_t a, const void* pc) {
  constexpr uintptr_t kTableBytes = 4096;
  const uintptr_t object = here.last_pointer;
  const int region = object != 0 ? region_of(object) : -1;
  if (region < 0) return;
  const uintptr_t table = *reinterpret_cast<const uintptr_t*>(object);
  if (a - table >= kTableBytes) return;
  const Record writer = cell_at(region, object)->write;
  if (writer == 0 || !is_point(interval_owner[interval_of(writer)])) return;
  Report r = report_here(Kind::kDeviceDerefHost, object, sizeof(void*), 0, pc);
  r.sub = SubKind::kVtable;
  r.place = describe_address(object, sizeof(void*));
  r.second = side_of(writer, Access::kCopy, sizeof(void*));
  hold_fatal(r);
  end_grid(700);
}

}  // namespace warpup::check

// ---- -fsanitize=bounds ----

namespace {

struct UbsanLocation {
  const char* file;
  uint32_t line, column;
};
struct UbsanType {
  uint16_t kind, info;  // info: (log2 of bits) << 1 | signed, for integers
  char name[1];
};
struct UbsanBounds {
  UbsanLocation location;
  const UbsanType* array;
  const UbsanType* index;
};

long index_value(const UbsanType& type, uintptr_t handle) {
  const unsigned bits = 1u << (type.info >> 1);
  if (!(type.info & 1) || bits >= 64) return static_cast<long>(handle);
  const unsigned shift = 64 - bits;
  return static_cast<long>(handle << shift) >> shift;
}

}  // namespace

extern "C" void __ubsan_handle_out_of_bounds(void* data, void* index) {
  using namespace warpup::check;
  const auto& d = *static_cast<const UbsanBounds*>(data);
  warpup::report::Report r;
  r.kind = warpup::report::Kind::kOutOfBounds;
  r.first = side_here(__builtin_return_address(0), warpup::report::Access::kNone, 0);
  if (here.device) describe_launch(&r, *here.state->launch);
  r.sub = warpup::report::SubKind::kIndex;
  r.value = std::to_string(index_value(*d.index, reinterpret_cast<uintptr_t>(index)));
  r.detail = d.array->name;
  warpup::report::submit(r);
}
