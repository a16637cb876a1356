// The OS threads that help to run grids, and run_grid itself.
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "../checker/device_hooks.h"
#include "../checker/hooks.h"
#include "monitor.h"
#include "worker.h"

namespace warpup {
namespace {

constexpr uint64_t kThreadsWorthHelp =
    4096;  // below this, waking a helper costs more than it gives

class Pool {
 public:
  static Pool& instance() {
    static Pool* pool = new Pool;  // never destroyed: its threads may outlive main
    return *pool;
  }

  void run(Grid& grid) {
    const bool shared = !helpers_.empty() && grid.blocks > 1 &&
                        grid.blocks * grid.block_threads >= kThreadsWorthHelp;
    if (shared) {
      {
        std::lock_guard<std::mutex> lock(mutex_);
        grids_.push_back(&grid);
        keep_off_this_core();
      }
      work_.notify_all();  // behind the unlock: who wakes takes the mutex at once
    }
    this_worker().work(grid);
    if (!shared) return;
    std::unique_lock<std::mutex> lock(mutex_);
    grids_.remove(&grid);
    done_.wait(lock, [&] { return grid.workers == 0; });
  }

 private:
  Pool() {
    const char* text = std::getenv("WARPUP_WORKERS");
    const unsigned wanted = text != nullptr ? static_cast<unsigned>(std::atoi(text))
                                            : std::max(1u, std::thread::hardware_concurrency());
    if (sched_getaffinity(0, sizeof allowed_, &allowed_) != 0) CPU_ZERO(&allowed_);
    for (unsigned i = 1; i < std::min(wanted, 256u); ++i) {
      std::thread helper([this] { help(); });
      helpers_.push_back(helper.native_handle());
      helper.detach();
    }
  }

  // Helpers are woken away from the core of the thread that they help. Left to itself, the system
  // often wakes one on that core, behind it, and a short grid is over before it is moved. Where
  // there are many cores, it finds an idle one.
  void keep_off_this_core() {
    constexpr int kFewCores = 8;
    const int core = sched_getcpu(), cores = CPU_COUNT(&allowed_);
    if (core < 0 || core == avoided_core_ || cores < 2 || cores > kFewCores) return;
    cpu_set_t others = allowed_;
    CPU_CLR(static_cast<size_t>(core), &others);
    for (const pthread_t helper : helpers_) {
      pthread_setaffinity_np(helper, sizeof others, &others);
    }
    avoided_core_ = core;
  }

  Grid* pick() {
    for (Grid* g : grids_) {
      if (g->next_block.load() < g->blocks && !g->aborted()) return g;
    }
    return nullptr;
  }

  void help() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      Grid* grid = nullptr;
      work_.wait(lock, [&] { return (grid = pick()) != nullptr; });
      ++grid->workers;
      lock.unlock();
      this_worker().work(*grid);
      lock.lock();
      --grid->workers;
      done_.notify_all();
      // With its blocks all claimed the grid is not picked again; its owner may free it now.
    }
  }

  std::mutex mutex_;
  std::condition_variable work_, done_;
  std::list<Grid*> grids_;
  std::vector<pthread_t> helpers_;  // they never end
  cpu_set_t allowed_{};             // to this process
  int avoided_core_ = -1;           // by the helpers
};

}  // namespace

int run_grid(const KernelInfo& info, const LaunchConfig& config, const BoundKernel& bound,
             check::Op* op) {
  Grid grid(info, config, bound, op);
  if (check::on()) check::grid_begin(grid);
  grid_started();
  Pool::instance().run(grid);
  grid_stopped();
  if (check::on()) check::grid_end(grid);
  return grid.error.load();
}

}  // namespace warpup
