// When the operations in several streams began and ended, by two events each.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "cuda/stream.h"
#include "lesson/backend.h"
#include "lesson/check.h"
#include "lesson/timeline.h"

namespace gpu {

class Spans {
 public:
  struct Span {
    std::string lane, name;
    double begin_ms, end_ms;
  };

  /// Waits for the device: time 0 is now.
  Spans() {
    CUDA_CHECK(cudaDeviceSynchronize());
    start_.record(origin_stream_);
    start_.synchronize();
  }

  /// Calls `work`, which queues one operation in `stream`, between two events in that stream.
  template <class Work>
  void add(const std::string& lane, const std::string& name, cudaStream_t stream, Work work) {
    timed_.emplace_back(lane, name);
    timed_.back().begin.record(stream);
    work();
    timed_.back().end.record(stream);
  }

  /// In the order of add(). Waits for the operations.
  std::vector<Span> times() {
    std::vector<Span> all;
    for (Timed& t : timed_) {
      t.end.synchronize();
      all.push_back({t.lane, t.name, Event::milliseconds(start_, t.begin),
                     Event::milliseconds(start_, t.end)});
    }
    return all;
  }

 private:
  struct Timed {
    Timed(const std::string& lane, const std::string& name) : lane(lane), name(name) {}
    std::string lane, name;
    Event begin, end;
  };
  Stream origin_stream_{cudaStreamNonBlocking};
  Event start_;
  std::list<Timed> timed_;
};

/// True if some of both is under way at the same time.
inline bool overlap(const Spans::Span& a, const Spans::Span& b) {
  return a.begin_ms < b.end_ms && b.begin_ms < a.end_ms;
}

inline void check_overlap(const std::string& name, const Spans::Span& a, const Spans::Span& b) {
  lesson::check_that(name, overlap(a, b), "both under way at one time",
                     lesson::format("%.1f to %.1f ms and %.1f to %.1f ms", a.begin_ms, a.end_ms,
                                    b.begin_ms, b.end_ms));
}

/// Checks that `after` begins when `before` has ended. Events are stamped to about a microsecond.
inline void check_follows(const std::string& name, const Spans::Span& before,
                          const Spans::Span& after) {
  constexpr double kStampMs = 0.002;
  lesson::check_that(name, after.begin_ms >= before.end_ms - kStampMs,
                     lesson::format("not before %.1f ms", before.end_ms),
                     lesson::format("begun at %.1f ms", after.begin_ms));
}

/// For captions: times that the cpu backend measured are not those of a GPU.
inline std::string whose_times() { return lesson::on_gpu() ? "" : "; milliseconds of this CPU"; }

inline void show_timeline(const std::vector<Spans::Span>& spans, const std::string& caption) {
  lesson::Timeline timeline;
  for (const Spans::Span& s : spans) timeline.span(s.lane, s.name, s.begin_ms, s.end_ms);
  timeline.show(caption + whose_times());
}

}  // namespace gpu
