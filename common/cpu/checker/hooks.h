// What the runtime and the executor tell the checker. In the fast build every function returns at
// once (check::on() is false), and an Op is a null pointer, which every function accepts.
//
// Order is judged by vector clocks over host threads and streams, so what is reported does not
// depend on how this run happened to interleave: tell the checker what *orders* two things, never
// what happened first.
#pragma once

#include <cstddef>

namespace warpup {
struct KernelInfo;
struct LaunchConfig;
}  // namespace warpup

namespace warpup::check {

/// Set before main when a translation unit of the check build is loaded.
extern bool check_mode;

/// True in the check build.
inline bool on() { return check_mode; }

enum class Space { kDevice, kPinned, kRegistered, kManaged };

// ---- memory: `pc` is the caller's address in the program (return address of the API function)
// ----
void allocated(void* p, size_t bytes, Space space, const char* api, const void* pc);
/// The allocation starting at `p` is freed now (valid free). `stream_op`: the freeing operation for
/// cudaFreeAsync, else null.
struct Op;
void freed(void* p, const char* api, const void* pc, Op* stream_op);
/// A free that the API refuses: freed before, inside an allocation, foreign, or of the wrong kind.
void refused_free(const void* p, const char* api, const void* pc);

/// Memory of a __device__, __constant__ or __managed__ variable, and its host shadow.
void symbol_allocated(void* p, size_t bytes, Space space, const char* name, const char* file,
                      int line);
void symbol_shadow(const void* shadow, size_t bytes, const char* name);

// ---- API results ----
/// Every API call reports its result here, success too. `code` is a cudaError_t (or CUresult for
/// driver calls). Launch refusals pass launch = true.
void api_result(const char* api, int code, const void* pc, bool launch = false);
/// A launch is refused for its configuration; the API's result follows through api_result.
void launch_refused(const KernelInfo& info, const LaunchConfig& config, int code, const char* api,
                    const void* pc);
/// cudaGetLastError / cudaPeekAtLastError returned `code`; `cleared` for the former.
void last_error_read(int code, bool cleared, const void* pc);
/// cudaGetErrorString/Name was asked for `code` (the program looks at its errors).
void error_text_read(int code);
/// A copy whose `kind` contradicts its pointers but which the API accepts (a note).
void copy_kind_contradicts(const char* api, const void* pc, const char* explanation);

// ---- order ----
/// A piece of work is queued in a stream by the calling host thread: it happens after everything
/// that this host thread has done or waited for.
Op* enqueued(int stream_id, const char* api, const void* pc);
/// `op` also happens after `earlier` (previous work of the stream, an event, the legacy default
/// stream).
void after(Op* op, Op* earlier);
/// The calling host thread has waited for `op` and everything before it.
void host_waited(Op* op);
/// A host function (cudaLaunchHostFunc, callbacks) runs on the calling thread as `op`, until end.
void host_function_begin(Op* op);
void host_function_end(Op* op);
/// The operation is done (called on the stream's thread after its effects).
void finished(Op* op);

// ---- effects of copies and fills, called on the thread that performs them, before it does ----
void op_copies(Op* op, void* destination, const void* source, size_t bytes);
void op_fills(Op* op, void* destination, size_t bytes);
/// The operation is the launch of a kernel, told when it is queued.
void op_launches(Op* op, const KernelInfo& info);
/// Host memory that a queued operation will read or write, told when it is queued (pageable too).
void op_will_read_host(Op* op, const void* p, size_t bytes);
void op_will_write_host(Op* op, void* p, size_t bytes);
/// An API reads `bytes` of host memory now (arguments of cudaLaunchKernel, sources of staged
/// copies); false: it is device memory, reported as host-deref.
bool api_reads_host(const void* p, size_t bytes, const char* api, const void* pc);

// ---- objects, for leaks ----
void object_created(const char* what, const void* handle, const char* api, const void* pc);
void object_destroyed(const char* what, const void* handle);

// ---- the end ----
/// main has returned or exit was called: reports leaks, unfinished work, errors never looked at.
/// `unfinished`: a kernel or copy was still queued or running that no host thread had waited for.
void at_exit();
/// A kernel failed with an asynchronous error (already reported with its cause where known).
void kernel_failed(Op* op, int code);

}  // namespace warpup::check
