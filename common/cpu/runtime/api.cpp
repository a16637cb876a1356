#include "api.h"

#include "../checker/hooks.h"
#include "capture.h"
#include "context.h"
#include "stream.h"

namespace warpup::runtime {
namespace {

// Ends the thread's own stream with the thread. The state itself is never freed: destructors of
// other thread-local objects may still call the API.
struct ThreadEnd {
  HostThread* state = nullptr;
  ~ThreadEnd() {
    if (state && state->stream) streams().destroy(state->stream);
    if (state) state->stream = nullptr;
  }
};

}  // namespace

HostThread& host_thread() {
  static __thread HostThread* state = nullptr;
  if (!state) {
    state = new HostThread;
    static thread_local ThreadEnd end;
    end.state = state;
  }
  return *state;
}

int ApiCall::enter() const { return enter_runtime(); }

int ApiCall::enter_unsafe() const {
  if (int error = enter_runtime()) return error;
  return refuse_while_capturing();
}

cudaError_t ApiCall::end(int code, bool launch) const {
  if (code != cudaSuccess && code != cudaErrorNotReady) host_thread().last_error = code;
  check::api_result(name_, code, pc_, launch);
  return static_cast<cudaError_t>(code);
}

}  // namespace warpup::runtime
