// What can't be translated is an error on the learner's line, in words that help.
#include "catch.hpp"
#include "toolchain.h"
#include "translate.h"

namespace {

std::string in_file(const std::string& text) { return "# 1 \"k.cu\"\n" + text; }

void check_error(const std::string& text, const std::string& expected) {
  INFO(text);
  CHECK(errors_of(in_file(text)) == expected + '\n');
}

}  // namespace

TEST_CASE("a shared variable can't be initialised") {
  const std::string message =
      "a __shared__ variable can't be initialised here; assign it in the kernel";
  check_error("__global__ void k() {\n  __shared__ int a = 1;\n}\n",
              "k.cu:2:20: error: " + message);
  check_error("__global__ void k() {\n  __shared__ int a, b{};\n}\n",
              "k.cu:2:22: error: " + message);
  check_error("__device__ void f() {\n  __shared__ dim3 a(1, 2);\n}\n",
              "k.cu:2:20: error: " + message);
  check_error("__shared__ int a[] = {1};\n", "k.cu:1:20: error: " + message);
}

TEST_CASE("launches that are none") {
  check_error("int main() {\n  k<<<1, 2>>(x);\n}\n",
              "k.cu:2:4: error: this '<<<' has no matching '>>>(': write "
              "kernel<<<blocks, threads>>>(...)");
  check_error("int main() {\n  k<<<1, 2;\n}\n",
              "k.cu:2:4: error: this '<<<' has no matching '>>>(': write "
              "kernel<<<blocks, threads>>>(...)");
  check_error("int main() { <<<1, 2>>>(); }",
              "k.cu:1:14: error: this '<<<' has no kernel in front of it");
  check_error(
      "int main() { k<<<1, 2>>>; }",
      "k.cu:1:22: error: the kernel's arguments are missing: write '(' and ')' after '>>>'");
  check_error("int main() { k<<<>>>(); }",
              "k.cu:1:15: error: a launch needs the number of blocks and of threads: "
              "kernel<<<blocks, threads>>>(...)");
  check_error("int main() { k<<<64>>>(); }",
              "k.cu:1:15: error: a launch needs the number of blocks and of threads: "
              "kernel<<<blocks, threads>>>(...)");
  check_error("int main() { k<<<1, 2, 3, 4, 5>>>(); }",
              "k.cu:1:15: error: a launch takes at most four values: "
              "kernel<<<blocks, threads, shared_bytes, stream>>>(...)");
}

TEST_CASE("a kernel called like a function") {
  check_error("__global__ void add(int n) {}\nint main() {\n  add(1);\n}\n",
              "k.cu:3:3: error: a kernel must be launched: write add<<<blocks, threads>>>(...)");
  CHECK(errors_of(
            "void add(float n) {}\n__global__ void add(int n) {}\nint main() { add(1.f); }") == "");
}

TEST_CASE("kernels that can't be") {
  check_error("__global__ int k() { return 1; }",
              "k.cu:1:16: error: a __global__ function must return void; write results through a "
              "pointer parameter");
  check_error("__global__ void k(const int& n) {}",
              "k.cu:1:19: error: a kernel's parameter can't be a reference: pass it by value, or "
              "a pointer to device memory");
  check_error("struct S {\n  __global__ void k() {}\n};\n",
              "k.cu:2:3: error: a kernel can't be a member of a class: write it outside, as a "
              "free function");
  check_error("int main() {\n  __global__ void k() {}\n}\n",
              "k.cu:2:3: error: a kernel can't be defined inside a function");
}

TEST_CASE("variables in places where they can't be") {
  check_error("int main() {\n  __shared__ int a;\n}\n",
              "k.cu:2:3: error: a __shared__ variable belongs in a kernel or in a __device__ "
              "function");
  check_error("int main() {\n  __constant__ int a;\n}\n",
              "k.cu:2:3: error: a __constant__ variable can't be declared inside a function; move "
              "it out of there");
  check_error("__global__ void k() {\n  __device__ int a;\n}\n",
              "k.cu:2:3: error: a __device__ variable can't be declared inside a function; move "
              "it out of there");
  check_error("struct S { __shared__ int a; };",
              "k.cu:1:12: error: a __shared__ variable can't be a member of a class");
}

TEST_CASE("inline assembly in device code") {
  const std::string message = "error: inline PTX runs only on a GPU";
  check_error("__global__ void k() {\n  asm volatile(\"bar.sync 0;\");\n}\n",
              "k.cu:2:3: " + message);
  check_error("__device__ int f() {\n  int x; __asm__(\"mov.u32 %0, %laneid;\" : \"=r\"(x)); }\n",
              "k.cu:2:10: " + message);
  CHECK(errors_of("int main() { asm(\"nop\"); }\nasm(\"\");\n") == "");
}

TEST_CASE("a forgotten semicolon behind a declaration") {
  check_error("__global__ void k() {\n  __shared__ int a[4]\n  a[0] = 1;\n}\n",
              "k.cu:2:21: error: expected ';' behind this declaration of 'a'");
  check_error("__device__ int count\n__global__ void k() {}\n",
              "k.cu:1:16: error: expected ';' behind this declaration of 'count'");
}

TEST_CASE("a forgotten brace is found by indentation") {
  check_error(
      "__global__ void k(int* p) {\n  if (p) {\n    *p = 1;\n  *p = 2;\n}\nint main() {\n}\n",
      "k.cu:2:10: error: this '{' is never closed by a '}'");
  check_error("__global__ void k(int* p) {\n  *p = 1;\n\nint main() {\n}\n",
              "k.cu:1:27: error: this '{' is never closed by a '}'");
  check_error("void f() {\n  }\n}\nint main() {\n}\n",
              "k.cu:3:1: error: this '}' closes nothing: there is one '}' too many here or above");
}

TEST_CASE("errors name the file and line of the line markers") {
  CHECK(errors_of("# 1 \"a.cu\"\n# 40 \"dir\\\\b \\\"x\\\".cuh\" 1\n\nint x = k<<<1;\n") ==
        "dir\\b \"x\".cuh:41:10: error: this '<<<' has no matching '>>>(': write "
        "kernel<<<blocks, threads>>>(...)\n");
}

TEST_CASE("a program without a host has no host functions") {
  using warpup::cu2cpp::HostCode;
  const auto errors = [](const std::string& text, HostCode host_code) {
    warpup::cu2cpp::Diagnostics diagnostics;
    warpup::cu2cpp::translate(in_file(text), diagnostics, {host_code});
    std::string all;
    for (const auto& error : diagnostics.errors()) all += error.to_string() + '\n';
    return all;
  };
  const std::string plain =
      "' has neither __device__ nor __global__, so it is a host function, and there is no host in "
      "an NVRTC program; write __device__, or compile with -default-device\n";
  CHECK(errors("int f() { return 1; }\n", HostCode::kRefused) == "k.cu:1:5: error: 'f" + plain);
  CHECK(errors("constexpr int f(int);\n", HostCode::kRefused) == "k.cu:1:15: error: 'f" + plain);
  CHECK(errors("struct S {\n  int g() { return 1; }\n};\n", HostCode::kRefused) ==
        "k.cu:2:7: error: 'g" + plain);
  for (const HostCode host_code : {HostCode::kRefused, HostCode::kIsDevice}) {
    CHECK(
        errors("__host__ int f();\n", host_code) ==
        "k.cu:1:14: error: 'f' is a __host__ function, and there is no host in an NVRTC program\n");
    CHECK(errors("__device__ int f();\n__host__ __device__ int g() { return 1; }\n"
                 "__global__ void k() { auto l = [](int x) { return x; }; l(1); }\n"
                 "struct S { S() = default; int x; };\n",
                 host_code)
              .empty());
    CHECK(errors("# 1 \"/usr/include/a.h\" 1 3\nint f() { return 1; }\n", host_code).empty());
  }
  const std::string variable =
      "' is a host variable, and there is no host in an NVRTC program; write __device__ or "
      "__constant__\n";
  CHECK(errors("static int n = 1;\n", HostCode::kRefused) == "k.cu:1:12: error: 'n" + variable);
  CHECK(errors("namespace a {\nfloat* t[3];\n}\n", HostCode::kRefused) ==
        "k.cu:2:8: error: 't" + variable);
  CHECK(errors("const int a = 1;\nconstexpr float b[] = {1};\n__device__ int c;\n"
               "__constant__ float d[2];\n__shared__ int e;\n__managed__ int f = 2;\n"
               "typedef int G;\nusing H = int;\nstruct S { int i; static const int k = 1; };\n"
               "enum E { kOne };\ntemplate <class T> struct P { T t; };\n"
               "template <class T> P(T) -> P<T>;\nstruct S;\n"
               "__global__ void k() { int local = 1; static const int l = local; }\n",
               HostCode::kRefused)
            .empty());
  CHECK(errors("int f() { return 1; }\n", HostCode::kIsDevice).empty());
  CHECK(errors("int f() { return 1; }\n", HostCode::kAllowed).empty());
}
