// What copies, fills and frees do to shadow memory.
#include <algorithm>

#include "access.h"
#include "allocations.h"
#include "fingerprint.h"
#include "held_reports.h"
#include "here.h"
#include "hooks.h"
#include "host_report.h"
#include "library_access.h"

namespace warpup::check {
namespace {

using report::Access;
using report::Kind;
using report::Report;
using report::SubKind;

constexpr uint32_t kInit = kInitMask;

// One report an operation pair is enough; the clock of a null op is "before everything".
struct OpContext {
  Op* op;
  Record me;
  Access access = Access::kCopy;
  bool told = false;
};

bool conflicts(Record r, const Op* op) {
  return r != 0 && op != nullptr && !happened_before(r, op->clock);
}

void report_conflict(OpContext& c, Record other, Access other_access, uintptr_t a) {
  if (c.told) return;
  c.told = true;
  Report r;
  r.kind = Kind::kMissingSync;
  r.first = op_side(*c.op);
  r.first.access = c.access;
  r.second = operation_side(other);
  r.second->access = other_access;
  r.sub = c.op->stream == 0 ? SubKind::kNonBlockingStream : SubKind::kTwoStreams;
  const uint32_t owner = interval_owner[interval_of(other)];
  if (is_point(owner) && point_at(owner & ~kPointBit).op == nullptr) {
    std::swap(r.first, *r.second);
    r.sub = other_access == Access::kWrite ? SubKind::kHostWrites : SubKind::kHostReads;
  }
  const Op* theirs =
      is_point(owner) ? point_at(owner & ~kPointBit).op : block_table[owner].launch->op;
  if (theirs != nullptr && theirs->point > c.op->point) std::swap(r.first, *r.second);
  r.kernel = r.second->kernel;
  r.address = a;
  r.place = describe_address(a, 4);
  report::submit(r);
}

void write_cell(Cell* cell, OpContext& c, uintptr_t a) {
  if (conflicts(cell->write, c.op)) report_conflict(c, cell->write, Access::kWrite, a);
  if (conflicts(cell->atomic, c.op)) report_conflict(c, cell->atomic, Access::kWrite, a);
  if (conflicts(cell->r1, c.op)) report_conflict(c, cell->r1, Access::kRead, a);
  if (conflicts(cell->r2, c.op)) report_conflict(c, cell->r2, Access::kRead, a);
  cell->write = c.me;
}

void read_cell(Cell* cell, OpContext& c, uintptr_t a) {
  if (conflicts(cell->write, c.op)) report_conflict(c, cell->write, Access::kWrite, a);
  if (conflicts(cell->atomic, c.op)) report_conflict(c, cell->atomic, Access::kWrite, a);
  if (cell->r1 == 0 || c.op == nullptr || happened_before(cell->r1, c.op->clock)) {
    cell->r1 = c.me;
  } else {
    cell->r2 = c.me;
  }
}

// Visits the cells of a range; visit(cell, address, byte mask of an unsplit cell).
template <class Visit>
void for_cells(uintptr_t p, size_t bytes, const Visit& visit) {
  const int region = region_of(p);
  if (region < 0) return;
  Cell* c = cell_at(region, p);
  for (uintptr_t a = p & ~uintptr_t{3}; a < p + bytes; a += 4, ++c) {
    const bool whole = a >= p && a + 4 <= p + bytes;
    if (whole && !(c->flags & kSplit)) {
      visit(c, a);
      continue;
    }
    if (!(c->flags & kSplit)) split(c);
    for (unsigned i = 0; i < 4; ++i) {
      if (a + i >= p && a + i < p + bytes) visit(split_cell(c, i), a + i);
    }
  }
}

bool byte_written(int region, uintptr_t a) {
  Cell* c = cell_at(region, a);
  if (c->flags & kSplit) return split_cell(c, a & 3)->flags & kInit;
  return c->flags >> (a & 3) & 1;
}

uint32_t operation_interval(Op* op) {
  if (op == nullptr) return 0;
  const uint32_t interval = new_intervals(1, kPointBit | op->point);
  uint32_t none = 0;
  op->first_interval.compare_exchange_strong(none, interval);
  return interval;
}

// Copies between device buffers carry "never written" along; anything else is written.
void carry_initialisation(uintptr_t to, uintptr_t from, size_t bytes) {
  const int from_region = region_of(from);
  const int to_region = region_of(to);
  if (to_region != 0) return;
  if (from_region != 0) {
    for_cells(to, bytes, [](Cell* c, uintptr_t) { c->flags |= kInit; });
    return;
  }
  for_cells(to, bytes, [&](Cell* c, uintptr_t a) {
    const bool whole = (a & 3) == 0 && a + 4 <= to + bytes && c == cell_at(to_region, a);
    uint32_t mask = 0;
    for (unsigned i = 0; i < (whole ? 4u : 1u); ++i) {
      if (byte_written(from_region, from + (a + i - to))) mask |= 1u << i;
    }
    c->flags = (c->flags & ~kInit) | (whole ? mask : (mask ? kInit : 0));
  });
}

// The host fetches what nobody has written. Where some of it is written, the rest may be unused.
void judge_copy_out(Op* op, uintptr_t from, size_t bytes) {
  bool written = op == nullptr;
  for_cells(from, bytes, [&](Cell* c, uintptr_t) { written = written || (c->flags & kInit); });
  if (written) return;
  Report r;
  r.kind = Kind::kUninit;
  r.sub = SubKind::kCopiedOut;
  r.note = true;
  r.first = op_side(*op);
  r.first.access = Access::kCopy;
  r.address = from;
  r.place = describe_address(from, 4);
  hold_note(r);
}

}  // namespace

void op_copies(Op* op, void* destination, const void* source, size_t bytes) {
  if (!on() || bytes == 0) return;
  const auto to = reinterpret_cast<uintptr_t>(destination);
  const auto from = reinterpret_cast<uintptr_t>(source);
  OpContext c{op, make_record(operation_interval(op), 0, 0)};
  if (region_of(from) >= 0)
    for_cells(from, bytes, [&](Cell* cell, uintptr_t a) { read_cell(cell, c, a); });
  if (region_of(to) >= 0)
    for_cells(to, bytes, [&](Cell* cell, uintptr_t a) { write_cell(cell, c, a); });
  carry_initialisation(to, from, bytes);
  if (region_of(to) != 0 && region_of(from) >= 0) add_to_fingerprint(source, bytes);
  if (region_of(to) != 0 && region_of(from) == 0) judge_copy_out(op, from, bytes);
}

void op_fills(Op* op, void* destination, size_t bytes) {
  if (!on() || bytes == 0) return;
  const auto to = reinterpret_cast<uintptr_t>(destination);
  if (region_of(to) < 0) return;
  OpContext c{op, make_record(operation_interval(op), 0, 0)};
  for_cells(to, bytes, [&](Cell* cell, uintptr_t a) {
    write_cell(cell, c, a);
    cell->flags |= kInit;
  });
}

void op_reads(Op* op, const void* p, size_t bytes, const char* operand) {
  if (!on() || bytes == 0) return;
  const auto from = reinterpret_cast<uintptr_t>(p);
  OpContext c{op, make_record(operation_interval(op), 0, 0), Access::kRead};
  uintptr_t unwritten = 0;
  for_cells(from, bytes, [&](Cell* cell, uintptr_t a) {
    read_cell(cell, c, a);
    const bool known = region_of(a) != 0 || (cell->flags & kInit) == kInit;
    if (!known && unwritten == 0) unwritten = a;
  });
  if (unwritten == 0 || op == nullptr || c.told) return;
  Report r;
  r.kind = Kind::kUninit;
  r.sub = SubKind::kLibrary;
  r.first = op_side(*op);
  r.first.access = Access::kRead;
  r.address = unwritten;
  r.place = describe_address(unwritten, 4);
  r.operand = operand;
  hold_uninit(r);
}

void op_writes(Op* op, void* p, size_t bytes) {
  if (!on() || bytes == 0) return;
  OpContext c{op, make_record(operation_interval(op), 0, 0), Access::kWrite};
  for_cells(reinterpret_cast<uintptr_t>(p), bytes, [&](Cell* cell, uintptr_t a) {
    write_cell(cell, c, a);
    cell->flags |= kInit;
  });
}

void mark_freed(void* p, const char* api, const void* pc, Op* op);

// A free while a stream still uses the memory: cudaFree waits, so only unordered frees
// (cudaFreeAsync, cudaFreeHost) can be too early.
void freed(void* p, const char* api, const void* pc, Op* op) {
  if (!on() || p == nullptr) return;
  const auto a = reinterpret_cast<uintptr_t>(p);
  const int region = region_of(a);
  const AllocationRecord* r = region < 0 ? nullptr : live_allocation(region, a, 1);
  const VectorClock& clock = op != nullptr ? op->clock : host_clock();
  bool told = false;
  if (r != nullptr && region > 0) add_to_fingerprint(p, r->bytes);
  if (r != nullptr) {
    for_cells(a, r->bytes, [&](Cell* cell, uintptr_t at) {
      for (const Record other : {cell->write, cell->atomic, cell->r1, cell->r2}) {
        if (told || other == 0 || happened_before(other, clock)) continue;
        told = true;
        Report report;
        report.kind = Kind::kMissingSync;
        report.sub = SubKind::kFreedWhileNeeded;
        report.first.device = false;
        report.first.pc = pc;
        report.first.api = api;
        report.first.access = Access::kFree;
        report.second = operation_side(other);
        report.kernel = report.second->kernel;
        report.address = at;
        report.place = describe_address(at, 4);
        report::submit(report);
      }
    });
  }
  mark_freed(p, api, pc, op);
}

}  // namespace warpup::check
