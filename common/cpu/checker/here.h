// What the checker knows of the code that runs on this OS thread; read on every access.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../exec/worker.h"
#include "report.h"
#include "shadow.h"

namespace warpup::check {

/// Release clock of one address that threads synchronise on: who published what there, in order.
struct SyncLog;

/// What a thread has learnt through synchronising accesses: the first `length` entries of logs.
struct Knowledge {
  struct Ref {
    SyncLog* log;
    uint32_t length;
  };
  std::vector<Ref> refs;
  bool empty() const { return refs.empty(); }
  void add(SyncLog* log, uint32_t length);
  void join(const Knowledge& other);
};

/// A block while it runs. `interval` of a thread: its number for accesses until it next
/// synchronises. Accesses of the block with smaller numbers than `floor` precede its last barrier.
struct BlockState {
  Launch* launch = nullptr;
  uint32_t number = 0;  // in block_table
  uint32_t floor = 0;
  uint32_t warp_interval[32];
  uint32_t warp_floor[32];    // of the last __syncwarp of all lanes
  std::vector<uint32_t> own;  // interval of threads that differ from their warp's; or empty
  struct LaneTable {
    uint32_t known[32][32];  // [lane][other]: accesses of other below this are before
  };
  std::unique_ptr<LaneTable> lanes[32];  // made at the first partial warp synchronisation
  Knowledge knowledge;                   // of all threads, since the last barrier
  std::vector<std::pair<uint16_t, Knowledge>> thread_knowledge;
  std::vector<std::pair<uint16_t, uint32_t>> fenced;  // threads with a fence, and its interval
  std::vector<const void*> passed_sites;              // barriers that threads have passed
  std::vector<Cell> shared;                           // one for 4 bytes of the OS thread's area
  uint32_t recorded_lanes[32] = {};  // threads that have met a barrier: their records hold

  bool recorded(unsigned id) const { return recorded_lanes[id / 32] >> id % 32 & 1; }
  void mark_recorded(unsigned id) { recorded_lanes[id / 32] |= 1u << id % 32; }
};

struct Pending {  // a write to be compared with what was there before, at the next event
  const void* address = nullptr;
  int size = 0;
  unsigned char before[16];
  std::vector<report::Report> reports;
};

struct Here {
  bool device = false;
  bool profile = false;
  bool unsettled = false;       // see settle()
  bool pending_report = false;  // see pending_write()
  Record who = 0;               // interval and thread of a record
  uint32_t thread = 0;          // linear in the block
  uint32_t floor = 0;           // of the block
  uint32_t warp_floor = 0;      // of the thread's warp
  uint32_t ordered_below = 0;   // of the launch
  uint32_t block = 0;           // number
  uintptr_t shared_low = 0;
  size_t shared_span = 0;
  Cell* shared_cells = nullptr;
  uintptr_t stack_low = 0;
  size_t stack_span = 0;
  uintptr_t last_pointer = 0;  // of the last 8 bytes read from the API's memory
  BlockState* state = nullptr;
  Worker* worker = nullptr;
};
extern __thread Here here __attribute__((tls_model("initial-exec")));

Pending& pending_write();
/// What could only be done after the last access had really happened: compare a pending write,
/// release the address of an atomic, learn again from a volatile read. Called at the next event.
void settle();
/// Holds the address for the atomic operation that follows: checking it and doing it are one step.
void hold_address(uintptr_t address);
/// The volatile read that follows may see a value published after learn().
void learn_again(uintptr_t address);

/// Interval of a thread of the running block.
uint32_t thread_interval(const BlockState& state, uint32_t thread);
/// Sets here.who for the running thread.
void refresh_identity();

/// True if the access of `record` happens before the running device thread.
bool happened_before(Record record);
/// True if it happens before code whose past is `clock` (an operation or host code).
bool happened_before(Record record, const VectorClock& clock);

/// Where device code of a library did it: the program's line if it has a part in it (a functor),
/// otherwise the program's call of the library.
const void* program_pc(const void* pc, const Launch& launch);

/// The two parties as a report shows them.
report::Side side_here(const void* pc, report::Access access, int size);
report::Side side_of(Record record, report::Access access, int size);
void describe_launch(report::Report* r, const Launch& launch);
report::Place describe_shared(uintptr_t a);

}  // namespace warpup::check
