// The device's state in this process: its contexts, and the error that ends it.
#pragma once

namespace warpup::runtime {

class ApiCall;

/// A driver context. Contexts are never freed: a handle of a destroyed one stays recognisable.
struct Context {
  unsigned long long id = 0;
  bool primary = false;
  bool destroyed = false;
  unsigned flags = 0;
};

/// The asynchronous error that ended the device's context, or 0. It never goes away.
int device_error();
/// A kernel failed with `code`; the first failure wins.
void fail_device(int code);
/// What calls that ask the device return: the sticky error, or 46 after a reset of a failed device.
int device_status();

/// How much a call minds a device that has failed.
enum class Entry {
  kAsk,    // the call notices a failure that no call has noticed yet
  kQueue,  // it only puts work into a queue, like a launch, and doesn't
  kAny,    // a failure doesn't matter to it
};
/// Begins a runtime call: makes the primary context active, and current where the thread has none.
/// Returns the error to end with where that isn't possible.
int enter_runtime(Entry entry);
/// Begins a driver call: it needs the driver started and a current context that lives.
int enter_driver(Entry entry);
/// Makes the primary context active without making it current (cudaInitDevice).
int activate_primary();
Context& primary_context();
bool primary_active();
/// References of cuDevicePrimaryCtxRetain.
void retain_primary();
bool release_primary();  // false: not retained

/// The driver has been started: by cuInit or by any runtime call that asks about devices.
bool driver_started();
void start_driver();

/// Frees everything and makes the primary context inactive. A failed device stays unusable.
void reset_device(const ApiCall& call);

Context* create_context(unsigned flags);

}  // namespace warpup::runtime
