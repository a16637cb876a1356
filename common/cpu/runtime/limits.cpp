#include "limits.h"

#include "driver_types.h"

namespace warpup::runtime {
namespace {

// By cudaLimit: stack of a thread, printf buffer, heap, depth, launches, L2 fetch, L2 persisting.
std::atomic<std::size_t> limits[] = {{1024}, {8650752}, {8388608}, {2}, {2048}, {64}, {11796480}};
constexpr std::size_t kMaxStack = 524288;  // of a thread, on compute capability 9.0

int check(int limit) {
  if (limit < 0 || limit > cudaLimitPersistingL2CacheSize) return cudaErrorInvalidValue;
  return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaSuccess;
}

}  // namespace

int set_limit(int limit, std::size_t value) {
  if (int error = check(limit)) return error;
  if (limit == cudaLimitStackSize && value > kMaxStack) return cudaErrorInvalidValue;
  limits[limit] = value;
  return cudaSuccess;
}

int get_limit(int limit, std::size_t* out) {
  if (!out) return cudaErrorInvalidValue;
  if (int error = check(limit)) return error;
  *out = limits[limit];
  return cudaSuccess;
}

std::atomic<int>& cache_config() {
  static std::atomic<int> config{cudaFuncCachePreferNone};
  return config;
}

}  // namespace warpup::runtime
