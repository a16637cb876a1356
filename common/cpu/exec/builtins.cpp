// Built-in variables and the small device functions.
#include <sched.h>
#include <time.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

#include "../checker/device_hooks.h"
#include "../checker/hooks.h"
#include "device_new.h"
#include "warpup/collectives.h"
#include "worker.h"

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread warpup::BuiltinDim blockDim;
__thread warpup::BuiltinDim gridDim;

namespace warpup {

__thread ThreadLoop* thread_loop;

bool on_device() {
  const Worker* w = this_worker_or_null();
  return w != nullptr && w->in_kernel;
}

namespace {

constexpr unsigned long long kClockKhz = 1980000;  // as runtime/properties.cpp has it
constexpr uint32_t kSpinsBeforeYield = 64;
constexpr size_t kPrintfBytes = 1 << 20;  // the GPU's default FIFO size

struct PrintfBuffer {
  std::mutex mutex;
  std::string text;
  size_t dropped = 0;
};
PrintfBuffer& printf_buffer() {
  static PrintfBuffer* b = new PrintfBuffer;
  return *b;
}

unsigned long long value_at(const volatile void* p, int size) {
  switch (size) {
    case 1:
      return *static_cast<const volatile unsigned char*>(p);
    case 2:
      return *static_cast<const volatile unsigned short*>(p);
    case 4:
      return *static_cast<const volatile unsigned*>(p);
    default:
      return *static_cast<const volatile unsigned long long*>(p);
  }
}

}  // namespace

// A thread that meets the same address with the same value again and again waits for another.
void note_possible_spin(Worker& w, const volatile void* p, int size) {
  const unsigned long long value = value_at(p, size);
  const uint64_t thread = w.block->linear * kMaxBlockThreads + w.running_id();
  SpinWatch& s = w.spin;
  if (s.address != p || s.value != value || s.thread != thread) {
    s = SpinWatch{p, value, thread, 0, s.pc};
    return;
  }
  if (++s.count % kSpinsBeforeYield != 0) return;
  if (w.grid->aborted()) w.abort_grid(w.grid->error.load());
  CudaThread* me = w.record();
  if (me->spin_address != p || me->spin_value != value) me->spin_yields = 0;
  me->spin_address = p;
  me->spin_value = value;
  me->wait_pc = w.spin.pc;
  w.yield_spin(me);
}

void flush_device_printf() {
  PrintfBuffer& b = printf_buffer();
  std::lock_guard<std::mutex> lock(b.mutex);
  if (b.text.empty()) return;
  std::fwrite(b.text.data(), 1, b.text.size(), stdout);
  if (b.dropped > 0) {
    std::fprintf(stderr, "warpup: the device's printf buffer (1 MiB) was full: %zu lines lost\n",
                 b.dropped);
  }
  b.text.clear();
  b.dropped = 0;
}

}  // namespace warpup

using namespace warpup;

extern "C" {

int warpup_device_printf(const char* format, ...) {
  va_list args;
  va_start(args, format);
  int n = 0;
  if (!on_device()) {
    n = std::vprintf(format, args);
  } else {
    char line[4096];
    n = std::vsnprintf(line, sizeof line, format, args);
    PrintfBuffer& b = printf_buffer();
    std::lock_guard<std::mutex> lock(b.mutex);
    const size_t bytes = n < 0 ? 0 : std::min(static_cast<size_t>(n), sizeof line - 1);
    if (b.text.size() + bytes > kPrintfBytes) {
      ++b.dropped;
    } else {
      b.text.append(line, bytes);
    }
  }
  va_end(args);
  return n;
}

[[noreturn]] void warpup_trap() {
  if (!on_device()) std::abort();
  Worker& w = *this_worker_or_null();
  if (check::on()) check::device_fault(w, 719, nullptr, __builtin_return_address(0), false);
  w.abort_grid(719);
}

// Ticks of the device's clock: as many a second as cudaDevAttrClockRate says.
unsigned long long warpup_clock() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  const auto ns = static_cast<unsigned long long>(t.tv_sec) * 1000000000ULL +
                  static_cast<unsigned long long>(t.tv_nsec);
  return ns / 1000000 * kClockKhz + ns % 1000000 * kClockKhz / 1000000;
}

long warpup_device_clock() {
  return on_device() ? static_cast<long>(warpup_clock()) : static_cast<long>(clock());
}

void warpup_nanosleep(unsigned) {
  Worker* w = this_worker_or_null();
  if (w != nullptr && w->in_kernel) w->yield_spin(w->record());
}

void* warpup_device_malloc(unsigned long bytes) {
  void* p = std::malloc(bytes);
  if (on_device()) note_device_memory(p, bytes);
  return p;
}
void warpup_device_free(void* p) {
  if (on_device()) forget_device_memory(p);
  std::free(p);
}

void warpup_fence(int scope) {
  Worker* w = this_worker_or_null();
  if (check::on() && w != nullptr && w->in_kernel) check::fence(*w, scope);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void warpup_atomic_access(const volatile void* p, int size, int kind, int scope, int order) {
  Worker* w = this_worker_or_null();
  if (w == nullptr || !w->in_kernel) return;
  if (check::on()) {
    return check::atomic_access(*w, p, size, kind, scope, order, __builtin_return_address(0));
  }
  if (kind == 2) return;
  w->spin.pc = __builtin_return_address(0);
  note_possible_spin(*w, p, size);
}

// assert() in a kernel ends the grid with cudaErrorAssert after CUDA's message; on the host it is
// the C library's.
[[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line,
                                const char* function) noexcept {
  Worker* w = this_worker_or_null();
  if (w != nullptr && w->in_kernel) {
    const uint3 b = blockIdx, t = threadIdx;
    std::fprintf(
        stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
        line, kernel_name(w->grid->info).c_str(), b.x, b.y, b.z, t.x, t.y, t.z, expression);
    if (check::on()) check::device_fault(*w, 710, nullptr, __builtin_return_address(0), false);
    w->abort_grid(710);
  }
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
  std::abort();
}

}  // extern "C"
