#include "monitor.h"

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <thread>
#include <vector>

#include "../checker/device_hooks.h"
#include "../checker/hooks.h"
#include "worker.h"

namespace warpup {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(25);
constexpr int64_t kPeriodNs = std::chrono::nanoseconds(kPeriod).count();
constexpr int kSignal = SIGURG;  // ignored by default, so a stray one does no harm

struct Watched {
  pthread_t thread;
  Worker* worker;
  const uint3* thread_index;  // that OS thread's built-in variables
  const uint3* block_index;
  uint3 last_thread, last_block;
  const CudaThread* last_record = nullptr;
  bool was_in_kernel = false;
  int64_t last_cpu_ns = 0;  // the OS thread's, when it last moved
};

struct Monitor {
  std::mutex mutex;
  std::condition_variable wake;
  std::vector<Watched> workers;
  int grids = 0;
  bool started = false;
  int end_pipe[2] = {-1, -1};  // the SIGTERM handler writes here
};
Monitor& monitor() {
  static Monitor* m = new Monitor;
  return *m;
}

std::atomic<bool> g_ending{false};

struct Text {
  uintptr_t begin = 0, end = 0;
};
Text g_program;  // the program's own code; interrupted elsewhere, locks may be held

int find_program(dl_phdr_info* info, size_t, void*) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    if (h.p_type != PT_LOAD || !(h.p_flags & PF_X)) continue;
    g_program.begin = info->dlpi_addr + h.p_vaddr;
    g_program.end = g_program.begin + h.p_memsz;
  }
  return 1;  // the first object is the program
}

uintptr_t instruction_of(const void* context) {
  const auto& c = *static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  return static_cast<uintptr_t>(c.uc_mcontext.gregs[REG_RIP]);
#else
  return static_cast<uintptr_t>(c.uc_mcontext.pc);
#endif
}

// On the interrupted OS thread. Between two instructions of the program no lock is held, so the
// CUDA thread can stop here like at any other wait; it goes on when its turn comes.
void interrupt(int, siginfo_t*, void* context) {
  Worker* w = running_worker;
  if (w == nullptr || !w->in_kernel) return;
  const uintptr_t at = instruction_of(context);
  const bool in_program = at >= g_program.begin && at < g_program.end;
  if (g_ending) {
    w->interrupted_thread = w->running_id();
    if (in_program) w->interrupted_at = reinterpret_cast<const void*>(at + 1);
    return;
  }
  if (!in_program || !w->has_thread || w->loop.whole || w->grid->aborted()) return;
  const int saved = errno;
  CudaThread* me = w->record();
  me->wait_pc = reinterpret_cast<const void*>(at + 1);
  me->spin_yields = 0;  // long work, for all we know: no sign of a deadlock
  w->yield_spin(me);
  errno = saved;
}

bool same(uint3 a, uint3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

int64_t cpu_ns(pthread_t thread) {
  clockid_t clock;
  timespec now{};
  if (pthread_getcpuclockid(thread, &clock) != 0 || clock_gettime(clock, &now) != 0) return 0;
  return int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
}

// True if the worker ran one thread for about a period. Its own time counts: on a busy machine it
// may not have run at all, and would seem to stand still.
bool has_not_moved(Watched& w) {
  const uint3 t = *w.thread_index, b = *w.block_index;
  const CudaThread* record = w.worker->loop.record;
  const bool in_kernel = w.worker->in_kernel;
  const bool still = in_kernel && w.was_in_kernel && same(t, w.last_thread) &&
                     same(b, w.last_block) && record == w.last_record;
  const int64_t now = cpu_ns(w.thread);
  if (still && now - w.last_cpu_ns < kPeriodNs / 2) return false;
  w.last_thread = t;
  w.last_block = b;
  w.last_record = record;
  w.was_in_kernel = in_kernel;
  w.last_cpu_ns = now;
  return still;
}

void watch() {
  Monitor& m = monitor();
  std::unique_lock<std::mutex> lock(m.mutex);
  while (true) {
    m.wake.wait(lock, [&] { return m.grids > 0; });
    m.wake.wait_for(lock, kPeriod);
    for (Watched& w : m.workers) {
      if (has_not_moved(w)) pthread_kill(w.thread, kSignal);
    }
  }
}

// ---- the end of the process by SIGTERM (the runner's deadline) ----

void on_terminate(int) {
  const char byte = 0;
  if (write(monitor().end_pipe[1], &byte, 1) < 0) _exit(143);
}

// Asks each busy worker where in the program it is; it may take some tries to meet it there.
std::vector<Worker*> ask_workers() {
  constexpr int kTries = 400;
  Monitor& m = monitor();
  const std::lock_guard<std::mutex> lock(m.mutex);
  std::vector<Worker*> busy;
  for (int i = 0; i < kTries; ++i) {
    busy.clear();
    bool all = true;
    for (const Watched& w : m.workers) {
      if (w.worker->grid == nullptr) continue;  // a spinning thread is often between two turns
      busy.push_back(w.worker);
      if (w.worker->interrupted_at != nullptr) continue;
      all = false;
      pthread_kill(w.thread, kSignal);
    }
    if (all) break;
    usleep(1000);
  }
  return busy;
}

void tell_and_end() {
  char byte;
  while (read(monitor().end_pipe[0], &byte, 1) < 0 && errno == EINTR) {
  }
  g_ending = true;
  check::interrupted(ask_workers());
  signal(SIGTERM, SIG_DFL);
  kill(getpid(), SIGTERM);  // to the process: this thread may have inherited a mask that blocks it
}

void start(Monitor& m) {
  m.started = true;
  dl_iterate_phdr(find_program, nullptr);
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_sigaction = interrupt;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
  sigaction(kSignal, &action, nullptr);
  std::thread(watch).detach();
  // Only as a child of the runner: a program of its own keeps its own handling of SIGTERM.
  if (!check::on() || std::getenv("WARPUP_EVENT_FD") == nullptr) return;
  if (pipe2(m.end_pipe, O_CLOEXEC) != 0) return;
  signal(SIGTERM, on_terminate);
  std::thread(tell_and_end).detach();
}

}  // namespace

void watch_worker(Worker& worker) {
  Monitor& m = monitor();
  const std::lock_guard<std::mutex> lock(m.mutex);
  m.workers.push_back(Watched{pthread_self(), &worker, &threadIdx, &blockIdx, {}, {}});
}

void forget_worker(Worker& worker) {
  Monitor& m = monitor();
  const std::lock_guard<std::mutex> lock(m.mutex);
  const auto is_it = [&](const Watched& w) { return w.worker == &worker; };
  m.workers.erase(std::remove_if(m.workers.begin(), m.workers.end(), is_it), m.workers.end());
}

void grid_started() {
  Monitor& m = monitor();
  const std::lock_guard<std::mutex> lock(m.mutex);
  if (!m.started) start(m);
  if (m.grids++ == 0) m.wake.notify_one();
}

void grid_stopped() {
  Monitor& m = monitor();
  const std::lock_guard<std::mutex> lock(m.mutex);
  --m.grids;
}

}  // namespace warpup
