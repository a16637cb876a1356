// The same kernel twice: compiled with this file and launched by
// <<<>>>, and compiled while the program runs, loaded as a module and
// launched by cuLaunchKernel.
//
// What to notice: both run in the same primary context, so memory and
// streams of one API are good for the other.
#include <nvrtc.h>

#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/driver_check.h"
#include "cuda/stream.h"
#include "lesson/lesson.h"
#include "modules.h"

constexpr int kThreads = 256;
constexpr int kN = 1000;  // no multiple of 256
constexpr float kFactor = 3;

// ---- CPU reference ----

std::vector<float> input() {
  std::vector<float> x;
  for (int i = 0; i < kN; ++i) x.push_back(static_cast<float>(i));
  return x;
}

std::vector<float> reference_scale(std::vector<float> x, float factor) {
  for (float& value : x) value *= factor;
  return x;
}

// ---- the kernel, compiled with this file, and as a text ----

// x is (n).
__global__ void scale_kernel(float* x, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;  // the last block may be partial
}

constexpr const char* kSource = R"(
extern "C" __global__ void scale_kernel(float* x, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}

template <class T>
__global__ void fill_kernel(T* x, int n, T value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value;
}
)";

// ---- from a text to a module ----

struct Compiled {
  nvrtcResult result = NVRTC_SUCCESS;
  std::string log;
  std::string ptx;      // what cuModuleLoadData takes
  std::string lowered;  // of the name expression
};

std::string log_of(nvrtcProgram program) {
  size_t bytes = 0;  // with the 0 at its end
  nvrtcGetProgramLogSize(program, &bytes);
  std::string log(bytes, '\0');
  nvrtcGetProgramLog(program, &log[0]);
  log.resize(bytes - 1);
  return log;
}

std::string ptx_of(nvrtcProgram program) {
  size_t bytes = 0;
  nvrtcGetPTXSize(program, &bytes);
  std::string ptx(bytes, '\0');
  nvrtcGetPTX(program, &ptx[0]);
  return ptx;
}

// name: an instance of a template that the program is to have, or null.
Compiled compile(const char* source, const char* name = nullptr) {
  Compiled compiled;
  nvrtcProgram program = nullptr;
  nvrtcCreateProgram(&program, source, "scale.cu", 0, nullptr, nullptr);
  if (name) nvrtcAddNameExpression(program, name);
  const char* options[] = {"--std=c++17"};
  compiled.result = nvrtcCompileProgram(program, 1, options);
  compiled.log = log_of(program);
  compiled.ptx = ptx_of(program);
  const char* lowered = nullptr;
  if (name) nvrtcGetLoweredName(program, name, &lowered);
  if (lowered) compiled.lowered = lowered;
  nvrtcDestroyProgram(&program);
  return compiled;
}

std::string result_text(const Compiled& compiled) {
  return nvrtcGetErrorString(compiled.result);
}

// A module of the current context, unloaded at the end of its scope.
class Module {
 public:
  explicit Module(const std::string& ptx) {
    CU_CHECK(cuModuleLoadData(&module_, ptx.c_str()));
  }
  ~Module() { cuModuleUnload(module_); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  CUfunction function(const std::string& name) const {
    CUfunction found = nullptr;
    CU_CHECK(cuModuleGetFunction(&found, module_, name.c_str()));
    return found;
  }
  operator CUmodule() const { return module_; }

 private:
  CUmodule module_ = nullptr;
};

// The runtime's primary context becomes current, if none is.
void make_primary_current() { CUDA_CHECK(cudaFree(nullptr)); }

int blocks_for(int n) { return (n + kThreads - 1) / kThreads; }

// ---- steps ----

void step_chevrons() {
  gpu::DeviceBuffer<float> d_x(input());
  scale_kernel<<<blocks_for(kN), kThreads>>>(d_x.data(), kN, kFactor);
  CUDA_CHECK(cudaGetLastError());
  lesson::check_same("1000 numbers, times 3",
                     lesson::compare(reference_scale(input(), kFactor),
                                     d_x.download()));
}

void step_nvrtc() {
  make_primary_current();
  const Compiled compiled = compile(kSource);
  lesson::check("nvrtcCompileProgram", std::string("NVRTC_SUCCESS"),
                result_text(compiled));
  const Module module(compiled.ptx);
  const CUfunction scale = module.function("scale_kernel");
  const std::vector<float> x = input();
  const size_t bytes = kN * sizeof(float);
  int n = kN;
  float factor = static_cast<float>(
      lesson::parameter("factor", 3, -100, 100, "for each number"));
  CUdeviceptr d_x = 0;
  CU_CHECK(cuMemAlloc(&d_x, bytes));
  CU_CHECK(cuMemcpyHtoD(d_x, x.data(), bytes));
  void* arguments[] = {&d_x, &n, &factor};  // addresses of each
  CU_CHECK(cuLaunchKernel(scale, blocks_for(n), 1, 1, kThreads, 1, 1, 0,
                          nullptr, arguments, nullptr));
  std::vector<float> got(kN);
  CU_CHECK(cuMemcpyDtoH(got.data(), d_x, bytes));  // waits
  CU_CHECK(cuMemFree(d_x));
  lesson::check_same("each number, times the factor",
                     lesson::compare(reference_scale(x, factor), got));
}

void step_compile_error() {
  const Compiled compiled = compile(
      "extern \"C\" __global__ void scale_kernel(float* x, int n) {\n"
      "  if (threadIdx.x < n) x[threadIdx.x] *= factor;\n"
      "}\n");
  lesson::text("The log:\n\n```\n" + compiled.log + "```");
  lesson::check("nvrtcCompileProgram",
                std::string("NVRTC_ERROR_COMPILATION"),
                result_text(compiled));
  lesson::check(
      "the log's first words", std::string("scale.cu(2): error:"),
      compiled.log.substr(0, compiled.log.find(" identifier")));
}

void step_names() {
  lesson::expect_diagnosis("api-error");
  make_primary_current();
  const char* expression = "fill_kernel<float>";
  const Compiled compiled = compile(kSource, expression);
  const Module module(compiled.ptx);
  CUfunction found = nullptr;
  lesson::Table table({"name", "cuModuleGetFunction"});
  const auto ask_for = [&](const std::string& name) {
    const CUresult code =
        cuModuleGetFunction(&found, module, name.c_str());
    table.row(name, gpu::driver_error_name(code));
    return code;
  };
  const CUresult plain = ask_for("scale_kernel");
  const CUresult as_written = ask_for(expression);
  const CUresult lowered = ask_for(compiled.lowered);
  table.show("what the module has");
  const auto check_code = [](const char* name, CUresult expected,
                             CUresult got) {
    lesson::check(name, gpu::driver_error_name(expected),
                  gpu::driver_error_name(got));
  };
  check_code("extern \"C\"", CUDA_SUCCESS, plain);
  check_code("a template as written", CUDA_ERROR_NOT_FOUND, as_written);
  check_code("its lowered name", CUDA_SUCCESS, lowered);
}

void step_mixing() {
  gpu::DeviceBuffer<float> d_x(input());  // by the runtime
  gpu::Stream stream;
  const Module module(compile(kSource).ptx);
  const CUfunction scale = module.function("scale_kernel");
  float* x = d_x.data();
  int n = kN;
  float factor = kFactor;
  void* arguments[] = {&x, &n, &factor};
  CU_CHECK(cuLaunchKernel(scale, blocks_for(n), 1, 1, kThreads, 1, 1, 0,
                          stream, arguments, nullptr));
  scale_kernel<<<blocks_for(n), kThreads, 0, stream>>>(x, n, factor);
  CUDA_CHECK(cudaGetLastError());
  stream.synchronize();
  CUcontext current = nullptr, primary = nullptr;
  CU_CHECK(cuCtxGetCurrent(&current));
  CU_CHECK(cuDevicePrimaryCtxRetain(&primary, 0));
  CU_CHECK(cuDevicePrimaryCtxRelease(0));
  lesson::check("the runtime's context is the primary one", true,
                current == primary);
  lesson::check_same(
      "1000 numbers, times 3, times 3",
      lesson::compare(reference_scale(input(), kFactor * kFactor),
                      d_x.download()));
}
