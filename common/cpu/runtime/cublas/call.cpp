#include "call.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "../../checker/library_access.h"
#include "../capture.h"
#include "../context.h"
#include "../stream.h"

namespace warpup::runtime::cublas {
namespace {

struct Handles {
  std::mutex mutex;
  std::unordered_set<cublasHandle_t> live;
};
Handles& handles() {
  static auto* all = new Handles;
  return *all;
}

std::string number(long long value) { return std::to_string(value); }

}  // namespace

bool is_handle(cublasHandle_t handle) {
  const std::lock_guard<std::mutex> lock(handles().mutex);
  return handles().live.count(handle) != 0;
}

void add_handle(cublasHandle_t handle) {
  const std::lock_guard<std::mutex> lock(handles().mutex);
  handles().live.insert(handle);
}

bool remove_handle(cublasHandle_t handle) {
  const std::lock_guard<std::mutex> lock(handles().mutex);
  return handles().live.erase(handle) != 0;
}

void tell_failure(const ApiCall& call, cublasStatus_t status, const char* why) {
  // The checker traces the device's own error back to the kernel that failed.
  if (int error = device_error()) return check::api_result(call.name(), error, call.pc());
  check::library_error(call.name(), cublasGetStatusName(status), why, call.pc());
}

BlasCall::BlasCall(cublasHandle_t handle, const char* name, const void* pc)
    : handle_(handle), api_(name, pc) {
  require(is_handle(handle), "The handle was never created by cublasCreate, or has been destroyed.",
          CUBLAS_STATUS_NOT_INITIALIZED);
}

void BlasCall::require(bool condition, const std::string& why, cublasStatus_t otherwise) {
  if (condition || failed()) return;
  status_ = otherwise;
  why_ = why;
}

void BlasCall::size(const char* name, long long value) {
  require(value >= 0, std::string(name) + " is " + number(value) + ", below 0.");
}

void BlasCall::leading(const char* name, int value, const char* matrix, int rows) {
  require(value >= std::max(1, rows), std::string(name) + " is " + number(value) +
                                          ", and a column of " + matrix + " has " + number(rows) +
                                          " elements.");
}

void BlasCall::increment(const char* name, int value) {
  require(value != 0, std::string(name) + " is 0.");
}

void BlasCall::pointer(const char* name, const void* p) {
  require(p != nullptr, std::string(name) + " is a null pointer.");
}

void BlasCall::operation(const char* name, cublasOperation_t value) {
  require(value == CUBLAS_OP_N || value == CUBLAS_OP_T || value == CUBLAS_OP_C,
          std::string(name) + " is " + number(value) +
              ", and has to be CUBLAS_OP_N, CUBLAS_OP_T or CUBLAS_OP_C.");
}

void BlasCall::fill_mode(cublasFillMode_t value) {
  require(value == CUBLAS_FILL_MODE_LOWER || value == CUBLAS_FILL_MODE_UPPER,
          "uplo is " + number(value) + ", and has to be CUBLAS_FILL_MODE_LOWER or _UPPER.");
}

void BlasCall::diagonal(cublasDiagType_t value) {
  require(value == CUBLAS_DIAG_NON_UNIT || value == CUBLAS_DIAG_UNIT,
          "diag is " + number(value) + ", and has to be CUBLAS_DIAG_NON_UNIT or CUBLAS_DIAG_UNIT.");
}

void BlasCall::side(cublasSideMode_t value) {
  require(value == CUBLAS_SIDE_LEFT || value == CUBLAS_SIDE_RIGHT,
          "side is " + number(value) + ", and has to be CUBLAS_SIDE_LEFT or CUBLAS_SIDE_RIGHT.");
}

void BlasCall::submit(std::shared_ptr<Work> work, bool wait) {
  if (failed()) return;
  const int error = wait ? api_.enter() : api_.enter_queue();
  require(error == 0, "The device has failed before, or this is a host function.",
          CUBLAS_STATUS_EXECUTION_FAILED);
  if (failed()) return;
  Stream* stream = streams().resolve(handle_->stream);
  if (!stream) {
    return require(false, "The handle's stream has been destroyed.",
                   CUBLAS_STATUS_EXECUTION_FAILED);
  }
  const int refused = wait ? refuse_in_capture(*stream) : refuse_implicit_capture(*stream);
  require(refused == 0, "The call can't be captured: the host waits for its result.",
          CUBLAS_STATUS_EXECUTION_FAILED);
  if (failed()) return;
  const TaskPtr task =
      streams().submit(*stream, std::move(work), api_, wait ? Runner::kCaller : Runner::kStream);
  if (!wait || !task) return;
  task->run();
  streams().wait({task});
  require(device_status() == 0, "", CUBLAS_STATUS_EXECUTION_FAILED);
}

void BlasCall::queue(std::shared_ptr<Work> work) { submit(std::move(work), false); }

void BlasCall::run(std::shared_ptr<Work> work) { submit(std::move(work), true); }

cublasStatus_t BlasCall::end() const {
  if (failed()) tell_failure(api_, status_, why_.c_str());
  return status_;
}

}  // namespace warpup::runtime::cublas
