// What goes wrong with events.
//
// What to notice: each call here succeeds, or says what is wrong and is
// not listened to.
#include "cuda/buffer.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- kernels ----

__global__ void write_kernel(int* value, int number) {
  *value = number;
}

__global__ void copy_kernel(const int* from, int* to) { *to = *from; }

// ---- steps ----

void step_wrong_not_recorded() {
  lesson::ask(
      {"cudaStreamWaitEvent is called with an event that "
       "nobody has recorded yet. What happens?",
       {"the call fails", "the stream waits for the record",
        "nothing: the stream goes on"},
       2,
       "The latest record before the call is none, so there is "
       "nothing to wait for, and the call succeeds."});
  lesson::expect_diagnosis("missing-sync");
  gpu::Stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  gpu::DeviceBuffer<int> d_value(std::vector<int>{1}), d_seen(1);
  gpu::Event made;
  const cudaError_t waits = cudaStreamWaitEvent(b, made);  // Faulty
  spin()(kHoldMs, a);
  write_kernel<<<1, 1, 0, a>>>(d_value.data(), 2);
  made.record(a);
  copy_kernel<<<1, 1, 0, b>>>(d_value.data(), d_seen.data());
  CUDA_CHECK(cudaGetLastError());
  b.synchronize();
  a.synchronize();
  check_code("cudaStreamWaitEvent", cudaSuccess, waits);
  lesson::check("what b saw", 1, d_seen.download()[0]);
  lesson::check("what a wrote", 2, d_value.download()[0]);
}

void step_wrong_not_ready() {
  lesson::expect_diagnosis("api-error");
  gpu::Stream stream;
  gpu::Event begin, end;
  float ms = -1;
  begin.record(stream);
  spin()(kHoldMs, stream);
  end.record(stream);
  const cudaError_t early = cudaEventElapsedTime(&ms, begin, end);
  const float early_ms = ms;
  end.synchronize();
  const cudaError_t late = cudaEventElapsedTime(&ms, begin, end);
  lesson::Table table({"asked", "answer", "ms"});
  table.row("at once", cudaGetErrorName(early), early_ms);
  table.row("after cudaEventSynchronize", cudaGetErrorName(late),
            ms_text(ms));
  table.show("the time of a kernel of 60 ms" + gpu::whose_times());
  check_code("at once", cudaErrorNotReady, early);
  check_code("after waiting", cudaSuccess, late);
}

void step_wrong_stream() {
  gpu::Stream stream(cudaStreamNonBlocking);
  gpu::Event begin, end, right_begin, right_end;
  spin();
  right_begin.record(stream);
  // Faulty: both in the default stream, as no other is named.
  CUDA_CHECK(cudaEventRecord(begin));
  spin()(kHoldMs, stream);
  CUDA_CHECK(cudaEventRecord(end));
  right_end.record(stream);
  stream.synchronize();
  end.synchronize();
  const double wrong = gpu::Event::milliseconds(begin, end);
  const double right = gpu::Event::milliseconds(right_begin, right_end);
  lesson::Table table({"events in", "ms"});
  table.row("the default stream", ms_text(wrong));
  table.row("the kernel's stream", ms_text(right));
  table.show("the time of a kernel of 60 ms" + gpu::whose_times());
  lesson::check_that("beside the work", wrong < 0.9 * kHoldMs,
                     "less than the kernel", ms_text(wrong) + " ms");
  lesson::check_that("around the work", right > 0.9 * kHoldMs,
                     "the kernel", ms_text(right) + " ms");
}
