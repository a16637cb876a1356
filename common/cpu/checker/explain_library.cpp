// Texts for what a cuBLAS routine is given: memory that is too small, on the wrong side, or not
// written yet, and arguments that it refuses.
#include "checker/explain.h"
#include "checker/words.h"

namespace warpup::report {
namespace {

std::string operand(const Finding& f) { return f.report.operand; }

bool is_scalar(const std::string& name) {
  return name == "alpha" || name == "beta" || name == "the result";
}

void leaves_memory(const Finding& f, Explanation* e) {
  const Report& r = f.report;
  e->lesson = lesson(10);
  if (!f.has_place()) {
    const bool null = r.address < 65536;
    e->message = r.first.api + " is given " + (null ? "a null pointer" : "an unknown address") +
                 " as " + operand(f) + ".";
    e->cause =
        "The pointer was never given memory, or its allocation failed without being noticed.";
    e->advice = "Check the result of the cudaMalloc that should have filled it.";
    return;
  }
  const std::string verb = r.first.access == Access::kWrite ? " writes " : " reads ";
  e->message = r.first.api + verb + bytes_text(r.amount) + " for " + operand(f);
  if (f.place().freed) {
    e->message += " in " + memory_text(f) + ", which had been freed.";
    e->cause = "The matrix was freed before the routine was called, or before it ran.";
    e->advice = "Free after the last use, and wait for the stream first.";
    return;
  }
  e->message += ", and " + memory_text(f) + " has " + bytes_text(r.limit) + " from there.";
  e->cause =
      "The sizes given are not those of the matrix in memory: m, n and k in the wrong order, or a "
      "row-major matrix passed as if it were column-major.";
  e->advice =
      "cuBLAS takes a matrix column by column; a leading dimension is the distance between two "
      "columns in elements. Compare rows, columns and leading dimension with what was allocated.";
}

void host_pointer(const Finding& f, Explanation* e) {
  e->message = f.report.first.api + " is given host memory as " + operand(f) + ".";
  e->lesson = lesson(10);
  if (is_scalar(operand(f))) {
    e->cause =
        "With CUBLAS_POINTER_MODE_DEVICE, alpha, beta and results are read and written by the "
        "device.";
    e->advice =
        "Set CUBLAS_POINTER_MODE_HOST for scalars on the host, or put the scalar into device "
        "memory.";
    return;
  }
  e->cause = "Matrices and vectors of cuBLAS lie in device memory; it copies nothing itself.";
  e->advice = "Copy the data with cudaMemcpy or cublasSetMatrix, and pass the device pointer.";
}

void device_pointer(const Finding& f, Explanation* e) {
  e->message =
      f.report.first.api + " is given device memory as " + operand(f) + ": " + memory_text(f) + ".";
  e->cause =
      "With CUBLAS_POINTER_MODE_HOST, which a handle begins with, alpha, beta and results are read "
      "and written by the host.";
  e->advice =
      "Pass the address of a host variable, or set CUBLAS_POINTER_MODE_DEVICE for scalars in "
      "device memory.";
  e->lesson = lesson(10);
}

void unwritten(const Finding& f, Explanation* e) {
  e->message = f.report.first.api + " reads " + operand(f) + " from " + memory_text(f) +
               ", which nobody has written.";
  e->cause =
      "cudaMalloc does not clear memory, and no copy, fill or kernel has written this element. C "
      "and y are read too, unless beta is 0.";
  e->advice =
      "Fill the matrix first, pass beta = 0 where the old result does not count, and compare the "
      "leading dimension with the matrix in memory.";
  e->lesson = lesson(10);
}

void refused(const Finding& f, Explanation* e) {
  e->message = f.report.first.api + " returns " + f.report.code_name + ".";
  e->first_label = "returns " + f.report.code_name;
  e->cause =
      "Nothing was computed, and a program that does not look at the status goes on without.";
  e->advice = "Check the cublasStatus_t of every call; cublasGetStatusString says it in words.";
  e->lesson = lesson(10);
}

}  // namespace

Explanation explain_library(const Finding& f) {
  Explanation e;
  switch (f.report.kind) {
    case Kind::kDeviceDerefHost:
      host_pointer(f, &e);
      break;
    case Kind::kHostDeref:
      device_pointer(f, &e);
      break;
    case Kind::kUninit:
      unwritten(f, &e);
      break;
    case Kind::kApiError:
      refused(f, &e);
      break;
    default:
      leaves_memory(f, &e);
  }
  return e;
}

}  // namespace warpup::report
