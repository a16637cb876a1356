#include "faults.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "../checker/device_hooks.h"
#include "../checker/hooks.h"
#include "worker.h"

namespace warpup {
namespace {

constexpr size_t kStackBytes = 256 * 1024;
constexpr int kIllegalAddress = 700, kLaunchFailure = 719;

struct Pending {  // what the handler found, for the code that runs after it
  int code;
  const void* address;
  const void* pc;
  bool overflow;
};
thread_local Pending t_pending;
thread_local char* t_escape_stack = nullptr;

// Runs outside the signal handler, on a stack of its own: the kernel's may be the one that
// overflowed.
[[noreturn]] void escape() {
  Worker& w = *this_worker_or_null();
  if (check::on()) {
    check::device_fault(w, t_pending.code, t_pending.address, t_pending.pc, t_pending.overflow);
  }
  w.abort_grid(t_pending.code);
}

void* instruction_of(const ucontext_t& c) {
#if defined(__x86_64__)
  return reinterpret_cast<void*>(c.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<void*>(c.uc_mcontext.pc);
#endif
}

void continue_at(ucontext_t& c, void (*function)(), char* stack_top) {
#if defined(__x86_64__)
  c.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(function);
  c.uc_mcontext.gregs[REG_RSP] = reinterpret_cast<greg_t>(stack_top) - 8;  // as after a call
#elif defined(__aarch64__)
  c.uc_mcontext.pc = reinterpret_cast<unsigned long long>(function);
  c.uc_mcontext.sp = reinterpret_cast<unsigned long long>(stack_top);
#endif
}

void handle(int number, siginfo_t* info, void* context) {
  Worker* w = this_worker_or_null();
  if (w == nullptr || !w->in_kernel) {  // the host's own fault: die of it as any program does
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  auto& c = *static_cast<ucontext_t*>(context);
  const bool memory = number == SIGSEGV || number == SIGBUS;
  t_pending.code = memory ? kIllegalAddress : kLaunchFailure;
  t_pending.address = memory ? info->si_addr : nullptr;
  t_pending.pc = static_cast<char*>(instruction_of(c)) + 1;  // looked up like a return address
  t_pending.overflow = memory && w->fibers.in_guard(info->si_addr);
  w->in_kernel = false;
  continue_at(c, escape, t_escape_stack + kStackBytes);
}

void install_once() {
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(number, &action, nullptr);
}

char* map_stack() {
  void* p = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? nullptr : static_cast<char*>(p);
}

}  // namespace

void install_fault_handlers() {
  static std::once_flag once;
  std::call_once(once, install_once);
  if (t_escape_stack != nullptr) return;
  t_escape_stack = map_stack();
  stack_t alternate;
  std::memset(&alternate, 0, sizeof alternate);
  alternate.ss_sp = map_stack();
  alternate.ss_size = kStackBytes;
  if (alternate.ss_sp != nullptr) sigaltstack(&alternate, nullptr);
}

void stop_host_call(const char* what) {
  std::fflush(stdout);
  std::fprintf(stderr, "warpup: %s was called by host code; it exists only inside a kernel\n",
               what);
  std::abort();
}

}  // namespace warpup
