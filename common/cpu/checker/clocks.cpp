#include "clocks.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <unordered_map>

#include "../exec/exec.h"
#include "hooks.h"
#include "host_report.h"
#include "host_timing.h"

namespace warpup::check {
namespace {

struct State {
  std::mutex mutex;
  std::deque<Op> ops;
  std::deque<Point> points;
  std::vector<Op*> recent;
  std::deque<std::pair<uint32_t, uint32_t>> host_intervals;  // (point, interval), newest last
  std::unordered_map<int, uint32_t> stream_component;
  std::vector<uint32_t> sequence;  // last one given, by component
  uint32_t host_threads = 0;

  State() { points.emplace_back(); }  // 0: before everything
  uint32_t new_component() {
    sequence.push_back(0);
    return static_cast<uint32_t>(sequence.size() - 1);
  }
  uint32_t new_point(uint32_t component, uint32_t value, Op* op) {
    points.push_back(Point{component, value, op});
    return static_cast<uint32_t>(points.size() - 1);
  }
};
State& state() {
  static State* s = new State;
  return *s;
}

struct HostThread {
  bool known = false;
  uint32_t component = 0;
  uint32_t point = 0;
  VectorClock clock;
};
thread_local HostThread t_host;
thread_local Op* t_host_function = nullptr;

constexpr size_t kMaxRecent = 4096;
constexpr size_t kMaxHostIntervals = 256;

// A thread's first act is after everything the starting thread has queued so far; finer order
// between host threads (joins, mutexes) is not seen, so none is assumed to be missing.
HostThread& host_thread_locked(State& s) {
  HostThread& h = t_host;
  if (h.known) return h;
  h.known = true;
  h.component = s.new_component();
  s.sequence[h.component] = 1;
  h.clock.raise(h.component, 1);
  h.point = s.new_point(h.component, 1, nullptr);
  if (s.host_threads++ > 0) {
    for (const Op* op : s.recent) h.clock.join(op->waited ? op->clock : VectorClock());
  }
  return h;
}

// What this thread has waited for is before all that it will queue. But work that is still under
// way may meet it unordered.
void forget_ordered(State& s, const VectorClock& clock) {
  const bool under_way = s.host_threads > 1 || std::any_of(s.recent.begin(), s.recent.end(),
                                                           [](const Op* op) { return !op->done; });
  if (under_way && s.recent.size() < kMaxRecent) return;
  std::vector<Op*> kept;
  for (Op* op : s.recent) {
    if (clock.at(op->component) < op->sequence) kept.push_back(op);
  }
  if (kept.size() > kMaxRecent) kept.erase(kept.begin(), kept.end() - kMaxRecent);
  s.recent.swap(kept);
}

}  // namespace

void VectorClock::raise(uint32_t component, uint32_t value) {
  if (component >= values_.size()) values_.resize(component + 1, 0);
  if (values_[component] < value) values_[component] = value;
}

void VectorClock::join(const VectorClock& other) {
  if (other.values_.size() > values_.size()) values_.resize(other.values_.size(), 0);
  for (size_t i = 0; i < other.values_.size(); ++i) {
    if (values_[i] < other.values_[i]) values_[i] = other.values_[i];
  }
}

const Point& point_at(uint32_t number) {
  State& s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  return s.points[number];
}

const VectorClock& host_clock() {
  if (t_host_function != nullptr) return t_host_function->clock;
  if (!t_host.known) {
    State& s = state();
    std::lock_guard<std::mutex> lock(s.mutex);
    host_thread_locked(s);
  }
  return t_host.clock;
}

uint32_t host_point() {
  if (t_host_function != nullptr) return t_host_function->point;
  host_clock();
  return t_host.point;
}

Op* enqueued(int stream_id, const char* api, const void* pc) {
  if (!on()) return nullptr;
  State& s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  HostThread& h = host_thread_locked(s);
  const auto [it, fresh] = s.stream_component.try_emplace(stream_id, 0);
  if (fresh) it->second = s.new_component();
  s.ops.emplace_back();
  Op& op = s.ops.back();
  op.component = it->second;
  op.sequence = ++s.sequence[op.component];
  op.clock = h.clock;
  op.clock.raise(op.component, op.sequence);
  op.api = api;
  op.pc = pc;
  op.stream = stream_id;
  op.point = s.new_point(op.component, op.sequence, &op);
  s.recent.push_back(&op);
  const uint32_t next = ++s.sequence[h.component];
  h.clock.raise(h.component, next);
  h.point = s.new_point(h.component, next, nullptr);
  if (std::strstr(api, "aunch") != nullptr) note_launch(&op);
  return &op;
}

void after(Op* op, Op* earlier) {
  if (op != nullptr && earlier != nullptr && op != earlier) op->clock.join(earlier->clock);
}

void host_waited(Op* op) {
  if (op == nullptr) return;
  {
    State& s = state();
    std::lock_guard<std::mutex> lock(s.mutex);
    HostThread& h = host_thread_locked(s);
    h.clock.join(op->clock);
    for (Op* other : s.recent) {
      if (h.clock.at(other->component) >= other->sequence) other->waited = true;
    }
    forget_ordered(s, h.clock);
  }
  forget_host_ranges();
}

void host_function_begin(Op* op) { t_host_function = op; }
void host_function_end(Op*) { t_host_function = nullptr; }

void finished(Op* op) {
  if (op != nullptr) op->done = true;
}

void note_host_interval(uint32_t point, uint32_t interval) {
  State& s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  s.host_intervals.emplace_back(point, interval);
  if (s.host_intervals.size() > kMaxHostIntervals) s.host_intervals.pop_front();
}

uint32_t lowest_unordered_host_interval(const VectorClock& clock, uint32_t otherwise) {
  State& s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  for (const auto& [point, interval] : s.host_intervals) {
    if (!before(s.points[point], clock) && interval < otherwise) otherwise = interval;
  }
  return otherwise;
}

void for_each_recent(void (*visit)(const Op& op, void* context), void* context) {
  State& s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  for (const Op* op : s.recent) visit(*op, context);
}

std::vector<const Op*> unwaited() {
  State& s = state();
  std::lock_guard<std::mutex> lock(s.mutex);
  std::vector<const Op*> out;
  for (const Op* op : s.recent) {
    if (!op->waited) out.push_back(op);
  }
  return out;
}

}  // namespace warpup::check
