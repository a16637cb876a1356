// Streams that wait for events of other streams. The host queues all of
// it and waits for none of it.
#include "cuda/buffer.h"
#include "lesson/lesson.h"
#include "steps.h"

using Span = gpu::Spans::Span;

// ---- kernels ----

__global__ void set_kernel(int* value, int number) { *value = number; }

// out = in * factor + summand
__global__ void linear_kernel(const int* in, int factor, int summand,
                              int* out) {
  *out = *in * factor + summand;
}

__global__ void product_kernel(const int* a, const int* b, int* out) {
  *out = *a * *b;
}

// ---- steps ----

void step_wait_event() {
  gpu::Stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  gpu::DeviceBuffer<int> d_value(1), d_result(1);
  gpu::Event made;
  spin();  // measures the clock now, not in between
  gpu::Spans spans;
  spans.add("stream a", "makes it", a, [&] {
    spin()(kHoldMs, a);
    set_kernel<<<1, 1, 0, a>>>(d_value.data(), 21);
  });
  CUDA_CHECK(cudaEventRecord(made, a));
  CUDA_CHECK(cudaStreamWaitEvent(b, made));
  spans.add("stream b", "uses it", b, [&] {
    spin()(kHoldMs / 2, b);
    linear_kernel<<<1, 1, 0, b>>>(d_value.data(), 2, 0,
                                  d_result.data());
  });
  CUDA_CHECK(cudaGetLastError());
  const cudaError_t host = cudaStreamQuery(a);
  const std::vector<Span> times = spans.times();
  gpu::show_timeline(times, "b waits for an event of a");
  check_code("stream a, when the host had queued all of it",
             cudaErrorNotReady, host);
  gpu::check_follows("b waits", times[0], times[1]);
  lesson::check("21 * 2", 42, d_result.download()[0]);
}

void step_latest_record() {
  lesson::ask(
      {"Stream a: a kernel, record(event), a long kernel, "
       "record(event) again. Stream b was told to wait for the event "
       "between the two records. When does it go on?",
       {"behind the first kernel", "behind the long kernel",
        "never, the first record is lost"},
       0,
       "The wait is for the latest record made before the call. What "
       "is recorded afterwards doesn't change it."});
  gpu::Stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  gpu::Event event;
  spin();
  gpu::Spans spans;
  spans.add("stream a", "first", a, [&] { spin()(kHoldMs, a); });
  CUDA_CHECK(cudaEventRecord(event, a));
  CUDA_CHECK(cudaStreamWaitEvent(b, event));
  spans.add("stream a", "long", a, [&] { spin()(3 * kHoldMs, a); });
  CUDA_CHECK(cudaEventRecord(event, a));  // for those who come later
  spans.add("stream b", "waited", b, [&] { spin()(kHoldMs / 2, b); });
  const std::vector<Span> times = spans.times();
  gpu::show_timeline(times, "the event is recorded twice");
  gpu::check_follows("b waits for the first record", times[0],
                     times[2]);
  gpu::check_overlap("and not for the second", times[1], times[2]);
}

// left * right, both of a number that top sets.
struct Diamond {
  gpu::DeviceBuffer<int> d_top{1}, d_left{1}, d_right{1}, d_out{1};
  gpu::Event top_done, left_done, right_done;
};

// A kernel that takes a while, and then computes
// out = top * factor + summand.
void add_side(gpu::Spans& spans, const std::string& lane,
              const std::string& name, cudaStream_t stream,
              const int* d_top, int factor, int summand, int* d_out) {
  spans.add(lane, name, stream, [&] {
    spin()(kHoldMs, stream);
    linear_kernel<<<1, 1, 0, stream>>>(d_top, factor, summand, d_out);
  });
}

// Queues top, left, right and bottom, in one stream each.
void queue_diamond(Diamond& d, gpu::Spans& spans,
                   const std::vector<cudaStream_t>& s) {
  spans.add("stream 0", "top", s[0], [&] {
    spin()(kHoldMs, s[0]);
    set_kernel<<<1, 1, 0, s[0]>>>(d.d_top.data(), 2);
  });
  CUDA_CHECK(cudaEventRecord(d.top_done, s[0]));
  CUDA_CHECK(cudaStreamWaitEvent(s[1], d.top_done));
  CUDA_CHECK(cudaStreamWaitEvent(s[2], d.top_done));
  add_side(spans, "stream 1", "left", s[1], d.d_top.data(), 3, 0,
           d.d_left.data());
  add_side(spans, "stream 2", "right", s[2], d.d_top.data(), 1, 5,
           d.d_right.data());
  CUDA_CHECK(cudaEventRecord(d.left_done, s[1]));
  CUDA_CHECK(cudaEventRecord(d.right_done, s[2]));
  CUDA_CHECK(cudaStreamWaitEvent(s[3], d.left_done));
  CUDA_CHECK(cudaStreamWaitEvent(s[3], d.right_done));
  spans.add("stream 3", "bottom", s[3], [&] {
    spin()(kHoldMs, s[3]);
    product_kernel<<<1, 1, 0, s[3]>>>(d.d_left.data(), d.d_right.data(),
                                      d.d_out.data());
  });
  CUDA_CHECK(cudaGetLastError());
}

void step_diamond() {
  gpu::Stream s0(cudaStreamNonBlocking), s1(cudaStreamNonBlocking);
  gpu::Stream s2(cudaStreamNonBlocking), s3(cudaStreamNonBlocking);
  spin();
  Diamond diamond;
  gpu::Spans spans;
  queue_diamond(diamond, spans, {s0, s1, s2, s3});
  const std::vector<Span> times = spans.times();
  gpu::show_timeline(times, "a diamond");
  gpu::check_follows("left waits for top", times[0], times[1]);
  gpu::check_follows("right waits for top", times[0], times[2]);
  gpu::check_overlap("left and right", times[1], times[2]);
  gpu::check_follows("bottom waits for left", times[1], times[3]);
  gpu::check_follows("bottom waits for right", times[2], times[3]);
  lesson::check("(2 * 3) * (2 + 5)", 42, diamond.d_out.download()[0]);
}
