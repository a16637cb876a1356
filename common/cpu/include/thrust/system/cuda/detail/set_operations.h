// Operations on sorted ranges as sets: one device thread.
#pragma once

#include <thrust/detail/seq.h>
#include <thrust/system/cuda/detail/run_grid.h>
#include <thrust/system/detail/sequential/set_operations.h>

// Eight functions that differ in name alone, which no template parameter can be.
#define WARPUP_SET_OPERATION(NAME)                                                       \
  template <class D, class... A>                                                         \
  auto NAME(execution_policy<D>& exec, A... a) {                                         \
    return call_on_device(exec, #NAME, [=] { return thrust::NAME(thrust::seq, a...); }); \
  }

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

WARPUP_SET_OPERATION(set_difference)
WARPUP_SET_OPERATION(set_difference_by_key)
WARPUP_SET_OPERATION(set_intersection)
WARPUP_SET_OPERATION(set_intersection_by_key)
WARPUP_SET_OPERATION(set_symmetric_difference)
WARPUP_SET_OPERATION(set_symmetric_difference_by_key)
WARPUP_SET_OPERATION(set_union)
WARPUP_SET_OPERATION(set_union_by_key)

}  // namespace cuda_cub
THRUST_NAMESPACE_END
#undef WARPUP_SET_OPERATION
