#include "fill.h"

#include <cstdint>
#include <cstring>

#include "../checker/hooks.h"
#include "capture.h"
#include "context.h"
#include "copy.h"
#include "cuda_runtime_api.h"

namespace warpup::runtime {
namespace {

void fill_row(char* row, unsigned value, std::size_t element, std::size_t count) {
  if (element == 1) {
    std::memset(row, static_cast<int>(value), count);
  } else if (element == 2) {
    auto* out = reinterpret_cast<std::uint16_t*>(row);
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<std::uint16_t>(value);
  } else {
    auto* out = reinterpret_cast<std::uint32_t*>(row);
    for (std::size_t i = 0; i < count; ++i) out[i] = value;
  }
}

class FillWork final : public Work {
 public:
  explicit FillWork(const FillBox& box) : box_(box) {}

  void queued(check::Op* op) override {
    if (!kDeviceRange.contains(box_.destination)) {
      check::op_will_write_host(op, box_.destination, box_.span());
    }
  }

  int run(check::Op* op) override {
    for (std::size_t slice = 0; slice < box_.depth; ++slice) {
      for (std::size_t row = 0; row < box_.height; ++row) {
        char* at = box_.destination + slice * box_.slice + row * box_.pitch;
        check::op_fills(op, at, box_.width * box_.element);
        fill_row(at, box_.value, box_.element, box_.width);
      }
    }
    return cudaSuccess;
  }

  int node_type() const override { return cudaGraphNodeTypeMemset; }

 private:
  FillBox box_;
};

}  // namespace

std::size_t FillBox::span() const {
  if (empty()) return 0;
  return (depth - 1) * slice + (height - 1) * pitch + width * element;
}

std::shared_ptr<Work> fill_work(const FillBox& box) { return std::make_shared<FillWork>(box); }

int check_fill(const FillBox& box) {
  if (box.empty()) return cudaSuccess;
  const Place to = place_of(box.destination, box.span());
  const auto address = reinterpret_cast<std::uintptr_t>(box.destination);
  if (!to.valid || to.pageable() || address % box.element != 0) return cudaErrorInvalidValue;
  if (box.height > 1 && box.pitch < box.width * box.element) return cudaErrorInvalidValue;
  return cudaSuccess;
}

int fill(const ApiCall& call, const FillBox& box, cudaStream_t handle, bool blocking) {
  if (int error = check_fill(box)) return error;
  if (box.empty()) return cudaSuccess;
  Stream* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (int error = refuse_implicit_capture(*stream)) return error;
  // Filling device memory never keeps the host waiting, whichever function asks for it.
  const bool waits = blocking && !place_of(box.destination, 0).device() && !stream->capture;
  const TaskPtr task =
      streams().submit(*stream, fill_work(box), call, waits ? Runner::kCaller : Runner::kStream);
  if (!task || !waits) return cudaSuccess;
  task->run();
  streams().wait({task});
  return device_status();
}

}  // namespace warpup::runtime

using warpup::runtime::ApiCall;
using warpup::runtime::FillBox;

namespace {

FillBox bytes_box(void* p, int value, size_t width, size_t height, size_t depth, size_t pitch,
                  size_t slice) {
  FillBox box;
  box.destination = static_cast<char*>(p);
  box.value = static_cast<unsigned>(value) & 0xff;
  box.width = width;
  box.height = height;
  box.depth = depth;
  box.pitch = pitch;
  box.slice = slice;
  return box;
}

int fill_bytes(const ApiCall& call, const FillBox& box, cudaStream_t stream, bool blocking) {
  if (int error = blocking ? call.enter() : call.enter_queue()) return error;
  return warpup::runtime::fill(call, box, stream, blocking);
}

}  // namespace

extern "C" {

cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  WARPUP_API_CALL(call);
  const FillBox box = bytes_box(devPtr, value, count, 1, 1, count, count);
  return call.end(fill_bytes(call, box, nullptr, true));
}

cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  const FillBox box = bytes_box(devPtr, value, count, 1, 1, count, count);
  return call.end(fill_bytes(call, box, stream, false));
}

cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  WARPUP_API_CALL(call);
  const FillBox box = bytes_box(devPtr, value, width, height, 1, pitch, pitch * height);
  return call.end(fill_bytes(call, box, nullptr, true));
}

cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  WARPUP_API_CALL(call);
  const FillBox box = bytes_box(devPtr, value, width, height, 1, pitch, pitch * height);
  return call.end(fill_bytes(call, box, stream, false));
}

cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent extent) {
  WARPUP_API_CALL(call);
  const FillBox box = bytes_box(p.ptr, value, extent.width, extent.height, extent.depth, p.pitch,
                                p.pitch * p.ysize);
  return call.end(fill_bytes(call, box, nullptr, true));
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent extent, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  const FillBox box = bytes_box(p.ptr, value, extent.width, extent.height, extent.depth, p.pitch,
                                p.pitch * p.ysize);
  return call.end(fill_bytes(call, box, stream, false));
}

}  // extern "C"
