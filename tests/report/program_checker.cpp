// Stands in for the checker: reports reads of the watched bytes.
#include <cstdint>
#include <thread>
#include <vector>

#include "checker/report.h"
#include "program.h"

using namespace warpup::report;

namespace {

thread_local const char* watched = nullptr;
thread_local unsigned long watched_size = 0;
thread_local unsigned current_thread = 0;
const char* start = nullptr;
unsigned long start_size = 0;
const void* made_pc = nullptr;

void access(const void* p, int size, Access kind, const void* pc) {
  const char* c = static_cast<const char*>(p);
  if (watched == nullptr || c < watched || c >= watched + watched_size) return;
  Report report;
  report.kind = Kind::kOutOfBounds;
  report.kernel = "difference";
  report.first.pc = pc;
  report.first.thread[0] = current_thread;
  report.first.access = kind;
  report.first.size = size;
  report.address = reinterpret_cast<uintptr_t>(p);
  Place place;
  place.memory = Memory::kGlobal;
  place.bytes = start_size;
  place.offset = c - start;
  place.made_api = "made";
  place.made_pc = made_pc;
  report.place = place;
  if (wanted(report.kind, report.first, nullptr, place.offset)) submit(report);
}

}  // namespace

void watch(const void* p, unsigned long size, unsigned thread) {
  watched = static_cast<const char*>(p);
  watched_size = size;
  current_thread = thread;
}

void made(int** p, unsigned long size) {
  start = reinterpret_cast<const char*>(*p);
  start_size = size;
  made_pc = __builtin_return_address(0);
}

void run_all(void (*work)(unsigned), unsigned count) {
  constexpr unsigned kThreads = 4;
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < kThreads; ++k) {
    threads.emplace_back([=] {
      for (unsigned i = k; i < count; i += kThreads) work(i);
    });
  }
  for (auto& thread : threads) thread.join();
}

void finish() { flush(); }

extern "C" {
void __tsan_init() {}
void __tsan_read8(void* p) { access(p, 8, Access::kRead, __builtin_return_address(0)); }
void __tsan_write8(void* p) { access(p, 8, Access::kWrite, __builtin_return_address(0)); }
void __tsan_read4(void* p) { access(p, 4, Access::kRead, __builtin_return_address(0)); }
void __tsan_write4(void* p) { access(p, 4, Access::kWrite, __builtin_return_address(0)); }
}
