// The device's state in this process: its contexts, and the error that ends it.
#pragma once

#include <cstdint>

namespace warpup::runtime {

/// A driver context. Contexts are never freed: a handle of a destroyed one stays recognisable.
struct Context {
  bool primary = false;
  bool destroyed = false;
  unsigned flags = 0;
};

/// The asynchronous error that ended the device's context, or 0. It never goes away.
int device_error();
/// A kernel failed with `code`; the first failure wins.
void fail_device(int code);
/// What synchronising calls return: the sticky error, or 46 after a reset of a failed device.
int device_status();

/// Makes the primary context active and current where the thread has none; the error to return
/// where that isn't possible.
int enter_runtime();
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
void reset_device();

Context* create_context(unsigned flags);

}  // namespace warpup::runtime
