#include "allocations.h"

#include <map>
#include <mutex>
#include <new>

#include "allocation_sites.h"
#include "tables.h"

namespace warpup::check {

AllocationRecord* allocation_table = nullptr;

namespace {

constexpr uint32_t kMaxAllocations = 1u << 24;
constexpr size_t kNear = 1 << 20;  // farther away an address belongs to nothing we know

struct State {
  std::mutex mutex;
  uint32_t used = 0;                       // records 1..used
  std::map<uintptr_t, uint32_t> by_begin;  // the newest record that starts there
};
State& state() {
  static State* s = new State;
  return *s;
}

void mark_lines(uintptr_t begin, size_t bytes, uint32_t number) {
  const int region = region_of(begin);
  if (region < 0) return;
  uint32_t* lines = region_shadow[region].lines;
  const size_t first = (begin - region_base(region)) >> 8;
  const size_t last = (begin + (bytes == 0 ? 0 : bytes - 1) - region_base(region)) >> 8;
  for (size_t i = first; i <= last; ++i) lines[i] = number;
}

report::Memory memory_of(Space space) {
  switch (space) {
    case Space::kDevice:
      return report::Memory::kGlobal;
    case Space::kManaged:
      return report::Memory::kManaged;
    default:
      return report::Memory::kPinned;
  }
}

}  // namespace

void allocated(void* p, size_t bytes, Space space, const char* api, const void* pc) {
  if (!on() || p == nullptr) return;
  State& s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  if (allocation_table == nullptr) {
    allocation_table = static_cast<AllocationRecord*>(
        reserve(sizeof(AllocationRecord) * size_t{kMaxAllocations}, "allocations"));
  }
  if (s.used + 1 >= kMaxAllocations) return;
  const uint32_t number = ++s.used;
  AllocationRecord* r = new (allocation_table + number) AllocationRecord;
  r->begin = reinterpret_cast<uintptr_t>(p);
  r->bytes = bytes;
  r->space = space;
  r->api = api;
  r->pc = pc;
  report::note_allocation_site(pc);
  s.by_begin[r->begin] = number;
  mark_lines(r->begin, bytes, number);
  // Host code that no compiler instrumented (fread, memcpy) may fill what the host can reach.
  reset_cells(p, bytes, space != Space::kDevice);
}

void symbol_allocated(void* p, size_t bytes, Space space, const char* name, const char* file,
                      int line) {
  if (!on()) return;
  allocated(p, bytes, space, "", nullptr);
  State& s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  AllocationRecord& r = allocation_table[s.by_begin[reinterpret_cast<uintptr_t>(p)]];
  r.name = name;
  r.file = file;
  r.line = line;
  reset_cells(p, bytes, true);
}

void mark_freed(void* p, const char* api, const void* pc, Op* op) {
  State& s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  const auto it = s.by_begin.find(reinterpret_cast<uintptr_t>(p));
  if (it == s.by_begin.end()) return;
  AllocationRecord& r = allocation_table[it->second];
  r.freed = true;
  r.freed_api = api;
  r.freed_pc = pc;
  r.freed_op = op;
}

const AllocationRecord& allocation_record(uint32_t number) { return allocation_table[number]; }

const AllocationRecord* nearest_allocation(uintptr_t a) {
  State& s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  const AllocationRecord* best = nullptr;
  size_t distance = kNear;
  auto consider = [&](uint32_t number) {
    const AllocationRecord& r = allocation_table[number];
    const uintptr_t end = r.begin + r.bytes;
    const size_t d = a < r.begin ? r.begin - a : a >= end ? a - end + 1 : 0;
    if (d < distance) {
      distance = d;
      best = &r;
    }
  };
  auto it = s.by_begin.upper_bound(a);
  // What lies below comes first: most overruns run upwards.
  if (it != s.by_begin.begin()) consider(std::prev(it)->second);
  if (it != s.by_begin.end()) consider(it->second);
  return best;
}

report::Place describe_address(uintptr_t a, size_t size) {
  report::Place place;
  const AllocationRecord* r = nearest_allocation(a);
  if (r == nullptr) return place;
  place.memory = r->name.empty() ? memory_of(r->space) : report::Memory::kSymbol;
  place.name = r->name;
  place.bytes = r->bytes;
  place.offset = static_cast<long>(a) - static_cast<long>(r->begin);
  place.element_size = static_cast<int>(size);
  place.made_api = r->api;
  place.made_pc = r->pc;
  place.made_file = r->file;
  place.made_line = r->line;
  place.freed = r->freed;
  place.freed_api = r->freed_api;
  place.freed_pc = r->freed_pc;
  return place;
}

void describe_refused_free(const void* p, report::Report* r) {
  const auto a = reinterpret_cast<uintptr_t>(p);
  r->address = a;
  const AllocationRecord* near = nearest_allocation(a);
  const bool inside = near != nullptr && a >= near->begin && a < near->begin + near->bytes;
  r->sub = report::SubKind::kForeign;
  if (!inside) return;
  r->place = describe_address(a, 1);
  r->sub = a != near->begin ? report::SubKind::kInsideAllocation
           : near->freed    ? report::SubKind::kFreedTwice
                            : report::SubKind::kWrongFree;
  if (!near->freed) return;
  report::Side earlier;
  earlier.device = false;
  earlier.pc = near->freed_pc;
  earlier.api = near->freed_api;
  earlier.access = report::Access::kFree;
  r->second = earlier;
}

void for_each_leak(void (*visit)(const AllocationRecord&)) {
  State& s = state();
  for (uint32_t i = 1; i <= s.used; ++i) {
    const AllocationRecord& r = allocation_table[i];
    if (!r.freed && r.name.empty() && r.pc != nullptr) visit(r);
  }
}

}  // namespace warpup::check
