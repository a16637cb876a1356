// What the stream functions of both APIs do. Each returns an error code.
#pragma once

#include "stream.h"

namespace warpup::runtime {

inline constexpr int kLowestPriority = 0;
inline constexpr int kHighestPriority = -5;

/// The stream that `handle` means, for calls that ask the device.
int enter_stream(const ApiCall& call, cudaStream_t handle, Stream** out);
int create_stream(const ApiCall& call, cudaStream_t* out, unsigned flags, int priority);
int destroy_stream(const ApiCall& call, cudaStream_t handle);
int query_stream(const ApiCall& call, cudaStream_t handle);
int synchronize_stream(const ApiCall& call, cudaStream_t handle);
int wait_event(const ApiCall& call, cudaStream_t handle, cudaEvent_t event);
int queue_function(const ApiCall& call, cudaStream_t handle, std::shared_ptr<Work> work);

}  // namespace warpup::runtime
