// Accesses of device code: in bounds, aligned, initialised, ordered?
#include <cstring>

#include "access.h"
#include "allocations.h"
#include "counters.h"

namespace warpup::check {
namespace {

constexpr uint32_t kAllBytes = 0xf;

struct Judged {
  uintptr_t address;
  uint32_t size;
  const void* pc;
};
thread_local Judged t_judged;

// Mask of the bytes of the 4-byte cell at `cell_address` that [p, p + size) touches.
inline uint32_t bytes_in(uintptr_t cell_address, uintptr_t p, uint32_t size) {
  const uintptr_t end = p + size;
  const uint32_t from = p > cell_address ? static_cast<uint32_t>(p - cell_address) : 0;
  const uint32_t to = end < cell_address + 4 ? static_cast<uint32_t>(end - cell_address) : 4;
  return (kAllBytes << from) & (kAllBytes >> (4 - to));
}

inline bool warp_differs(Record a, Record b) { return thread_of(a) / 32 != thread_of(b) / 32; }

// Keeps two readers, of different warps if possible: a later write conflicts with at least one of
// them unless it is ordered after every reader.
void note_reader(Cell* c, Record me, bool sync) {
  const uint32_t thread = thread_of(me);
  const uint32_t mine = interval_of(me);
  const uint32_t flag1 = sync ? uint32_t{kSyncRead1} : 0, flag2 = sync ? uint32_t{kSyncRead2} : 0;
  if (c->r1 == 0 ||
      (interval_of(c->r1) <= mine && thread_of(c->r1) == thread &&
       interval_owner[interval_of(c->r1)] == here.block) ||
      happened_before(c->r1)) {
    c->r1 = join(c->r1, me);
    c->flags = (c->flags & ~kSyncRead1) | flag1;
    return;
  }
  if (c->r2 == 0 || happened_before(c->r2) ||
      (!warp_differs(c->r1, c->r2) && warp_differs(c->r1, me))) {
    c->r2 = join(c->r2, me);
    c->flags = (c->flags & ~kSyncRead2) | flag2;
  }
}

inline bool conflicts(Record other) { return other != 0 && !happened_before(other); }

void judge_write(Cell* c, uintptr_t a, unsigned flags, Record me, bool shared) {
  const bool atomic = flags & (kAtomic | kFlag);
  if (conflicts(c->write)) report_race(c->write, report::Access::kWrite, a, flags, shared);
  if (!atomic && conflicts(c->atomic)) {
    report_race(c->atomic, report::Access::kAtomic, a, flags, shared);
  }
  if (conflicts(c->r1) && !(atomic && (c->flags & kSyncRead1))) {
    report_race(c->r1, report::Access::kRead, a, flags, shared);
  }
  if (conflicts(c->r2) && !(atomic && (c->flags & kSyncRead2))) {
    report_race(c->r2, report::Access::kRead, a, flags, shared);
  }
  Record& last = atomic ? c->atomic : c->write;
  last = join(last, me);
  c->flags |= kInitMask;
}

void judge_read(Cell* c, uintptr_t a, unsigned flags, Record me, bool shared) {
  const bool sync = flags & (kAtomic | kVolatile);
  if (conflicts(c->write)) report_race(c->write, report::Access::kWrite, a, flags, shared);
  if (!sync && conflicts(c->atomic)) {
    report_race(c->atomic, report::Access::kAtomic, a, flags, shared);
  }
  note_reader(c, me, sync);
}

inline void judge(Cell* c, uintptr_t a, unsigned flags, Record me, bool shared) {
  if (flags & kWrite) {
    judge_write(c, a, flags, me, shared);
  } else {
    judge_read(c, a, flags, me, shared);
  }
}

void renew(Cell* c) {
  *c = Cell();
  c->owner = here.block;
}

// Makes a cell of shared memory one of this block.
void renew_if_stale(Cell* c) {
  if (!(c->flags & kSplit)) {
    if (c->owner != here.block) renew(c);
    return;
  }
  for (unsigned i = 0; i < 4; ++i) {
    Cell* byte = split_cell(c, i);
    if (byte->owner != here.block) renew(byte);
  }
}

// Partly written bytes: which of the touched ones somebody wrote.
inline uint32_t written_bytes(Cell* c) {
  if (!(c->flags & kSplit)) return c->flags & kInitMask;
  uint32_t mask = 0;
  for (unsigned i = 0; i < 4; ++i) {
    if (split_cell(c, i)->flags & kInitMask) mask |= 1u << i;
  }
  return mask;
}

}  // namespace

void judge_cell(Cell* c, uintptr_t a, uint32_t bytes, unsigned flags, Record me, bool shared) {
  if (!(c->flags & kSplit)) {
    if (bytes == kAllBytes) return judge(c, a, flags, me, shared);
    split(c);
  }
  for (unsigned i = 0; i < 4; ++i) {
    if (bytes >> i & 1) judge(split_cell(c, i), a + i, flags, me, shared);
  }
}

namespace {

// What every cell of the access needs when the quick way out is not open.
void judge_cells(Cell* first, uintptr_t p, uint32_t size, unsigned flags, const void* pc,
                 bool shared) {
  t_judged = Judged{p, size, pc};
  const Record me = here.who | site_number(pc);
  const uintptr_t begin = p & ~uintptr_t{3};
  uint32_t missing = 0, present = 0;
  Cell* c = first;
  for (uintptr_t a = begin; a < p + size; a += 4, ++c) {
    if (shared) renew_if_stale(c);
    const uint32_t bytes = bytes_in(a, p, size);
    if (!(flags & kWrite) || (flags & kAtomic)) {
      const uint32_t written = written_bytes(c);
      missing += (bytes & ~written) != 0;
      present += (bytes & written) != 0;
    }
    judge_cell(c, a, bytes, flags, me, shared);
  }
  // An object that is partly written and copied as a whole has padding; nothing written is a fault.
  const bool copied_padding = present > 0 && (size > 4 || (flags & kRange));
  if (missing > 0 && !copied_padding) {
    report_uninit(p, size, flags, shared);
    for (Cell* w = first; w < c; ++w) {  // told once
      if (!(w->flags & kSplit)) w->flags |= kInitMask;
    }
  }
}

// A read of shared memory that no unordered write can concern: notes the reader. The same choice as
// note_reader(), from what is at hand.
inline void note_shared_reader(Cell* c, Record me) {
  const auto open =
      [&](Record r) {  // may be forgotten: before the barrier, our own, or synchronised
        const uint32_t interval = interval_of(r);
        return interval < here.floor || thread_of(r) == here.thread ||
               (interval < here.warp_floor && !warp_differs(r, me));
      };
  if (open(c->r1)) {
    c->r1 = join(c->r1, me);
    c->flags &= ~uint32_t{kSyncRead1};
  } else if (open(c->r2) || (!warp_differs(c->r1, c->r2) && warp_differs(c->r1, me))) {
    c->r2 = join(c->r2, me);
    c->flags &= ~uint32_t{kSyncRead2};
  }
}

// The common cases: an aligned word of this block, last written before the barrier or by this
// thread.
inline bool quick_shared(Cell* c, unsigned flags, const void* pc) {
  const auto mine = [](Record r) {
    return interval_of(r) < here.floor || thread_of(r) == here.thread;
  };
  if (c->owner != here.block || (c->flags & (kSplit | kInitMask)) != kInitMask) return false;
  if (!mine(c->write) || interval_of(c->atomic) >= here.floor) return false;
  if (flags == 0) {
    note_shared_reader(c, here.who | site_number(pc));
    return true;
  }
  if (flags != kWrite || !mine(c->r1) || !mine(c->r2)) return false;
  c->write = join(c->write, here.who | site_number(pc));
  return true;
}

inline void shared_access(uintptr_t p, uint32_t size, unsigned flags, const void* pc) {
  if (here.profile) count_access(p, size, flags, pc, true);
  Cell* c = here.shared_cells + ((p - here.shared_low) >> 2);
  if (size == 4 && (p & 3) == 0 && quick_shared(c, flags, pc)) return;
  if (!(flags & kUnaligned) && (p & (size - 1)) != 0 && size <= 16 && (size & (size - 1)) == 0) {
    report_misaligned(p, size, flags, pc);
  }
  if (in_shared_bounds(p, size, flags, pc)) judge_cells(c, p, size, flags, pc, true);
}

// Two readers that are not of one warp are enough: any later write is unordered with one of them or
// ordered after all.
inline bool enough_readers(const Cell* c) {
  const uint32_t below = here.ordered_below;
  if (interval_of(c->r1) < below || interval_of(c->r2) < below) return false;
  return warp_differs(c->r1, c->r2) ||
         interval_owner[interval_of(c->r1)] != interval_owner[interval_of(c->r2)];
}

// Aligned words, written before the launch or by this thread.
inline bool quick_global(Cell* c, unsigned flags, const void* pc) {
  const uint32_t below = here.ordered_below;
  const auto mine = [&](Record r) {
    return interval_of(r) < below || (r ^ here.who) >> kSiteBits == 0;
  };
  if ((c->flags & (kSplit | kInitMask)) == kInitMask) {
    if (!mine(c->write) || interval_of(c->atomic) >= below) return false;
    if (flags == 0) {
      if (mine(c->r1)) {
        c->r1 = join(c->r1, here.who | site_number(pc));
        c->flags &= ~uint32_t{kSyncRead1};
        return true;
      }
      return enough_readers(c);
    }
    if (flags != kWrite || !mine(c->r1) || !mine(c->r2)) return false;
    c->write = join(c->write, here.who | site_number(pc));
    return true;
  }
  if (flags != kWrite || c->flags != 0 || (c->write | c->atomic | c->r1 | c->r2) != 0) return false;
  c->write = here.who | site_number(pc);  // the first write of fresh memory
  c->flags = kInitMask;
  return true;
}

inline void global_access(int region, uintptr_t p, uint32_t size, unsigned flags, const void* pc) {
  if (here.profile) count_access(p, size, flags, pc, false);
  if (!(flags & kUnaligned) && (p & (size - 1)) != 0 && size <= 16 && (size & (size - 1)) == 0) {
    report_misaligned(p, size, flags, pc);
  }
  if (size == 8) here.last_pointer = p;
  if (live_allocation(region, p, size) == nullptr && !freed_later(p, size, flags, pc)) {
    report_global_bounds(p, size, flags, pc);
    return;
  }
  Cell* c = cell_at(region, p);
  if (size == 4 && quick_global(c, flags, pc)) return;
  judge_cells(c, p, size, flags, pc, false);
}

}  // namespace

const void* access_pc() { return t_judged.pc; }
int access_size() { return static_cast<int>(t_judged.size); }
const void* access_address() { return reinterpret_cast<const void*>(t_judged.address); }

void device_access(uintptr_t p, uint32_t size, unsigned flags, const void* pc) {
  if (__builtin_expect(here.unsettled, 0)) settle();
  judge_access(p, size, flags, pc);
}

void judge_access(uintptr_t p, uint32_t size, unsigned flags, const void* pc) {
  if (p - here.shared_low < here.shared_span) return shared_access(p, size, flags, pc);
  const int region = region_of(p);
  if (__builtin_expect(region >= 0, 1)) return global_access(region, p, size, flags, pc);
  if (p - here.stack_low < here.stack_span) return;  // the thread's own local memory
  foreign_address(p, size, flags, pc);
}

bool is_device_memory(uintptr_t p, uint32_t size) {
  if (p - here.shared_low < here.shared_span) return true;
  const int region = region_of(p);
  return region >= 0 && live_allocation(region, p, size) != nullptr;
}

}  // namespace warpup::check
