// The compiler's messages name the learner's own line.
#include <regex>

#include "catch.hpp"
#include "toolchain.h"

namespace {

/// The line of the compiler's first error in case.cu.
int first_error_line(const std::string& text) {
  const Built built = build(text);
  INFO(text);
  REQUIRE(built.translated);
  CHECK_FALSE(built.compiled);
  INFO(built.messages);
  std::smatch found;
  const std::regex error("case\\.cu:(\\d+):\\d+: error");
  REQUIRE(std::regex_search(built.messages, found, error));
  return std::stoi(found[1]);
}

}  // namespace

TEST_CASE("errors in a kernel's body") {
  CHECK(first_error_line("__global__ void k(int* p)\n{\n  int a\n  p[0] = a;\n}\n") == 4);
  CHECK(first_error_line("__global__ void k(int* p) {\n  p[0] = undeclared;\n}\n") == 2);
  CHECK(first_error_line("__global__ void k(int* p) {\n  p[0] = (1 + 2;\n}\n") == 2);
  CHECK(first_error_line("__global__ void k(int* p) {\n  p[0 = 1;\n}\n") == 2);
  CHECK(first_error_line("__global__ void k(int* p) {\n  for (int i = 0; i < 3; ++i {\n  }\n}\n") ==
        2);
  CHECK(first_error_line("__global__ void k(int* p) {\n\n  *p = 1.0.0;\n}\n") == 3);
  CHECK(first_error_line("__global__ void k(int* p) {\n  return 1;\n}\n") == 2);
  CHECK(first_error_line("__global__ void k(int* p) {\n  int p;\n}\n") == 2);
  CHECK(first_error_line("__global__ void k(int n) {\n\n  int a[n];\n  a[0] = 1;\n}\n") == 3);
  CHECK(first_error_line("template <typename T>\n__global__ void k(T* p) {\n  T x = \"a\";\n"
                         "  *p = x;\n}\nint main() {\n  k<<<1, 1>>>((int*)0);\n}\n") == 3);
}

TEST_CASE("errors in a kernel's head") {
  CHECK(first_error_line("\n__global__ void k(\n  int* p,\n  Unknown q) {\n}\n") == 4);
  CHECK(first_error_line("__global__ void k(int* p)\n\nint main() {\n  return 0;\n}\n") == 3);
  CHECK(first_error_line("__global__ vid k(int* p) {\n}\n") == 1);
}

TEST_CASE("errors in a launch of several lines") {
  const std::string head = "__global__ void k(int* p, int n) {}\nint main() {\n";
  CHECK(first_error_line(head + "  k<<<1,\n    undeclared>>>(\n    0, 1);\n}\n") == 4);
  CHECK(first_error_line(head + "  k<<<1,\n    1>>>(\n    0, undeclared);\n}\n") == 5);
  CHECK(first_error_line(head + "  missing\n  <<<1,\n    1>>>(0, 1);\n}\n") == 3);
  CHECK(first_error_line(head + "  k<<<1,\n    1>>>(0, 1);\n  undeclared;\n}\n") == 5);
  CHECK(first_error_line(head + "  k<<<1, 1>>>(0, 1)\n  int x;\n}\n") == 3);
  CHECK(first_error_line(head + "  k<<<1, 1>>>(\"text\", 1);\n}\n") == 3);
}

TEST_CASE("errors behind shared variables and symbols") {
  CHECK(first_error_line(
            "__global__ void k() {\n  __shared__ int a[4],\n    b[undeclared];\n}\n") == 3);
  CHECK(first_error_line(
            "__global__ void k() {\n  __shared__ int a[4],\n    b[3];\n  a = b;\n}\n") == 4);
  CHECK(first_error_line("__global__ void k() {\n  extern __shared__ Unknown a[];\n}\n") == 2);
  CHECK(first_error_line("__device__ int a = 1,\n  b = 2;\n__device__ int c = undeclared;\n") == 3);
  CHECK(first_error_line("__constant__ int a;\n__global__ void k() {\n  a.b = 1;\n}\n") == 3);
}

TEST_CASE("errors point at the learner's own column") {
  const auto position = [](const std::string& text) {
    const Built built = build(text);
    std::smatch found;
    const std::regex error("case\\.cu:(\\d+:\\d+): error");
    return std::regex_search(built.messages, found, error) ? found[1].str() : built.messages;
  };
  const std::string kernel = "__global__ void k(int* p, int n) {}\nint main() {\n";
  CHECK(position("__global__ void k(Unknown p) {}\n") == "1:17");
  CHECK(position("__global__ void k() { undeclared = 1; }\n") == "1:23");
  CHECK(position(kernel + "  k<<<1, 1>>>(undeclared, 1);\n}\n") == "3:15");
  CHECK(position(kernel + "  k<<<undeclared, 1>>>(0, 1);\n}\n") == "3:7");
  CHECK(position(kernel + "  k<<<1, 1>>>(0, 1); undeclared;\n}\n") == "3:22");
  CHECK(position("__device__ int a; int b = undeclared;\n") == "1:27");
  CHECK(position("__global__ void k() {\n  __shared__ int a[2]; undeclared;\n}\n") == "2:24");
  CHECK(position("__constant__ int a;\n__global__ void k() {\n  int b = a + undeclared;\n}\n") ==
        "3:15");
}

TEST_CASE("warnings name the learner's line too") {
  const Built built = build("__global__ void k(int* p) {\n  int unused = 1;\n}\n");
  CHECK(built.compiled);
  CHECK(built.messages.find("case.cu:2:") != std::string::npos);
}

TEST_CASE("arrays of variable size are errors in device code only") {
  CHECK(first_error_line("__host__ __device__ int f(int n) {\n  int a[n];\n  return a[0];\n}\n") ==
        2);
  CHECK(
      first_error_line("struct S {\n  __device__ S(int n) : x{n} {\n    int a[n];\n    x = a[0];\n"
                       "  }\n  int x;\n};\n") == 3);
  const Built built = build(
      "template <int N>\n__global__ void k(int* p) {\n  int a[N], b[sizeof(*p)];\n"
      "  a[0] = b[0] = 1;\n  *p = a[0];\n}\n"
      "int main(int argc, char**) {\n  int a[argc];\n  a[0] = 1;\n"
      "  k<3><<<1, 1>>>(a);\n}\n");
  CHECK(built.compiled);
  CHECK(built.messages == "");
}

TEST_CASE("nvcc's pragmas bring no warning") {
  const Built built = build(
      "__global__ void k(int* p) {\n#pragma unroll\n  for (int i = 0; i < 4; ++i) p[i] = i;\n"
      "#pragma unroll 2\n  for (int i = 0; i < 4; ++i) p[i] = i;\n}\n"
      "#pragma nv_diag_suppress 177\nint main() { _Pragma(\"unroll\") for (;;) {} }\n");
  CHECK(built.messages == "");
}
