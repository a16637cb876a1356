#include "copy.h"

#include <cstring>

#include "../checker/hooks.h"
#include "capture.h"
#include "context.h"

namespace warpup::runtime {
namespace {

// Up to this size a pageable source is copied aside at once and the call returns.
constexpr std::size_t kStaged = std::size_t{1} << 20;

class CopyWork final : public Work {
 public:
  explicit CopyWork(const CopyBox& box) : box_(box) {}

  void queued(check::Op* op) override {
    if (!kDeviceRange.contains(box_.source) && staging_.empty()) {
      check::op_will_read_host(op, box_.source, box_.source_span());
    }
    if (!kDeviceRange.contains(box_.destination)) {
      check::op_will_write_host(op, box_.destination, box_.destination_span());
    }
  }

  int run(check::Op* op) override {
    for (std::size_t slice = 0; slice < box_.depth; ++slice) {
      char* to = box_.destination + slice * box_.destination_slice;
      const char* from = box_.source + slice * box_.source_slice;
      if (box_.destination_pitch == box_.width && box_.source_pitch == box_.width) {
        move(op, to, from, box_.width * box_.height);
        continue;
      }
      for (std::size_t row = 0; row < box_.height; ++row) {
        move(op, to + row * box_.destination_pitch, from + row * box_.source_pitch, box_.width);
      }
    }
    return cudaSuccess;
  }

  int node_type() const override { return cudaGraphNodeTypeMemcpy; }

  // Takes the source's bytes now: the program may change them once the call has returned.
  void stage(const ApiCall& call) {
    check::api_reads_host(box_.source, box_.source_span(), call.name(), call.pc());
    staging_.resize(box_.bytes());
    CopyWork aside(box_);
    aside.box_.destination = staging_.data();
    aside.box_.destination_pitch = box_.width;
    aside.box_.destination_slice = box_.width * box_.height;
    aside.staged_copy_ = true;
    aside.run(nullptr);
    box_.source = staging_.data();
    box_.source_pitch = box_.width;
    box_.source_slice = box_.width * box_.height;
  }

 private:
  void move(check::Op* op, char* to, const char* from, std::size_t bytes) const {
    if (!staged_copy_) check::op_copies(op, to, from, bytes);
    std::memmove(to, from, bytes);
  }

  CopyBox box_;
  std::vector<char> staging_;
  bool staged_copy_ = false;
};

enum class Waits { kNo, kStages, kUntilDone };

// A kind that contradicts the pointers, though the API goes by the pointers and accepts it.
void note_contradiction(const ApiCall& call, const CopyBox& box, int kind) {
  if (!check::on()) return;
  const bool to = place_of(box.destination, 0).device(), from = place_of(box.source, 0).device();
  const bool says_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool says_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (kind == cudaMemcpyDefault) return;
  if (to && !says_to) {
    check::copy_kind_contradicts(call.name(), call.pc(),
                                 "the destination is device memory, and the kind says host");
  } else if (from && !says_from) {
    check::copy_kind_contradicts(call.name(), call.pc(),
                                 "the source is device memory, and the kind says host");
  }
}

// When the call returns: see "API synchronization behavior" in the runtime API's manual.
Waits waits(const CopyBox& box, bool blocking) {
  const Place to = place_of(box.destination, 0), from = place_of(box.source, 0);
  if (to.device() && from.device()) return Waits::kNo;
  if (blocking) return Waits::kUntilDone;
  if (!to.device() && !from.device() && to.kind != MemoryKind::kManaged &&
      from.kind != MemoryKind::kManaged) {
    return Waits::kUntilDone;
  }
  if (to.pageable()) return Waits::kUntilDone;
  if (from.pageable()) return box.bytes() <= kStaged ? Waits::kStages : Waits::kUntilDone;
  return Waits::kNo;
}

}  // namespace

CopyBox CopyBox::line(void* destination, const void* source, std::size_t bytes) {
  return rectangle(destination, bytes, source, bytes, bytes, 1);
}

CopyBox CopyBox::rectangle(void* destination, std::size_t destination_pitch, const void* source,
                           std::size_t source_pitch, std::size_t width, std::size_t height) {
  CopyBox box;
  box.destination = static_cast<char*>(destination);
  box.source = static_cast<const char*>(source);
  box.width = width;
  box.height = height;
  box.destination_pitch = destination_pitch;
  box.source_pitch = source_pitch;
  return box;
}

std::size_t CopyBox::destination_span() const {
  if (empty()) return 0;
  return (depth - 1) * destination_slice + (height - 1) * destination_pitch + width;
}

std::size_t CopyBox::source_span() const {
  if (empty()) return 0;
  return (depth - 1) * source_slice + (height - 1) * source_pitch + width;
}

Place place_of(const void* p, std::size_t bytes) {
  Place place;
  Allocation allocation;
  if (allocations().find(p, &allocation)) {
    place.kind = allocation.kind;
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(p) - allocation.base);
    place.valid = bytes <= allocation.bytes - offset || place.kind == MemoryKind::kRegistered;
    return place;
  }
  place.kind = address_kind(p);
  place.valid = place.kind == MemoryKind::kPageable && p != nullptr;
  return place;
}

int check_copy(const CopyBox& box, int kind) {
  if (box.empty()) return cudaSuccess;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  const Place to = place_of(box.destination, box.destination_span());
  const Place from = place_of(box.source, box.source_span());
  if (!to.valid || !from.valid) return cudaErrorInvalidValue;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if ((to_device && to.pageable()) || (from_device && from.pageable())) {
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

std::shared_ptr<Work> copy_work(const CopyBox& box) { return std::make_shared<CopyWork>(box); }

int copy(const ApiCall& call, const CopyBox& box, int kind, cudaStream_t handle, bool blocking) {
  if (int error = check_copy(box, kind)) return error;
  if (box.empty()) return cudaSuccess;
  note_contradiction(call, box, kind);
  Stream* stream = streams().resolve(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (int error = refuse_implicit_capture(*stream)) return error;
  auto work = std::make_shared<CopyWork>(box);
  const Waits until = stream->capture ? Waits::kNo : waits(box, blocking);
  if (until == Waits::kStages) work->stage(call);
  const Runner runner = until == Waits::kUntilDone ? Runner::kCaller : Runner::kStream;
  const TaskPtr task = streams().submit(*stream, std::move(work), call, runner);
  if (!task || until != Waits::kUntilDone) return cudaSuccess;
  task->run();
  streams().wait({task});
  return device_status();
}

}  // namespace warpup::runtime
