// One call of a cuBLAS function: its handle, the check of its arguments, and its end.
#pragma once

#include <memory>
#include <string>

#include "../api.h"
#include "../task.h"
#include "cublas_api.h"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
};

namespace warpup::runtime::cublas {

/// A handle that lives. Handles that were never created, or have been destroyed, are recognised.
bool is_handle(cublasHandle_t handle);
void add_handle(cublasHandle_t handle);
/// False: it is none.
bool remove_handle(cublasHandle_t handle);

/// Tells the checker of a call that failed. After a failure on the device that is the reason.
void tell_failure(const ApiCall& call, cublasStatus_t status, const char* why);

class BlasCall {
 public:
  /// `name` as the program writes it: "cublasSgemm".
  BlasCall(cublasHandle_t handle, const char* name, const void* pc);

  /// Each remembers the first fault of the arguments: a size below 0, a leading dimension shorter
  /// than the `rows` of `matrix`, an increment of 0, a null pointer, a value outside of its
  /// enumeration.
  void size(const char* name, long long value);
  void leading(const char* name, int value, const char* matrix, int rows);
  void increment(const char* name, int value);
  void pointer(const char* name, const void* p);
  void operation(const char* name, cublasOperation_t value);
  void fill_mode(cublasFillMode_t value);
  void diagonal(cublasDiagType_t value);
  void side(cublasSideMode_t value);
  void require(bool condition, const std::string& why,
               cublasStatus_t otherwise = CUBLAS_STATUS_INVALID_VALUE);

  bool failed() const { return status_ != CUBLAS_STATUS_SUCCESS; }
  const cublasContext& handle() const { return *handle_; }
  bool scalars_on_device() const { return handle_->pointer_mode == CUBLAS_POINTER_MODE_DEVICE; }

  /// Puts the work into the handle's stream.
  void queue(std::shared_ptr<Work> work);
  /// The same, and waits until it is done.
  void run(std::shared_ptr<Work> work);

  /// Every function returns through here; reports to the checker.
  cublasStatus_t end() const;

  const ApiCall& api() const { return api_; }

 private:
  void submit(std::shared_ptr<Work> work, bool wait);

  cublasHandle_t handle_;
  ApiCall api_;
  cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
  std::string why_;
};

}  // namespace warpup::runtime::cublas

// A macro, since the caller's address has to be taken in the API function itself.
#define WARPUP_BLAS_CALL(CALL, HANDLE, NAME) \
  ::warpup::runtime::cublas::BlasCall CALL(HANDLE, NAME, __builtin_return_address(0))
