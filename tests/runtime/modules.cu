// NVRTC and modules: what compiling gives, what a module holds, and launches of what is in it.
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>

#include <cstring>
#include <string>
#include <vector>

#include "../semantics/facts.h"

constexpr const char* kSource = R"(
__constant__ float factor = 2.0f;
__device__ int calls = 5;
namespace shift { __device__ float bias = 1.5f; __managed__ int seen = 3; }
__managed__ int limit = 4;
template <class T> __global__ void scale(T* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = T(factor) * x[i] + T(shift::bias);
}
extern "C" __global__ void reverse(char skipped, int* x, int n) {
  __shared__ int tile[64];
  tile[threadIdx.x] = x[threadIdx.x] + skipped;
  __syncthreads();
  x[threadIdx.x] = tile[n - 1 - threadIdx.x];
  if (threadIdx.x == 0) atomicAdd(&calls, 1);
}
extern "C" __global__ void __launch_bounds__(128) empty() {}
)";

/// What a program of NVRTC gave.
struct Answer {
  int code = 0;
  std::string log, image;
  std::vector<std::string> lowered;
};

std::string text_of(nvrtcProgram program, nvrtcResult (*size)(nvrtcProgram, size_t*),
                    nvrtcResult (*get)(nvrtcProgram, char*)) {
  size_t bytes = 0;
  size(program, &bytes);
  std::string text(bytes, '\0');
  get(program, &text[0]);
  text.resize(bytes ? bytes - 1 : 0);
  return text;
}

Answer compile(const char* source, std::vector<const char*> options = {},
               std::vector<const char*> names = {}, std::vector<const char*> headers = {},
               std::vector<const char*> header_names = {}) {
  Answer answer;
  nvrtcProgram program = nullptr;
  nvrtcCreateProgram(&program, source, "k.cu", static_cast<int>(headers.size()), headers.data(),
                     header_names.data());
  for (const char* name : names) nvrtcAddNameExpression(program, name);
  answer.code = nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
  answer.log = text_of(program, nvrtcGetProgramLogSize, nvrtcGetProgramLog);
  answer.image = text_of(program, nvrtcGetPTXSize, nvrtcGetPTX);
  for (const char* name : names) {
    const char* lowered = "";
    nvrtcGetLoweredName(program, name, &lowered);
    answer.lowered.emplace_back(lowered ? lowered : "");
  }
  nvrtcDestroyProgram(&program);
  return answer;
}

bool has(const std::string& text, const char* piece) {
  return text.find(piece) != std::string::npos;
}

void calls() {
  nvrtcProgram program = nullptr;
  int major = 0, minor = 0, count = 0;
  FACT(nvrtcVersion(&major, &minor), 0);
  FACT(nvrtcVersion(nullptr, &minor), 3);
  FACT(nvrtcGetNumSupportedArchs(&count), 0);
  FACT(count > 0, 1);
  FACT(nvrtcCreateProgram(&program, nullptr, "k.cu", 0, nullptr, nullptr), 3);
  FACT(nvrtcCreateProgram(nullptr, "", "k.cu", 0, nullptr, nullptr), 4);
  FACT(nvrtcCreateProgram(&program, "", "k.cu", 1, nullptr, nullptr), 3);
  FACT(nvrtcCompileProgram(nullptr, 0, nullptr), 4);
  FACT(nvrtcDestroyProgram(&program), 4);
  FACT(nvrtcCreateProgram(&program, "__global__ void k() {}", "k.cu", 0, nullptr, nullptr), 0);
  size_t bytes = 0;
  const char* name = nullptr;
  FACT(nvrtcGetProgramLogSize(program, &bytes), 0);
  FACT(bytes, 1);
  FACT(nvrtcGetPTX(program, nullptr), 3);
  FACT(nvrtcGetLoweredName(program, "k", &name), 9);
  FACT(nvrtcAddNameExpression(program, nullptr), 3);
  FACT(nvrtcCompileProgram(program, 0, nullptr), 0);
  FACT(nvrtcGetLoweredName(program, "k", &name), 10);
  FACT(nvrtcAddNameExpression(program, "k"), 8);
  FACT(nvrtcCompileProgram(program, 0, nullptr), 0);
  FACT(nvrtcGetCUBINSize(program, &bytes), 0);
  FACT(bytes, 0);  // compute_75: PTX only
  FACT(nvrtcDestroyProgram(&program), 0);
  FACT(program == nullptr, 1);
  FACT(strcmp(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION"), 0);
  FACT(strcmp(nvrtcGetErrorString(static_cast<nvrtcResult>(99)), "NVRTC_ERROR unknown"), 0);
}

void options() {
  const char* source = "extern \"C\" __global__ void k(int* p) { *p = VALUE; }";
  FACT(compile(source, {"-DVALUE=1"}).code, 0);
  FACT(compile(source, {"-D", "VALUE=1", "-arch", "sm_90", "--std=c++14", "-I/nonexistent"}).code,
       0);
  FACT(compile(source, {"--define-macro=VALUE=1", "-lineinfo", "--use_fast_math", "-G", "-w",
                        "--fmad=false", "--maxrregcount=32", "-default-device"})
           .code,
       0);
  FACT(compile(source, {"-DVALUE=1", "-UVALUE"}).code, 6);
  for (const char* wrong : {"-O3", "--nonsense", "k.cu", "-arch=compute_20", "-std=c++23",
                            "--ftz=maybe", "--lineinfo"}) {
    const Answer answer = compile(source, {"-DVALUE=1", wrong});
    std::printf("%s: ", wrong);
    FACT(answer.code, 5);
    FACT(has(answer.log, "nvrtc: error: "), 1);
    FACT(answer.image.size(), 0);
  }
  FACT(compile(source, {"-O3"}).log == "nvrtc: error: unrecognized option -O3 found\n", 1);
}

void messages() {
  Answer answer = compile("__global__ void k(int* p) {\n  *p = q;\n}\n");
  FACT(answer.code, 6);
  FACT(has(answer.log, "k.cu(2): error: identifier \"q\" is undefined\n    *p = q;\n         ^\n"),
       1);
  FACT(has(answer.log, "1 error detected in the compilation of \"k.cu\".\n"), 1);
  answer = compile("#include <stdio.h>\n__global__ void k() {}\n");
  FACT(answer.code, 6);
  FACT(has(answer.log,
           "k.cu(1): catastrophic error: could not open source file \"stdio.h\" (no "
           "directories in search list)\n"),
       1);
  FACT(compile("#ifndef __CUDACC_RTC__\n#include <stdio.h>\n#endif\n__global__ void k() {}\n").code,
       0);
  FACT(compile("int twice(int x) { return 2 * x; }\n__global__ void k() {}\n").code, 6);
  FACT(compile("__host__ void f() {}\n__global__ void k() {}\n").code, 6);
  FACT(compile("int count;\n__global__ void k(int* p) { *p = 1; }\n").code, 6);
  FACT(compile("const int kOne = 1;\n__global__ void k(int* p) { *p = kOne; }\n").code, 0);
  FACT(compile("__global__ void k(void** p) { cudaMalloc(p, 4); }").code, 6);
  FACT(compile("__global__ void k(uint32_t* p) { *p = 1; }").code, 6);
  answer = compile(
      "#include \"a.h\"\n#include <b/c.h>\n__global__ void k(int* p) { *p = a() + c(); }", {}, {},
      {"__device__ int a() { return 1; }", "__device__ int c() { return bad; }"}, {"a.h", "b/c.h"});
  FACT(answer.code, 6);
  FACT(has(answer.log, "b/c.h(1): error: identifier \"bad\" is undefined"), 1);
  FACT(compile("__global__ void k() {}", {}, {"nothing<int>"}).code, 6);
}

void names(const Answer& answer) {
  FACT(answer.code, 0);
  FACT(answer.lowered[0] == "_Z5scaleIfEvPT_i", 1);
  FACT(answer.lowered[1] == "factor", 1);
  FACT(answer.lowered[2] == "_ZN5shift4biasE", 1);
  FACT(compile(kSource, {}, {"&limit"}).code, 6);  // managed
}

CUdeviceptr global(CUmodule module, const std::string& name, size_t expected_bytes) {
  CUdeviceptr p = 0;
  size_t bytes = 0;
  FACT(cuModuleGetGlobal(&p, &bytes, module, name.c_str()), 0);
  FACT(bytes, expected_bytes);
  return p;
}

void launches(CUmodule module, const Answer& answer) {
  CUfunction scale = nullptr, reverse = nullptr;
  FACT(cuModuleGetFunction(&scale, module, answer.lowered[0].c_str()), 0);
  FACT(cuModuleGetFunction(&reverse, module, "reverse"), 0);
  FACT(cuModuleGetFunction(&reverse, module, "missing"), 500);
  FACT(cuModuleGetFunction(&reverse, module, nullptr), 1);
  CUdeviceptr d_x = 0;
  int n = 64;
  std::vector<float> x(n, 3);
  cuMemAlloc(&d_x, n * sizeof(float));
  cuMemcpyHtoD(d_x, x.data(), n * sizeof(float));
  void* arguments[] = {&d_x, &n};
  FACT(cuLaunchKernel(scale, 2, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr), 0);
  const float ten = 10;
  FACT(cuMemcpyHtoD(global(module, "factor", 4), &ten, 4), 0);
  FACT(cuLaunchKernel(scale, 2, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr), 0);
  FACT(cuMemcpyDtoH(x.data(), d_x, n * sizeof(float)), 0);
  FACT(x[63] * 10, 765);  // 10 * (2 * 3 + 1.5) + 1.5
  // The program's own kernels, on the same context: the runtime frees what the driver allocated.
  FACT(cudaMemset(reinterpret_cast<void*>(d_x), 0, 4), 0);
  FACT(cudaFree(reinterpret_cast<void*>(d_x)), 0);
}

/// The parameters of reverse, as they lie in a buffer.
struct Packed {
  char skipped;
  CUdeviceptr x;
  int n;
};

void packed_arguments(CUmodule module) {
  CUfunction reverse = nullptr;
  cuModuleGetFunction(&reverse, module, "reverse");
  std::vector<int> x(64);
  for (int i = 0; i < 64; ++i) x[i] = i;
  Packed packed{100, 0, 64};
  cuMemAlloc(&packed.x, 256);
  cuMemcpyHtoD(packed.x, x.data(), 256);
  size_t bytes = offsetof(Packed, n) + sizeof(int);
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  FACT(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra), 0);
  FACT(cuMemcpyDtoH(x.data(), packed.x, 256), 0);
  FACT(x[0], 163);
  FACT(x[63], 100);
  void* both[] = {&packed.skipped, &packed.x, &packed.n};
  FACT(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 0, nullptr, both, extra), 1);
  void* unknown[] = {reinterpret_cast<void*>(0x77), &packed, CU_LAUNCH_PARAM_END};
  FACT(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, unknown), 1);
  FACT(cuMemFree(packed.x), 0);
}

int calls_of(CUmodule module) {
  int value = 0;
  cuMemcpyDtoH(&value, global(module, "calls", 4), 4);
  return value;
}

void functions(CUmodule module) {
  CUfunction empty = nullptr, reverse = nullptr;
  const char* name = "";
  int value = 0;
  FACT(cuModuleGetFunction(&empty, module, "empty"), 0);
  FACT(cuModuleGetFunction(&reverse, module, "reverse"), 0);
  FACT(cuFuncGetName(&name, reverse), 0);
  FACT(strcmp(name, "reverse"), 0);
  FACT(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, reverse), 0);
  FACT(value, 256);
  FACT(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, empty), 0);
  FACT(value, 128);
  FACT(cuLaunchKernel(empty, 1, 1, 1, 256, 1, 1, 0, nullptr, nullptr, nullptr), 1);
  FACT(cuLaunchKernel(empty, 1, 1, 1, 128, 1, 1, 49153, nullptr, nullptr, nullptr), 1);
  FACT(cuFuncSetAttribute(empty, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536), 0);
  FACT(cuLaunchKernel(empty, 1, 1, 1, 128, 1, 1, 65536, nullptr, nullptr, nullptr), 0);
  FACT(cuFuncSetCacheConfig(empty, CU_FUNC_CACHE_PREFER_SHARED), 0);
  FACT(cuLaunchCooperativeKernel(empty, 4, 1, 1, 32, 1, 1, 0, nullptr, nullptr), 0);
  FACT(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, empty, 128, 0), 0);
  FACT(value, 16);
  FACT(cuCtxSynchronize(), 0);
}

void managed(CUmodule module) {
  FACT(*reinterpret_cast<int*>(global(module, "limit", 4)), 4);
  FACT(*reinterpret_cast<int*>(global(module, "_ZN5shift4seenE", 4)), 3);
}

void images() {
  CUmodule module = nullptr;
  FACT(cuModuleLoadData(&module, "garbage"), 200);
  FACT(cuModuleLoadData(&module, nullptr), 1);
  FACT(cuModuleLoad(&module, "/nonexistent/k.ptx"), 301);
  FACT(cuModuleUnload(nullptr), 400);
  FACT(cuModuleGetFunction(nullptr, nullptr, "k"), 400);
}

void libraries(const Answer& answer) {
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  FACT(cuLibraryLoadData(&library, answer.image.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0),
       0);
  FACT(cuLibraryGetKernel(&kernel, library, "empty"), 0);
  FACT(cuLibraryGetKernel(&kernel, library, "missing"), 500);
  FACT(cuLaunchKernel(reinterpret_cast<CUfunction>(kernel), 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr,
                      nullptr),
       0);
  FACT(cuCtxSynchronize(), 0);
  FACT(cuLibraryUnload(library), 0);
}

int main() {
  calls();
  options();
  messages();
  CUcontext context = nullptr;
  CUmodule module = nullptr, again = nullptr;
  FACT(cuInit(0), 0);
  FACT(cuModuleLoadData(&module, "garbage"), 201);
  FACT(cuDevicePrimaryCtxRetain(&context, 0), 0);
  FACT(cuCtxSetCurrent(context), 0);
  const Answer answer = compile(kSource, {}, {"scale<float>", "&factor", "&shift::bias"});
  names(answer);
  FACT(cuModuleLoadData(&module, answer.image.c_str()), 0);
  launches(module, answer);
  packed_arguments(module);
  FACT(calls_of(module), 6);
  FACT(cuModuleLoadDataEx(&again, answer.image.c_str(), 0, nullptr, nullptr), 0);
  FACT(again != module, 1);
  FACT(calls_of(again), 5);  // a module of its own, with variables of its own
  FACT(cuModuleUnload(again), 0);
  functions(module);
  managed(module);
  images();
  libraries(answer);
  FACT(cuModuleUnload(module), 0);
  FACT(cuDevicePrimaryCtxRelease(0), 0);
  return facts_end();
}
