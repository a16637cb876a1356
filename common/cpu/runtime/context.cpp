#include "context.h"

#include <atomic>
#include <mutex>

#include "allocation.h"
#include "api.h"
#include "stream.h"
#include "symbol.h"

namespace warpup::runtime {
namespace {

std::atomic<int> sticky{0};
std::atomic<bool> unusable{false};  // reset after a failure: only a new process helps
std::atomic<bool> started{false};
std::atomic<bool> active{false};
std::atomic<int> retained{0};

}  // namespace

int device_error() { return sticky.load(std::memory_order_acquire); }

void fail_device(int code) {
  int none = 0;
  sticky.compare_exchange_strong(none, code);
}

int device_status() {
  if (unusable) return cudaErrorDevicesUnavailable;
  return device_error();
}

Context& primary_context() {
  static Context* primary = [] {
    auto* context = new Context;
    context->primary = true;
    return context;
  }();
  return *primary;
}

bool primary_active() { return active; }

int activate_primary() {
  if (int error = device_status()) return error;
  start_driver();
  active = true;
  return cudaSuccess;
}

int enter_runtime() {
  HostThread& thread = host_thread();
  if (thread.in_host_function) return cudaErrorNotPermitted;
  if (int error = device_status()) return error;
  if (thread.contexts.empty()) {
    thread.contexts.push_back(&primary_context());
  } else if (!thread.contexts.back()) {
    thread.contexts.back() = &primary_context();
  }
  if (thread.contexts.back()->destroyed) return cudaErrorContextIsDestroyed;
  return thread.contexts.back()->primary ? activate_primary() : static_cast<int>(cudaSuccess);
}

void retain_primary() {
  ++retained;
  active = true;
}

bool release_primary() {
  if (retained == 0) return false;
  if (--retained == 0) active = false;
  return true;
}

bool driver_started() { return started; }
void start_driver() { started = true; }

void reset_device() {
  if (device_error()) {
    unusable = true;
  } else {
    streams().wait_for_all();
    allocations().free_all();
    symbols().restore();
  }
  streams().destroy_all();
  active = false;
}

Context* create_context(unsigned flags) {
  auto* context = new Context;
  context->flags = flags;
  return context;
}

}  // namespace warpup::runtime
