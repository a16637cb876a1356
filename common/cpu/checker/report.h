// What the checker found and how it is told to a learner. The detector submits reports; this layer
// finds source lines and names, explains, deduplicates, and writes them at flush().
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "checker/symbolize.h"

namespace warpup::report {

/// The comment is the name in the event stream.
enum class Kind : uint8_t {
  kOutOfBounds,        // memcheck-oob
  kMisaligned,         // memcheck-oob
  kUseAfterFree,       // memcheck-oob
  kRaceShared,         // race-shared
  kRaceGlobal,         // race-global
  kUninit,             // uninit
  kBarrierDivergence,  // barrier-divergence
  kHostDeref,          // host-deref
  kDeviceDerefHost,    // device-deref-host
  kLaunchConfig,       // launch-config
  kApiError,           // api-error
  kMissingSync,        // missing-sync
  kLeak,               // leak
  kDoubleFree,         // double-free
  kStickyError,        // sticky-error
  kDeadlock,           // deadlock
  kPerfCoalescing,     // perf-coalescing
  kPerfBankConflict,   // perf-bank-conflict
};

/// What kind of that kind. kNone: this layer decides by place, accesses, error code and source
/// text, which do not depend on the schedule. So give one only where it is certain.
enum class SubKind : uint8_t {
  kNone,
  // kOutOfBounds (kNone: decided by the place)
  kNullPointer,   // address 0 or close to it
  kWildAddress,   // no allocation near
  kCopyTooLong,   // a cudaMemcpy or cudaMemset leaves the allocation (first.api)
  kSlotOverflow,  // the index came from an atomic counter
  kIndex,         // of an array whose type says its size: value is the index, detail the type
  kStackFull,
  // kRaceShared, kRaceGlobal
  kReadAfterWrite,   // a barrier is missing between a write and the read of it
  kWriteAfterRead,   // a barrier is missing between a read and the next write (loops)
  kBarrierInBranch,  // the barrier between the two is in a branch that some threads skip
  kWriteWrite,
  kReadModifyWrite,  // x += 1 by several threads
  kAtomicAndPlain,   // an atomic on one side only
  kWithinWarp,       // lanes of one warp, no __syncwarp
  kInPlace,          // a kernel reads neighbours of what it overwrites
  kNoFence,          // the atomic ticket is there, __threadfence is not
  kWithinBlock,      // global memory, threads of one block, no barrier
  kSameValue,        // all write the same value (a note)
  // kUninit (kNone: by place and access)
  kAtomicAccumulator,
  kPartlyFilled,  // other elements of the shared array were written
  kCopiedOut,     // a copy to the host reads bytes that nobody wrote
  // kBarrierDivergence
  kDifferentBarriers,
  kTripCount,    // the same barrier, a different number of times
  kEarlyExit,    // some threads have returned (a note where the hardware allows it)
  kSkipped,      // likewise, having passed by the branch that it stands in
  kLaneMissing,  // a lane in the mask never comes
  kCallerNotInMask,
  kMasksDiffer,
  kSourceNotInMask,  // a shuffle fetches from a lane that takes no part (a note)
  // kHostDeref
  kHostCode,
  kApiArgument,  // cudaLaunchKernel's args[i] and the like
  // kDeviceDerefHost
  kPageable,
  kHostVariable,  // stack or global variable of the host
  kHostShadow,    // a __constant__ or __device__ symbol passed by name
  kVtable,
  // kLaunchConfig: amount and limit say the numbers
  kThreadsPerBlock,
  kBlockDimension,  // value names it: "x", "y" or "z"
  kGridDimension,   // value names it
  kZeroBlocks,
  kZeroThreads,
  kDynamicShared,   // over 48 KB without the attribute
  kSharedTooLarge,  // over what the device has
  kLaunchBounds,
  kCooperativeSize,  // more blocks than fit at once
  // kApiError (kNone: by API and code)
  kKindContradicts,
  kSymbolByString,
  kNotInitialised,
  kNotReady,
  kStaleError,  // second: the call that failed
  kUnchecked,   // nobody looked at the error
  // kMissingSync: first is what came too early, second the work it should have waited for
  kHostReads,          // managed, pinned or pageable by place
  kHostWrites,         // the host changes what queued work still needs
  kNonBlockingStream,  // a call on the default stream beside a non-blocking stream
  kTwoStreams,
  kExitUnderWay,
  kFreedWhileNeeded,
  kHostTiming,
  // kLeak
  kMemory,
  kObject,  // stream, event, ...: value names it
  // kDoubleFree
  kFreedTwice,
  kInsideAllocation,
  kForeign,
  kWrongFree,  // cudaFree for cudaMallocHost and the like
  // kDeadlock
  kGridBarrier,  // more blocks wait for each other than fit
  kSpin,         // a loop waits for a write that never comes
  kWaitCycle,
  // kOutOfBounds, kDeviceDerefHost, kUninit, kApiError: a library's routine (first.api)
  kLibrary,
};

enum class Access : uint8_t { kNone, kRead, kWrite, kAtomic, kCopy, kFill, kFree, kWait, kLaunch };

/// One party. `pc` is a return address (the line is looked up at pc - 1).
struct Side {
  const void* pc = nullptr;
  bool device = true;
  unsigned block[3] = {0, 0, 0};  // of a device thread
  unsigned thread[3] = {0, 0, 0};
  Access access = Access::kNone;
  int size = 0;        // bytes
  std::string api;     // host: "cudaMemcpy"; empty: the program's own code. Device: "__syncthreads"
                       // and the like
  std::string stream;  // "the default stream", "stream 2"
  std::string kernel;  // where it is not Report::kernel
};

enum class Memory : uint8_t {
  kUnknown,
  kGlobal,
  kSharedStatic,
  kSharedDynamic,
  kLocal,
  kPageable,
  kPinned,
  kManaged,
  kSymbol,
};

/// The memory meant by an address: the nearest allocation, alive or freed.
struct Place {
  Memory memory = Memory::kUnknown;
  std::string name;  // empty: taken from the source text at the allocation
  size_t bytes = 0;
  long offset = 0;                // of the address from the start; may be negative or past the end
  int element_size = 0;           // bytes, 0: not known (taken as the size of the access)
  std::string made_api;           // "cudaMalloc"; empty for variables
  const void* made_pc = nullptr;  // return address of that call, or
  std::string made_file;          // where a variable is declared
  int made_line = 0;
  bool freed = false;
  std::string freed_api;
  const void* freed_pc = nullptr;
};

struct Report {
  Kind kind = Kind::kOutOfBounds;
  SubKind sub = SubKind::kNone;
  bool note = false;             // a note fails nothing and comes after the faults
  std::string kernel;            // "scale<float>", empty on the host
  unsigned grid[3] = {0, 0, 0};  // of the launch; zeros: not known
  unsigned block_dim[3] = {0, 0, 0};
  Side first;                  // who does the wrong thing; of a race, either
  std::optional<Side> second;  // the other thread, the earlier free, the work not waited for
  uintptr_t address = 0;
  std::optional<Place> place;
  std::string value;              // a value or name that matters, in words
  int code = 0;                   // cudaError_t or CUresult
  std::string code_name;          // "cudaErrorInvalidValue"
  unsigned long long amount = 0;  // asked for (launch-config), leaked (bytes), sectors or conflicts
  unsigned long long limit = 0;   // allowed, or ideal
  std::string detail;             // more in one sentence, free
  std::string operand;            // of a library's routine: "A"
};

/// True where submit() would do more than count: a new pair of pcs, or a smaller pair of threads
/// than the one kept. False: it has been counted, and no Report is needed. Thread-safe and cheap.
/// `offset` is the report's place's.
bool wanted(Kind kind, const Side& first, const Side* second, long offset = 0, bool note = false);

/// Keeps one report for a kind and pair of source lines: that of the smallest threads. Thread-safe.
void submit(const Report& report);

/// Writes all that is not written yet: faults before notes, the most fundamental cause first.
/// Call it at exit and on the way to an abort; from a thread, not inside a signal handler.
void flush();

/// Distinct faults (no notes) submitted so far.
size_t fault_count();

/// Drops everything (tests).
void reset();

/// "race-shared".
const char* kind_name(Kind kind);

}  // namespace warpup::report
