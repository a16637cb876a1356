#include "context.h"

#include <atomic>
#include <mutex>

#include "../checker/hooks.h"
#include "allocation.h"
#include "api.h"
#include "driver.h"
#include "event.h"
#include "module.h"
#include "stream.h"
#include "symbol.h"

namespace warpup::runtime {
namespace {

std::atomic<int> sticky{0};
std::atomic<bool> noticed{false};   // a call has returned the sticky error
std::atomic<bool> unusable{false};  // reset after a failure: only a new process helps
std::atomic<bool> started{false};
std::atomic<bool> active{false};
std::atomic<int> retained{0};            // by the program, and by the runtime
std::atomic<bool> runtime_holds{false};  // the runtime's own reference, taken at its first need

}  // namespace

int device_error() { return sticky.load(std::memory_order_acquire); }

void fail_device(int code) {
  int none = 0;
  sticky.compare_exchange_strong(none, code);
}

int device_status() {
  if (unusable) return cudaErrorDevicesUnavailable;
  const int error = device_error();
  if (error) noticed = true;
  return error;
}

Context& primary_context() {
  static CUctx_st* primary = [] {
    auto* context = new CUctx_st;
    context->primary = true;
    context->id = 1;
    return context;
  }();
  return *primary;
}

bool primary_active() { return active; }

int activate_primary() {
  if (unusable) return cudaErrorDevicesUnavailable;
  start_driver();
  if (!runtime_holds.exchange(true)) ++retained;
  active = true;
  return cudaSuccess;
}

namespace {

int failure(Entry entry) {
  const bool looks = entry == Entry::kAsk || (entry == Entry::kQueue && noticed);
  return looks ? device_status() : static_cast<int>(cudaSuccess);
}

int make_primary_current() {
  HostThread& thread = host_thread();
  if (thread.in_host_function) return cudaErrorNotPermitted;
  if (unusable) return cudaErrorDevicesUnavailable;
  if (thread.contexts.empty()) {
    thread.contexts.push_back(&primary_context());
  } else if (!thread.contexts.back()) {
    thread.contexts.back() = &primary_context();
  }
  if (thread.contexts.back()->destroyed) return cudaErrorContextIsDestroyed;
  return thread.contexts.back()->primary ? activate_primary() : static_cast<int>(cudaSuccess);
}

}  // namespace

int enter_runtime(Entry entry) {
  if (int error = make_primary_current()) return error;
  return failure(entry);
}

int enter_driver(Entry entry) {
  if (!started) return cudaErrorInitializationError;
  const HostThread& thread = host_thread();
  if (thread.in_host_function) return cudaErrorNotPermitted;
  const Context* current = thread.contexts.empty() ? nullptr : thread.contexts.back();
  if (!current) return cudaErrorDeviceUninitialized;
  if (current->destroyed || unusable) return cudaErrorContextIsDestroyed;
  if (current->primary && !active) return cudaErrorContextIsDestroyed;
  return failure(entry);
}

void retain_primary() {
  ++retained;
  active = true;
}

bool release_primary() {
  if (retained == 0) return false;
  if (--retained > 0) return true;
  unload_modules_of(&primary_context());
  active = false;
  return true;
}

bool driver_started() { return started; }
void start_driver() { started = true; }

void reset_device(const ApiCall& call) {
  if (device_error()) {
    unusable = true;
  } else {
    streams().wait_for_all();
    unload_modules_of(nullptr);
    for (const Allocation& allocation : allocations().of_program()) {
      check::freed(allocation.base, call.name(), call.pc(), nullptr);
      allocations().destroy(allocation);
    }
    symbols().restore();
  }
  streams().destroy_all();
  lose_events();
  if (runtime_holds.exchange(false) && retained > 0) --retained;
  active = false;
}

Context* create_context(unsigned flags) {
  static std::atomic<unsigned long long> next_id{2};
  auto* context = new CUctx_st;
  context->id = next_id++;
  context->flags = flags;
  return context;
}

}  // namespace warpup::runtime
