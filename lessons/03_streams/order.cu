// Who waits for whom: the default stream, blocking and non-blocking
// streams, and the default streams of host threads.
#include <algorithm>
#include <mutex>
#include <thread>

#include "lesson/lesson.h"
#include "steps.h"

using Span = gpu::Spans::Span;

// One kernel each, queued in this order: in a, in the default stream,
// in b.
std::vector<Span> queue_three(cudaStream_t a, cudaStream_t b) {
  spin();  // measures the clock before the streams are timed
  gpu::Spans spans;
  spans.add("stream a", "kernel", a, [&] { spin()(kHoldMs, a); });
  spans.add("default", "kernel", nullptr,
            [&] { spin()(kHoldMs, nullptr); });
  spans.add("stream b", "kernel", b, [&] { spin()(kHoldMs, b); });
  return spans.times();
}

void step_legacy() {
  lesson::ask(
      {"Three kernels of 60 ms: in stream a, in the default "
       "stream, in stream b. When are all of them done?",
       {"after 60 ms", "after 120 ms", "after 180 ms"},
       2,
       "The default stream waits for a, and b waits for the "
       "default stream."});
  gpu::Stream a, b;
  const std::vector<Span> spans = queue_three(a, b);
  gpu::show_timeline(spans, "streams from cudaStreamCreate");
  gpu::check_follows("the default stream waits for a", spans[0],
                     spans[1]);
  gpu::check_follows("b waits for the default stream", spans[1],
                     spans[2]);
}

void step_non_blocking() {
  gpu::Stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  const std::vector<Span> spans = queue_three(a, b);
  gpu::show_timeline(spans, "streams made with cudaStreamNonBlocking");
  gpu::check_overlap("a and the default stream", spans[0], spans[1]);
  gpu::check_overlap("the default stream and b", spans[1], spans[2]);
  gpu::check_overlap("a and b", spans[0], spans[2]);
}

// Two host threads launch a kernel each, in the stream that `stream`
// means for them.
std::vector<Span> queue_from_two_threads(cudaStream_t stream) {
  spin();
  gpu::Spans spans;
  std::mutex mutex;  // of spans
  const auto launch = [&](const std::string& lane) {
    const std::lock_guard<std::mutex> lock(mutex);
    spans.add(lane, "kernel", stream, [&] { spin()(kHoldMs, stream); });
  };
  std::thread one(launch, "thread 1"), two(launch, "thread 2");
  one.join();
  two.join();
  std::vector<Span> times = spans.times();
  std::sort(times.begin(), times.end(),
            [](const Span& x, const Span& y) {
              return x.begin_ms < y.begin_ms;
            });
  return times;
}

void step_two_threads() {
  lesson::ask(
      {"Two host threads launch a kernel each and name no "
       "stream. Do the kernels run at the same time?",
       {"yes, each thread has a default stream", "no"},
       1,
       "Both launch into the one legacy default stream, unless "
       "the program was compiled otherwise."});
  const std::vector<Span> legacy =
      queue_from_two_threads(cudaStreamLegacy);
  gpu::show_timeline(legacy, "both in the legacy default stream");
  const std::vector<Span> own =
      queue_from_two_threads(cudaStreamPerThread);
  gpu::show_timeline(own, "each in its per-thread default stream");
  gpu::check_follows("legacy: one behind the other", legacy[0],
                     legacy[1]);
  gpu::check_overlap("per thread: side by side", own[0], own[1]);
}
