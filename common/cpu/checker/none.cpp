#include "device_hooks.h"
#include "hooks.h"
namespace warpup::check {
bool check_mode = false;
void grid_begin(Grid&) {}
void grid_end(Grid&) {}
void block_begin(Worker&, Block&) {}
void block_enter(Worker&, Block&) {}
void block_end(Worker&, Block&) {}
void thread_begin(Worker&, unsigned) {}
void thread_resume(Worker&, unsigned) {}
void thread_end(Worker&, unsigned) {}
void barrier_completed(Block&) {}
void warp_completed(Block&, unsigned, unsigned, int) {}
void warp_incomplete(Block&, unsigned, unsigned, unsigned) {}
void bad_mask(Worker&, const CudaThread&) {}
void grid_barrier_completed(Grid&) {}
void grid_barrier_refused(Worker&, const void*) {}
void fence(Worker&, int) {}
void atomic_access(Worker&, const volatile void*, int, int, int, int, const void*) {}
void deadlock(Worker&, Block&, bool) {}
void device_fault(Worker&, int, const void*, const void*, bool) {}
void interrupted() {}
void allocated(void*, size_t, Space, const char*, const void*) {}
void freed(void*, const char*, const void*, Op*) {}
void refused_free(const void*, const char*, const void*) {}
void api_result(const char*, int, const void*, bool) {}
void last_error_read(int, bool, const void*) {}
void error_text_read(int) {}
void copy_kind_contradicts(const char*, const void*, const char*) {}
Op* enqueued(int, const char*, const void*) { return nullptr; }
void after(Op*, Op*) {}
void host_waited(Op*) {}
void host_function_begin(Op*) {}
void host_function_end(Op*) {}
void finished(Op*) {}
void op_copies(Op*, void*, const void*, size_t) {}
void op_fills(Op*, void*, size_t) {}
void op_will_read_host(Op*, const void*, size_t) {}
void op_will_write_host(Op*, void*, size_t) {}
bool api_reads_host(const void*, size_t, const char*, const void*) { return true; }
void object_created(const char*, const void*, const char*, const void*) {}
void object_destroyed(const char*, const void*) {}
void at_exit() {}
void kernel_failed(Op*, int) {}
}  // namespace warpup::check
