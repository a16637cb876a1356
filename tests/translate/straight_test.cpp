// Which kernels the fast build runs as a plain loop: those whose threads neither loop nor wait, and
// that call nothing that looks at threadIdx.
#include <string>

#include "catch.hpp"
#include "toolchain.h"

namespace {

/// Whether the kernel k of the text gets a loop of its own.
bool is_straight(const std::string& text) {
  return translate_fast(text).find("::warpup::launch_straight<") != std::string::npos;
}

/// Of a kernel with this body, behind these declarations.
bool runs_as_loop(const std::string& body, const std::string& in_front = "") {
  return is_straight(in_front + "\n__global__ void k(float* a, const float* b, int n) {\n" +
                     "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  " + body + "\n}\n");
}

}  // namespace

TEST_CASE("straight kernels get a loop of their own") {
  CHECK(runs_as_loop("if (i < n) a[i] = b[i];"));
  CHECK(runs_as_loop("if (i >= n) return; a[i] = 2.0f * a[i] + b[i];"));
  CHECK(runs_as_loop("if (i < n) { a[i] = sqrtf(fmaxf(b[i], 0.0f)); } else if (i == n) a[i] = 0;"));
  CHECK(runs_as_loop("a[i] = (float)(i % 3) + static_cast<float>(n) + float(i) + (size_t)(n);"));
  CHECK(runs_as_loop("float4 v = make_float4(1, 2, 3, 4); a[i] = v.x + float2{1, 2}.y;"));
  CHECK(runs_as_loop("switch (i % 2) { case 0: a[i] = 1; break; default: a[i] = 2; }"));
  CHECK(runs_as_loop("const bool in = i > 0 && i < n; a[i] = in ? std::min(i, n) : -1;"));
  CHECK(is_straight("__global__ void k() {}"));
  CHECK(is_straight("__global__ void k(void) {}"));
  CHECK(is_straight("template <class T, int N> __global__ void k(T* x) { x[threadIdx.x] += N; }"));
}

TEST_CASE("a kernel that may take long or wait does not") {
  CHECK_FALSE(runs_as_loop("for (int j = i; j < n; j += 32) a[j] = b[j];"));
  CHECK_FALSE(runs_as_loop("while (a[i] == 0) {}"));
  CHECK_FALSE(runs_as_loop("do a[i] = 0; while (a[i] != 0);"));
  CHECK_FALSE(runs_as_loop("again: if (a[i] == 0) goto again;"));
  CHECK_FALSE(runs_as_loop("a[i] = 0; __syncthreads(); a[i] += 1;"));
  CHECK_FALSE(runs_as_loop("a[i] = __shfl_down_sync(~0u, b[i], 1);"));
  CHECK_FALSE(runs_as_loop("atomicAdd(a, b[i]);"));
  CHECK_FALSE(runs_as_loop("printf(\"%d\", i);"));
  CHECK_FALSE(runs_as_loop("__shared__ float s[32]; s[threadIdx.x] = b[i];"));
  CHECK_FALSE(runs_as_loop("a[i] = unknown(b[i]);"));
  CHECK_FALSE(runs_as_loop("a[i] = mine::sqrtf(b[i]);"));
  CHECK_FALSE(runs_as_loop("auto f = [&] { return b[i]; }; a[i] = f();"));
  CHECK_FALSE(runs_as_loop("k<<<1, 1>>>(a, b, n);"));
}

TEST_CASE("what uses the built-in variables as more than numbers does not") {
  CHECK_FALSE(runs_as_loop("uint3 t = threadIdx; a[t.x] = 0;"));
  CHECK_FALSE(runs_as_loop("int blockDim = 3; a[i] = blockDim;"));
  CHECK_FALSE(is_straight("__global__ void k(int gridDim) {}"));
}

TEST_CASE("device functions are followed") {
  const std::string body = "a[i] = f(b[i]);";
  CHECK(runs_as_loop(body, "__device__ float f(float x) { return x * x; }"));
  CHECK(runs_as_loop(body,
                     "__device__ float g(float x) { return x; }\n"
                     "__host__ __device__ inline float f(float x) { return g(x) + 1; }"));
  CHECK_FALSE(runs_as_loop(body, "__device__ float f(float x) { return x + threadIdx.x; }"));
  CHECK_FALSE(runs_as_loop(body, "__device__ float f(float x) { return f(x); }"));
  CHECK_FALSE(runs_as_loop(body, "__device__ float f(float x) { for (;;) {} }"));
  CHECK_FALSE(runs_as_loop(body, "__device__ float f(float x);"));
  CHECK_FALSE(runs_as_loop(body,
                           "__device__ float f(float x) { return x; }\n"
                           "__device__ float f(int x) { __syncthreads(); return x; }"));
  CHECK_FALSE(runs_as_loop(body,
                           "__device__ float g(float x) { __syncwarp(); return x; }\n"
                           "__device__ float f(float x) { return g(x) + 1; }"));
  // One that the kernel does not call is of no account.
  CHECK(runs_as_loop("a[i] = b[i];", "__device__ void g() { __syncthreads(); }"));
  // The program's own function counts, though the library has one of its name.
  CHECK_FALSE(runs_as_loop("a[i] = sqrtf(b[i]);",
                           "__device__ float sqrtf(float x) { __syncwarp(); return x; }"));
}

TEST_CASE("code that is reached without a name is followed") {
  CHECK(runs_as_loop("V v; a[i] = v + 1;",
                     "struct V { __device__ float operator+(float x) { return x; } };"));
  for (const char* type :
       {"struct V { __device__ float operator+(float x) { __syncthreads(); return x; } };",
        "struct V { __device__ V() { id = threadIdx.x; } int id; };",
        "struct V { __device__ ~V() { __syncthreads(); } };",
        "struct V { __device__ operator float() const { return threadIdx.x; } };",
        "struct V { int id; __device__ V(); };\n__device__ V::V() : id(threadIdx.x) {}",
        "struct V { int id = thread_number(); };", "struct V { int id{thread_number()}; };"}) {
    CHECK_FALSE(runs_as_loop("V v; a[i] = v + 1;", type));
  }
  CHECK_FALSE(is_straight("template <class F> __global__ void k(F f, int* x) { *x = f(1); }"));
  CHECK_FALSE(
      is_straight("__device__ int f(int x) { return x; }\n"
                  "template <class F> __global__ void k(F f, int* x) { *x = f(1); }"));
}

TEST_CASE("the check build has no loop of its own") {
  const std::string text = "__global__ void k(int* a) { a[threadIdx.x] = 1; }";
  CHECK(is_straight(text));
  CHECK(translate_text(text).find("launch_straight") == std::string::npos);
}
