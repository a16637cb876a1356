// Judges exercise 1.3: texts that compile and texts that don't, kernels
// that are there and not, sizes round the block.
#include <cuda.h>

#include <string>
#include <vector>

#include "cuda/guarded.h"
#include "cuda/random.h"
#include "lesson/judge.h"
#include "lesson/report.h"

// Both files define it with the same words.
enum class Ran { kYes, kNotCompiled, kNoKernel };

// The learner's.
Ran run_source(const std::string& source, const std::string& kernel,
               CUdeviceptr d_x, int n, std::string* log);

const char* const kSource = R"(
extern "C" __global__ void add_index(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += i;
}
extern "C" __global__ void negate(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = -x[i];
}
)";

const char* const kWrong = R"(
extern "C" __global__ void negate(float* x, int n) {
  x[threadIdx.x] = -y[threadIdx.x];
}
)";

std::string text_of(Ran ran) {
  const char* const texts[] = {"kYes", "kNotCompiled", "kNoKernel"};
  return texts[static_cast<int>(ran)];
}

void require_ran(Ran expected, Ran got) {
  lesson::require("returned", got == expected, text_of(expected),
                  text_of(got));
}

std::vector<float> reference(const std::string& kernel,
                             std::vector<float> x) {
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = kernel == "negate" ? -x[i] : x[i] + static_cast<float>(i);
  }
  return x;
}

void judge_kernel(const std::string& kernel, int n,
                  gpu::Random* random) {
  lesson::begin_case(kernel + ", n = " + std::to_string(n));
  const std::vector<float> x = random->whole_floats(n, -1000, 1000);
  gpu::GuardedBuffer<float> d_x(x);
  std::string log = "none";
  const auto address = reinterpret_cast<CUdeviceptr>(d_x.data());
  require_ran(Ran::kYes, run_source(kSource, kernel, address, n, &log));
  lesson::require_same(
      "x", lesson::compare(reference(kernel, x), d_x.download()));
  const std::string damage = d_x.damage();
  lesson::require("outside of x", damage.empty(), "nothing", damage);
  lesson::require("the log", log.empty(), "empty",
                  std::to_string(log.size()) + " characters");
}

void judge_wrong_text(CUdeviceptr d_x) {
  lesson::begin_case("a text with an error");
  std::string log = "none";
  require_ran(Ran::kNotCompiled,
              run_source(kWrong, "negate", d_x, 32, &log));
  lesson::require(
      "the log names the error",
      log.find("identifier \"y\" is undefined") != std::string::npos,
      "identifier \"y\" is undefined", log);
  lesson::require("the log's last character", log.back() == '\n',
                  "the end of a line",
                  std::to_string(static_cast<int>(log.back())));
}

void judge_missing_kernel(CUdeviceptr d_x) {
  lesson::begin_case("a kernel that the text does not have");
  lesson::expect_diagnosis("api-error");  // the module's answer
  std::string log = "none";
  require_ran(Ran::kNoKernel,
              run_source(kSource, "square", d_x, 32, &log));
}

void judge() {
  gpu::Random random(lesson::judge_seed());
  for (const int n : {1, 255, 256, 257, 1000, 0}) {
    judge_kernel("add_index", n, &random);
  }
  judge_kernel("negate", 10007, &random);
  gpu::GuardedBuffer<float> d_x(std::vector<float>(32, 1));
  const auto address = reinterpret_cast<CUdeviceptr>(d_x.data());
  judge_wrong_text(address);
  judge_missing_kernel(address);
  judge_kernel("negate", 33, &random);
}

int main() { return lesson::run_judge("run_source", judge); }
