// Host functions in streams.
#pragma once

#include <memory>

#include "cuda_runtime_api.h"
#include "task.h"

namespace warpup::runtime {

std::shared_ptr<Work> host_function_work(cudaHostFn_t function, void* data);
std::shared_ptr<Work> callback_work(cudaStream_t stream, cudaStreamCallback_t callback, void* data);

}  // namespace warpup::runtime
