// What every function of the API has in common: its name and caller, the state of the calling
// thread, and one way to end.
#pragma once

#include <vector>

#include "../checker/library_call.h"
#include "driver_types.h"

namespace warpup::runtime {

struct Context;

/// State of a thread that calls the API.
struct HostThread {
  int last_error = 0;              // what cudaGetLastError returns next
  int device = 0;                  // cudaSetDevice
  bool in_host_function = false;   // inside cudaLaunchHostFunc or a callback
  int capture_mode = 0;            // cudaThreadExchangeStreamCaptureMode
  CUstream_st* stream = nullptr;   // cudaStreamPerThread, once used
  std::vector<Context*> contexts;  // the driver's stack; the current one is last
};
HostThread& host_thread();

enum class Api { kRuntime, kDriver };

/// One call of an API function by the program.
class ApiCall {
 public:
  ApiCall(const char* name, const void* pc, Api api = Api::kRuntime)
      : name_(name), pc_(check::caller_or(pc)), api_(api) {}

  /// Makes the device ready for a call that needs it; otherwise returns the error to end with:
  /// a sticky one, or that the call isn't allowed here.
  int enter() const;
  /// As enter(), for calls that only queue work: they don't notice a failure first.
  int enter_queue() const;
  /// As enter(), for calls that succeed on a failed device too.
  int enter_any() const;
  /// As enter(), for calls that can't be captured and so are refused while a capture runs.
  int enter_unsafe() const;
  /// Every function returns through here: records the error (only the runtime has a last error),
  /// reports to the checker.
  cudaError_t end(int code, bool launch = false) const;

  const char* name() const { return name_; }
  const void* pc() const { return pc_; }

 private:
  const char* name_;
  const void* pc_;
  Api api_;
};

}  // namespace warpup::runtime

// A macro, since the caller's address has to be taken in the API function itself.
#define WARPUP_API_CALL(NAME) \
  const ::warpup::runtime::ApiCall NAME(__func__, __builtin_return_address(0))
