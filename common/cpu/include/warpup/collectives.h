// What device code asks of the executor: barriers, warp operations, fences. Every function is
// called by one CUDA thread (a fiber or a plain call) and may suspend it. The caller's return
// address is the source position that a diagnosis names, so the wrappers in device headers are
// always inlined.
#pragma once

extern "C" {

/// __syncthreads and its reducing forms: waits for every thread of the block that has not exited.
void warpup_syncthreads();
/// Number of threads (that have not exited) whose `pred` is not zero.
int warpup_syncthreads_count(int pred);
int warpup_syncthreads_and(int pred);
int warpup_syncthreads_or(int pred);

/// One warp operation among the lanes of `mask`; suspends until all of them that have not exited
/// have arrived with the same mask and operation. `value` is the lane's operand, `arg` the source
/// lane, delta or lane mask of a shuffle, `width` its width. Returns the lane's own result; an
/// operation that also has a predicate result (match_all) stores it through
/// warpup_warp_predicate().
unsigned long long warpup_warp_op(unsigned mask, int op, unsigned long long value, int arg,
                                  int width);
/// The predicate of the calling lane's last warpup_warp_op (match_all; shuffles: source in range).
int warpup_warp_predicate();
/// Lanes of the caller's warp that come to the same call together: waits until nobody in the block
/// can go any further, so that the lanes of a branch meet as they do on a GPU.
unsigned warpup_activemask();

/// Memory fence; scope 0 block, 1 device, 2 system. Orders nothing by waiting; the checker uses it.
void warpup_fence(int scope);

/// cooperative_groups: waits for all blocks of a cooperative launch; traps in any other.
void warpup_grid_sync();
/// True in a cooperative launch.
int warpup_grid_is_valid();

/// Ends the grid with cudaErrorLaunchFailure, as __trap() does.
[[noreturn]] void warpup_trap();
/// A counter in device clock cycles (nominal 1 GHz: nanoseconds).
unsigned long long warpup_clock();
/// __nanosleep: lets other threads run.
void warpup_nanosleep(unsigned ns);

/// Device printf: buffered, shown at the next synchronisation, like the GPU's buffer.
int warpup_device_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
void* warpup_device_malloc(unsigned long bytes);
void warpup_device_free(void* p);
long warpup_device_clock();

/// Called before an atomic read-modify-write (kind 0), load (1) or store (2) of `size` bytes at
/// `p`, in both builds: it makes spinning threads yield; the check build also records the access.
/// `scope` as in warpup_fence; `order` is a memory order (0 relaxed … 5 seq_cst) for
/// cuda::atomic_ref.
void warpup_atomic_access(const volatile void* p, int size, int kind, int scope, int order);
}

namespace warpup {

/// Operations of warpup_warp_op. Values of 4 bytes are zero-extended; reductions say their type.
enum WarpOp : int {
  kWarpSync = 0,
  kWarpShflIdx,
  kWarpShflUp,
  kWarpShflDown,
  kWarpShflXor,
  kWarpBallot,
  kWarpAll,
  kWarpAny,
  kWarpMatchAny,
  kWarpMatchAll,
  kWarpReduceAdd,
  kWarpReduceMinUnsigned,
  kWarpReduceMaxUnsigned,
  kWarpReduceMinSigned,
  kWarpReduceMaxSigned,
  kWarpReduceAnd,
  kWarpReduceOr,
  kWarpReduceXor,
};

}  // namespace warpup
