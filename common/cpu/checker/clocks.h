// Vector clocks over host threads and streams: what must have happened before what.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace warpup::check {

/// One entry a component (a host thread or a stream); missing entries are 0.
class VectorClock {
 public:
  uint32_t at(uint32_t component) const {
    return component < values_.size() ? values_[component] : 0;
  }
  void raise(uint32_t component, uint32_t value);
  void join(const VectorClock& other);

 private:
  std::vector<uint32_t> values_;
};

/// A piece of work in a stream. Lives until the end of the process: shadow memory refers to it.
struct Op {
  uint32_t component = 0;
  uint32_t sequence = 0;
  VectorClock clock;  // everything before it, itself included
  const char* api = "";
  const void* pc = nullptr;
  int stream = 0;
  std::string kernel;                       // name, for launches
  std::atomic<uint32_t> first_interval{0};  // given when it starts
  bool waited = false;                      // some host thread has waited for it
  bool done = false;
  uint32_t point = 0;  // its number among the points below
};

/// A stretch of a host thread between two enqueued operations, or an operation: the unit that
/// vector clocks order.
struct Point {
  uint32_t component = 0;
  uint32_t sequence = 0;
  Op* op = nullptr;  // null: host code
};

/// True if `point` happens before code whose past is `clock`.
inline bool before(const Point& point, const VectorClock& clock) {
  return clock.at(point.component) >= point.sequence;
}

const Point& point_at(uint32_t number);

/// The calling host thread's past; inside a host function, the past of its operation.
const VectorClock& host_clock();
/// Number of the point at which the calling host thread is.
uint32_t host_point();

/// The calling thread's point has been given this interval (it has touched memory of the API).
void note_host_interval(uint32_t point, uint32_t interval);
/// The lowest interval of host code that is not before `clock`, or `otherwise`.
uint32_t lowest_unordered_host_interval(const VectorClock& clock, uint32_t otherwise);

/// Operations that may be unordered with later ones, oldest first: calls visit(op) for each.
void for_each_recent(void (*visit)(const Op& op, void* context), void* context);
/// Operations that no host thread has waited for, in the order of their queueing.
std::vector<const Op*> unwaited();

}  // namespace warpup::check
