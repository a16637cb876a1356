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

int ApiCall::enter() const {
  return api_ == Api::kRuntime ? enter_runtime(Entry::kAsk) : enter_driver(Entry::kAsk);
}

int ApiCall::enter_queue() const {
  return api_ == Api::kRuntime ? enter_runtime(Entry::kQueue) : enter_driver(Entry::kQueue);
}

int ApiCall::enter_any() const {
  return api_ == Api::kRuntime ? enter_runtime(Entry::kAny) : enter_driver(Entry::kAny);
}

int ApiCall::enter_unsafe() const {
  if (int error = enter()) return error;
  return refuse_while_capturing();
}

cudaError_t ApiCall::end(int code, bool launch) const {
  const bool error = code != cudaSuccess && code != cudaErrorNotReady;
  if (error && api_ == Api::kRuntime) host_thread().last_error = code;
  check::api_result(name_, code, pc_, launch);
  return static_cast<cudaError_t>(code);
}

}  // namespace warpup::runtime
