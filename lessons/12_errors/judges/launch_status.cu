// Judges exercise 12.1: launches that are in order, launches that are
// refused, and both behind an old error.
#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "lesson/judge.h"
#include "lesson/report.h"

cudaError_t launch_status(int* d_values, int threads);  // the learner's

// Fails, and leaves its error on record. Handled as an answer, it is no
// fault: the checker reports only who mistakes it for another's.
void leave_old_error() {
  void* none = nullptr;
  static_cast<void>(cudaMalloc(&none, size_t{1} << 60));
}

void require_empty_record() {
  const cudaError_t left = cudaPeekAtLastError();
  lesson::require("the record afterwards", left == cudaSuccess,
                  "cudaSuccess", cudaGetErrorName(left));
}

void judge_accepted(int threads, bool old_error) {
  lesson::begin_case(std::to_string(threads) + " threads" +
                     (old_error ? ", an old error on record" : ""));
  gpu::GuardedBuffer<int> values(threads);
  if (old_error) leave_old_error();
  const cudaError_t status = launch_status(values.data(), threads);
  lesson::require("what is returned", status == cudaSuccess,
                  "cudaSuccess", cudaGetErrorName(status));
  require_empty_record();
  CUDA_CHECK(cudaDeviceSynchronize());
  std::vector<int> expected;
  for (int i = 0; i < threads; ++i) expected.push_back(i);
  lesson::require_same("values",
                       lesson::compare(expected, values.download()));
}

void judge_refused(int threads, bool old_error) {
  lesson::begin_case(std::to_string(threads) + " threads" +
                     (old_error ? ", an old error on record" : ""));
  gpu::GuardedBuffer<int> values(2048);
  if (old_error) leave_old_error();
  const cudaError_t status = launch_status(values.data(), threads);
  lesson::require(
      "what is returned",
      status != cudaSuccess && status != cudaErrorMemoryAllocation,
      "the error of the launch", cudaGetErrorName(status));
  require_empty_record();
}

void judge() {
  for (const int threads : {32, 1, 1024}) {
    judge_accepted(threads, false);
  }
  judge_accepted(64, true);
  lesson::expect_diagnosis("launch-config");  // the refused launches
  for (const int threads : {1025, 0}) judge_refused(threads, false);
  judge_refused(2048, true);
  judge_accepted(33, false);
}

int main() { return lesson::run_judge("launch_status", judge); }
