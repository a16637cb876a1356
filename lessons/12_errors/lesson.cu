// Lesson 12, errors: how a call, a launch and a kernel say that they
// failed, when they say it, and what can be done.
//
// What to notice: a call answers at once, a launch has to be asked, and
// a kernel is heard of later, from another call. What spoils its
// process runs in one of its own (cases.cu).
#include <string>
#include <vector>

#include "cases.h"
#include "cuda/buffer.h"
#include "lesson/lesson.h"

constexpr int kThreads = 256;
constexpr size_t kTooMuch = size_t{1} << 60;  // bytes, an exabyte

// ---- CPU reference ----

struct Inverses {
  std::vector<float> values;
  int zeros = 0;
};

Inverses reference_invert(const std::vector<float>& in) {
  Inverses result;
  for (const float x : in) {
    if (x == 0) ++result.zeros;
    result.values.push_back(x == 0 ? 0 : 1 / x);
  }
  return result;
}

// ---- kernels ----

// values is (blockDim.x).
__global__ void fill_kernel(int* values, int value) {
  values[threadIdx.x] = value;
}

// in and out are (n); zeros is one number, 0 before the launch.
__global__ void invert_record_kernel(const float* in, float* out, int n,
                                     int* zeros) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;  // the last block may be partial
  if (in[i] == 0) {
    atomicAdd(zeros, 1);  // many threads may find one
    out[i] = 0;
  } else {
    out[i] = 1 / in[i];
  }
}

// ---- what the steps show ----

std::string name_of(int code) {
  return cudaGetErrorName(static_cast<cudaError_t>(code));
}

void show_answers(const std::vector<lesson::Answer>& answers,
                  const std::string& caption) {
  lesson::Table table({"call", "code", "name"});
  for (const lesson::Answer& a : answers) {
    table.row(a.call, a.value, name_of(a.value));
  }
  table.show(caption);
}

void add_answer(lesson::Table& table, const std::string& call,
                cudaError_t code) {
  table.row(call, static_cast<int>(code), name_of(code),
            cudaGetErrorString(code));
}

void check_code(const std::string& name, int expected, int got) {
  lesson::check(name, name_of(expected), name_of(got));
}

// ---- steps: calls and launches ----

void step_codes() {
  lesson::expect_diagnosis("api-error");
  int *d_values = nullptr, *d_huge = nullptr;
  int value = 7;
  lesson::Table table({"call", "code", "name", "in words"});
  const cudaError_t good = cudaMalloc(&d_values, sizeof(int));
  add_answer(table, "allocate 4 bytes", good);
  const cudaError_t huge = cudaMalloc(&d_huge, kTooMuch);
  add_answer(table, "allocate an exabyte", huge);
  const cudaError_t direction =
      cudaMemcpy(&value, d_values, sizeof(int), cudaMemcpyHostToDevice);
  add_answer(table, "copy the wrong way", direction);
  const cudaError_t device = cudaSetDevice(99);
  add_answer(table, "take device 99", device);
  const cudaError_t freed = cudaFree(d_values);
  add_answer(table, "free", freed);
  table.show("what each call returned");
  check_code("an exabyte", cudaErrorMemoryAllocation, huge);
  check_code("a wrong direction", cudaErrorInvalidValue, direction);
  check_code("device 99", cudaErrorInvalidDevice, device);
  check_code("the call after three failures", cudaSuccess, freed);
  cudaGetLastError();  // the record of these failures ends here
}

void step_checked() {
  int* d_huge = nullptr;
  std::string message = "nothing was thrown";
  cudaError_t code = cudaSuccess;
  try {
    CUDA_CHECK(cudaMalloc(&d_huge, kTooMuch));
  } catch (const gpu::CudaError& error) {
    message = error.what();
    code = error.code();
  }
  message = message.substr(message.find_last_of('/') + 1);
  lesson::text("The message: `" + message + "`");
  check_code("the code travels with it", cudaErrorMemoryAllocation,
             code);
  lesson::check_that("the call is in it",
                     message.find("cudaMalloc(&d_huge, kTooMuch)") !=
                         std::string::npos,
                     "the text of the call", message);
  cudaGetLastError();  // the record of this failure ends here
}

void step_refused() {
  lesson::expect_diagnosis("launch-config");
  gpu::DeviceBuffer<int> d_values(std::vector<int>(1050, 1));
  lesson::Table table({"launch", "code", "name", "in words"});
  fill_kernel<<<1, 1050>>>(d_values.data(), 2);
  const cudaError_t refused = cudaGetLastError();
  add_answer(table, "1 block of 1050 threads", refused);
  const std::vector<int> untouched = d_values.download();
  fill_kernel<<<1, 1024>>>(d_values.data(), 2);
  const cudaError_t accepted = cudaGetLastError();
  add_answer(table, "1 block of 1024 threads", accepted);
  table.show("what cudaGetLastError said behind each launch");
  lesson::check_that("1050 threads", refused != cudaSuccess, "an error",
                     name_of(refused));
  lesson::check_same(
      "the refused kernel wrote nothing",
      lesson::compare(std::vector<int>(1050, 1), untouched));
  check_code("the next launch", cudaSuccess, accepted);
  lesson::check("its first value", 2, d_values.download()[0]);
}

void step_peek_get() {
  lesson::ask(
      {"A launch was refused. Which call can be made twice and says "
       "it both times?",
       {"cudaGetLastError", "cudaPeekAtLastError", "both"},
       1,
       "cudaGetLastError takes the record away, cudaPeekAtLastError "
       "leaves it."});
  lesson::expect_diagnosis("launch-config");
  gpu::DeviceBuffer<int> d_values(1050);
  fill_kernel<<<1, 1050>>>(d_values.data(), 2);
  const cudaError_t peek = cudaPeekAtLastError();
  const cudaError_t again = cudaPeekAtLastError();
  const cudaError_t get = cudaGetLastError();
  const cudaError_t empty = cudaGetLastError();
  show_answers({{"cudaPeekAtLastError()", peek},
                {"cudaPeekAtLastError()", again},
                {"cudaGetLastError()", get},
                {"cudaGetLastError()", empty}},
               "after a refused launch");
  lesson::check_that("the first look", peek != cudaSuccess, "an error",
                     name_of(peek));
  check_code("the second look", peek, again);
  check_code("get", peek, get);
  check_code("get once more", cudaSuccess, empty);
}

// ---- steps: kernels ----

void step_late() {
  lesson::ask(
      {"A kernel writes through a null pointer. What does "
       "cudaPeekAtLastError say right behind its launch?",
       {"cudaSuccess", "cudaErrorIllegalAddress"},
       0,
       "The launch was in order, and the kernel has hardly "
       "begun."});
  lesson::expect_diagnosis("memcheck-oob");
  const std::vector<lesson::Answer> answers =
      lesson::run_in_own_process("late");
  show_answers(answers, "in a process of its own");
  check_code("behind the launch", cudaSuccess, answers.at(0).value);
  check_code("after waiting", cudaErrorIllegalAddress,
             answers.at(1).value);
  check_code("a call that has nothing to do with it",
             cudaErrorIllegalAddress, answers.at(2).value);
}

void step_sticky() {
  lesson::expect_diagnosis("memcheck-oob");
  const std::vector<lesson::Answer> answers =
      lesson::run_in_own_process("sticky");
  show_answers(answers, "in a process of its own");
  check_code("get", cudaErrorIllegalAddress, answers.at(1).value);
  check_code("get once more", cudaSuccess, answers.at(2).value);
  check_code("cudaMalloc all the same", cudaErrorIllegalAddress,
             answers.at(3).value);
  lesson::check_that("cudaMalloc after a reset",
                     answers.at(6).value != cudaSuccess, "an error",
                     name_of(answers.at(6).value));
}

std::string part_result(int value) {
  return value < 0 ? "failed" : std::to_string(value);
}

void step_new_process() {
  const int parts = 4;
  lesson::expect_diagnosis("memcheck-oob");
  const std::vector<lesson::Answer> together =
      lesson::run_in_own_process("all_parts", parts);
  lesson::Table table({"part", "one process", "a process each"});
  std::vector<int> apart;
  for (int part = 0; part < parts; ++part) {
    apart.push_back(
        lesson::run_in_own_process("one_part", part).at(0).value);
    table.row(part, part_result(together.at(part).value),
              part_result(apart.back()));
  }
  table.show("four parts; part 2 is faulty");
  lesson::check("part 3, behind the faulty one", -1,
                together.at(3).value);
  lesson::check_same(
      "parts 0, 1 and 3 in processes of their own",
      lesson::compare(std::vector<int>{0, 1, -1, 3}, apart));
}

void step_blocking() {
  lesson::expect_diagnosis("memcheck-oob");
  const std::vector<lesson::Answer> usual =
      lesson::run_in_own_process("blocking");
  const std::vector<lesson::Answer> blocking =
      lesson::run_in_own_process("blocking", 0, true);
  lesson::Table table({"asked", "usually", "CUDA_LAUNCH_BLOCKING=1"});
  for (size_t i = 0; i < usual.size(); ++i) {
    table.row(usual[i].call, name_of(usual[i].value),
              name_of(blocking.at(i).value));
  }
  table.show("the second launch is faulty");
  check_code("usually, behind the faulty launch", cudaSuccess,
             usual.at(1).value);
  check_code("usually, at the end", cudaErrorIllegalAddress,
             usual.at(3).value);
  check_code("blocking, behind the launch before", cudaSuccess,
             blocking.at(0).value);
  check_code("blocking, behind the faulty launch",
             cudaErrorIllegalAddress, blocking.at(1).value);
}

// ---- steps: errors that a kernel finds itself ----

void step_assert_trap() {
  lesson::expect_diagnosis("sticky-error");
  const std::vector<lesson::Answer> by_assert =
      lesson::run_in_own_process("assert");
  const std::vector<lesson::Answer> by_trap =
      lesson::run_in_own_process("trap");
  lesson::Table table({"call", "assert", "__trap"});
  for (size_t i = 0; i < by_assert.size(); ++i) {
    table.row(by_assert[i].call, name_of(by_assert[i].value),
              name_of(by_trap.at(i).value));
  }
  table.show("in a process of its own each");
  check_code("assert", cudaErrorAssert, by_assert.at(0).value);
  check_code("__trap", cudaErrorLaunchFailure, by_trap.at(0).value);
  check_code("cudaFree after the assert", cudaErrorAssert,
             by_assert.at(1).value);
}

void step_record() {
  std::vector<float> in;
  for (int i = 0; i < 1000; ++i) in.push_back(i % 100);
  const Inverses expected = reference_invert(in);
  gpu::DeviceBuffer<float> d_in(in), d_out(in.size());
  gpu::DeviceBuffer<int> d_zeros(1);
  d_zeros.fill_bytes(0);
  const int n = static_cast<int>(in.size());
  const int blocks = (n + kThreads - 1) / kThreads;
  invert_record_kernel<<<blocks, kThreads>>>(d_in.data(), d_out.data(),
                                             n, d_zeros.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::check("zeros found", expected.zeros, d_zeros.download()[0]);
  lesson::check_same(
      "all the others inverted",
      lesson::compare_near(expected.values, d_out.download(), 1e-6, 0));
  check_code("the next call", cudaSuccess, cudaDeviceSynchronize());
}

// ---- steps: what goes wrong ----

void step_wrong_unchecked() {
  lesson::expect_diagnosis("launch-config");
  gpu::DeviceBuffer<int> d_values(std::vector<int>(2048, 1));
  fill_kernel<<<1, 2048>>>(d_values.data(), 2);  // nobody asks
  const int value = d_values.download()[0];
  lesson::text("The program takes the " + std::to_string(value) +
               " that was there before for a result.");
  lesson::check("what the buffer still holds", 1, value);
  cudaGetLastError();  // the record of this failure ends here
}

void step_wrong_stale() {
  lesson::expect_diagnosis("api-error");
  int* d_values = nullptr;
  if (cudaMalloc(&d_values, kTooMuch) != cudaSuccess) {
    CUDA_CHECK(cudaMalloc(&d_values, 32 * sizeof(int)));
  }
  fill_kernel<<<1, 32>>>(d_values, 1);
  const cudaError_t blamed = cudaGetLastError();
  const cudaError_t waited = cudaDeviceSynchronize();
  show_answers({{"cudaGetLastError()", blamed},
                {"cudaDeviceSynchronize()", waited}},
               "behind a launch that is in order");
  check_code("the launch is blamed for cudaMalloc",
             cudaErrorMemoryAllocation, blamed);
  check_code("the kernel itself", cudaSuccess, waited);
  CUDA_CHECK(cudaFree(d_values));
}

void step_wrong_silent() {
  lesson::expect_diagnosis("memcheck-oob");
  const std::vector<lesson::Answer> answers =
      lesson::run_in_own_process("silent");
  show_answers(answers, "in a process of its own");
  for (const lesson::Answer& answer : answers) {
    check_code(answer.call, cudaSuccess, answer.value);
  }
}

int main(int argc, char** argv) {
  if (lesson::is_case(argc, argv)) {
    return lesson::run_case(argv, kCases);
  }
  lesson::Program program;
  program.step("codes", "A call answers", step_codes);
  program.step("checked", "A macro keeps the place", step_checked);
  program.step("refused", "A launch that is refused", step_refused);
  program.step("peek_get", "Peek looks, get takes", step_peek_get);
  program.step("late", "A kernel that fails later", step_late);
  program.step("sticky", "What does not help", step_sticky);
  program.step("new_process", "What helps", step_new_process);
  program.step("blocking", "Which kernel was it?", step_blocking);
  program.step("assert_trap", "A kernel that gives up",
               step_assert_trap);
  program.step("record", "A kernel that goes on", step_record);
  program.step("wrong_unchecked", "Wrong: a launch that nobody checks",
               step_wrong_unchecked);
  program.step("wrong_stale", "Wrong: an old error, a new culprit",
               step_wrong_stale);
  program.step("wrong_silent", "Wrong: no error, so all is well",
               step_wrong_silent);
  return program.run(argc, argv);
}
