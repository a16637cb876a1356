#include "host_function.h"

#include "../checker/hooks.h"
#include "api.h"
#include "context.h"

namespace warpup::runtime {
namespace {

// While it lives, the calling thread may not use the API.
class InHostFunction {
 public:
  explicit InHostFunction(check::Op* op) : op_(op) {
    host_thread().in_host_function = true;
    check::host_function_begin(op_);
  }
  ~InHostFunction() {
    check::host_function_end(op_);
    host_thread().in_host_function = false;
  }
  InHostFunction(const InHostFunction&) = delete;
  InHostFunction& operator=(const InHostFunction&) = delete;

 private:
  check::Op* op_;
};

class HostFunctionWork final : public Work {
 public:
  HostFunctionWork(cudaHostFn_t function, void* data) : function_(function), data_(data) {}
  int run(check::Op* op) override {
    const InHostFunction guard(op);
    function_(data_);
    return cudaSuccess;
  }
  int node_type() const override { return cudaGraphNodeTypeHost; }

 private:
  cudaHostFn_t function_;
  void* data_;
};

class CallbackWork final : public Work {
 public:
  CallbackWork(cudaStream_t stream, cudaStreamCallback_t callback, void* data)
      : stream_(stream), callback_(callback), data_(data) {}
  int run(check::Op* op) override {
    const InHostFunction guard(op);
    callback_(stream_, static_cast<cudaError_t>(device_error()), data_);
    return cudaSuccess;
  }
  bool runs_after_failure() const override { return true; }
  int node_type() const override { return cudaGraphNodeTypeHost; }

 private:
  cudaStream_t stream_;
  cudaStreamCallback_t callback_;
  void* data_;
};

}  // namespace

std::shared_ptr<Work> host_function_work(cudaHostFn_t function, void* data) {
  return std::make_shared<HostFunctionWork>(function, data);
}

std::shared_ptr<Work> callback_work(cudaStream_t stream, cudaStreamCallback_t callback,
                                    void* data) {
  return std::make_shared<CallbackWork>(stream, callback, data);
}

}  // namespace warpup::runtime
