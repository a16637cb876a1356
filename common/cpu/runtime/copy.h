// Copies of boxes of bytes between any two places.
#pragma once

#include <cstddef>
#include <vector>

#include "allocation.h"
#include "stream.h"
#include "task.h"

namespace warpup::runtime {

/// A box of width bytes x height rows x depth slices. Pitches and slices are bytes from one row or
/// slice to the next.
struct CopyBox {
  char* destination = nullptr;
  const char* source = nullptr;
  std::size_t width = 0, height = 1, depth = 1;
  std::size_t destination_pitch = 0, destination_slice = 0;
  std::size_t source_pitch = 0, source_slice = 0;

  static CopyBox line(void* destination, const void* source, std::size_t bytes);
  static CopyBox rectangle(void* destination, std::size_t destination_pitch, const void* source,
                           std::size_t source_pitch, std::size_t width, std::size_t height);
  bool empty() const { return width == 0 || height == 0 || depth == 0; }
  std::size_t bytes() const { return width * height * depth; }
  std::size_t destination_span() const;  // from the first byte to the last
  std::size_t source_span() const;
};

/// Where one end of a copy lies.
struct Place {
  MemoryKind kind = MemoryKind::kPageable;
  bool valid = true;  // false: an address of the API's ranges that isn't allocated, or too short
  bool device() const { return kind == MemoryKind::kDevice; }
  bool pageable() const { return kind == MemoryKind::kPageable; }
};
Place place_of(const void* p, std::size_t bytes);

/// The error of copying `box` as `kind`, or 0.
int check_copy(const CopyBox& box, int kind);

/// Checks, queues and, where CUDA does so, waits. `blocking`: the call has no stream of its own.
int copy(const ApiCall& call, const CopyBox& box, int kind, cudaStream_t stream, bool blocking);

/// The work of a copy, for graphs.
std::shared_ptr<Work> copy_work(const CopyBox& box);

}  // namespace warpup::runtime
