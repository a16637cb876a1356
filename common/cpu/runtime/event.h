// Events: a mark in a stream that can be waited for and timed.
#pragma once

#include <vector>

#include "api.h"
#include "driver_types.h"
#include "task.h"

namespace warpup::runtime {
struct Capture;
}

struct CUevent_st {
  unsigned flags = 0;
  bool lost = false;                            // the device was reset
  warpup::runtime::TaskPtr record;              // the newest mark; null: never recorded
  warpup::runtime::Capture* capture = nullptr;  // recorded in this sequence last
  std::vector<CUgraphNode_st*> nodes;           // what the mark comes after, there
};

namespace warpup::runtime {

using Event = CUevent_st;

/// 0 and the event, or the error of using the handle.
int check_event(cudaEvent_t handle, Event** out);
/// cudaDeviceReset: events that exist can't be used any more.
void lose_events();
TaskPtr recorded(Event& event);

// What the functions of both APIs do; each returns an error code.
int create_event(const ApiCall& call, cudaEvent_t* out, unsigned flags);
int destroy_event(cudaEvent_t handle);
int record_event(const ApiCall& call, cudaEvent_t handle, cudaStream_t stream);
int query_event(cudaEvent_t handle);
int synchronize_event(cudaEvent_t handle);
int elapsed(float* ms, cudaEvent_t from, cudaEvent_t to);

}  // namespace warpup::runtime
