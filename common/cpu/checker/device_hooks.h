// What the executor tells the checker. Called in the check build only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpup {
struct Grid;
struct Block;
struct CudaThread;
class Worker;
}  // namespace warpup

namespace warpup::check {

void grid_begin(Grid& grid);
void grid_end(Grid& grid);

/// The block's state is made; then it becomes the one that runs on this OS thread (again after
/// parking).
void block_begin(Worker& worker, Block& block);
void block_enter(Worker& worker, Block& block);
void block_end(Worker& worker, Block& block);

/// The thread with this linear index starts, runs again after a wait, or ends.
void thread_begin(Worker& worker, unsigned id);
void thread_resume(Worker& worker, unsigned id);
void thread_end(Worker& worker, unsigned id);

/// Everybody alive has arrived at the block barrier; called before anybody leaves it.
void barrier_completed(Block& block);
/// A thread arrives at the block barrier for which others of the block have exited or will.
/// The lanes of a warp operation have met. `lanes` are those that take part.
void warp_completed(Block& block, unsigned warp, unsigned lanes, int op);
/// `lanes` wait at a warp operation for lanes of its mask that wait elsewhere and never come.
void warp_incomplete(Block& block, unsigned warp, unsigned lanes, unsigned missing);
/// The caller is not in its own mask, or the mask names no lane of the block.
void bad_mask(Worker& worker, const CudaThread& thread);
void grid_barrier_completed(Grid& grid);
/// The block goes on after the grid barrier.
void grid_barrier_passed(Worker& worker, Block& block);
/// The OS thread switches from its scheduler to device code and back.
void enter_device(Worker& worker);
void leave_device(Worker& worker);
void grid_barrier_refused(Worker& worker, const void* pc);

void fence(Worker& worker, int scope);
void atomic_access(Worker& worker, const volatile void* p, int size, int kind, int scope, int order,
                   const void* pc);
/// Threads spin and nothing that could end it happens. `not_resident`: blocks wait for room.
/// `block` is one of them, `first` the lowest number of such a block.
/// A shuffle among `lanes` fetches for `lane` from `source`, which is not one of them.
void shuffle_from_absent(Block& block, unsigned warp, unsigned lane, unsigned source);
void deadlock(Worker& worker, Block& block, uint64_t first, bool not_resident);
/// Memory of the device's heap: malloc and new in device code.
void device_heap_add(void* p, unsigned long bytes);
void device_heap_remove(void* p);
/// A hardware fault or trap in device code, before the grid is aborted. 0 for no address.
void device_fault(Worker& worker, int code, const void* address, const void* pc,
                  bool stack_overflow);
/// The program is told to end (its deadline): says what its kernels are doing. The workers run on.
void interrupted(const std::vector<Worker*>& busy);

}  // namespace warpup::check
