// The text itself: what is not CUDA stays as it is, and no input does harm.
#include <chrono>
#include <set>
#include <tuple>

#include "catch.hpp"
#include "lexer.h"
#include "toolchain.h"

namespace {

void check_unchanged(const std::string& text) {
  std::string errors;
  CHECK(translate_text(text, errors) == text);
  CHECK(errors == "");
}

std::string repeated(const std::string& piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

double milliseconds_to_translate(const std::string& text) {
  const auto begin = std::chrono::steady_clock::now();
  translate_fast(text);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  return took.count();
}

}  // namespace

TEST_CASE("plain C++ is unchanged") {
  check_unchanged("");
  check_unchanged("int main() { return 0; }\n");
  check_unchanged("const char* s = \"k<<<1, 1>>>(x) __global__\";\n");
  check_unchanged(
      "const char* s = R\"x(\n k<<<1>>>(\" { )x\"; char c = '{', d = '\\'', e = L'\"';\n");
  check_unchanged("auto n = 1'000'000; auto f = 0x1.8p-3f; auto k = 1.5_km; auto s = \"a\"_s;\n");
  check_unchanged("/* k<<< { */ int a; // __global__ {\n int b;\n");
  check_unchanged("int a[2] = <%1, 2%>; int b = a<:1:>; A<::B> c;\n");
  check_unchanged("void f() __attribute__((__noinline__)); [[gnu::__noinline__]] void g();\n");
  check_unchanged("template <int N> bool operator<<(A<N>, B); auto p = &operator<< <3>;\n");
  check_unchanged("auto q = operator<<<3>(a, b);\n");
}

TEST_CASE("qualifiers go and the lines stay") {
  const std::string text = "# 1 \"a.cu\"\n__device__\nint\nf(int x);\n\n__host__ void g();\n";
  CHECK(translate_text(text) == "# 1 \"a.cu\"\n          \nint\nf(int x);\n\n         void g();\n");
}

TEST_CASE("every token stays on its line and in its column") {
  const std::string text =
      "# 7 \"a.cu\"\n"
      "template <typename T> __global__ void __launch_bounds__(\n  64) keep_a(T* keep_b,\n"
      "    int = 3) { keep_c; \n  __shared__ int keep_d[keep_e],\n keep_f; keep_g;\n"
      "# 90 \"b.h\" 1\n"
      "  extern __shared__ keep_h x[]; keep_i; } keep_j; __constant__ int keep_k\n = 1; keep_l y;\n"
      "# 12 \"a.cu\" 2\n"
      "void keep_m() { keep_n<keep_o><<<keep_p,\n keep_q\n >>>(keep_r, [=] __device__ {\n"
      "  keep_s<<<keep_t, 1>>>(keep_u); }), keep_v; }\n__managed__ keep_w z; keep_x a;\n"
      "#pragma unroll\n__device__ __forceinline__ keep_y f() { return keep_k + keep_z; }\n";
  std::string errors;
  const std::string translated = translate_text(text, errors);
  CHECK(errors == "");
  const auto before = warpup::cu2cpp::lex(text);
  const auto after = warpup::cu2cpp::lex(translated);
  std::set<std::tuple<std::string, std::string, unsigned, int>> seen;
  const auto token = [](const auto& source, int i) {
    return std::make_tuple(std::string(source.spelling(i)), source.file(i).name, source.at(i).line,
                           source.column(i));
  };
  for (int i = 0; i < after.size(); ++i) seen.insert(token(after, i));
  int checked = 0;
  for (int i = 0; i < before.size(); ++i) {
    if (before.spelling(i).substr(0, 5) != "keep_") continue;
    const bool renamed = before.is(i, "keep_k") && before.is(i - 1, "return");
    CAPTURE(before.spelling(i));
    CHECK((seen.count(token(before, i)) == 1) == !renamed);
    ++checked;
  }
  CHECK(checked == 27);
}

TEST_CASE("system headers are passed through, and seen if they hold CUDA") {
  const std::string enter = "# 1 \"/usr/include/x.h\" 1 3 4\n";
  const std::string leave = "# 3 \"a.cu\" 2\n";
  check_unchanged("# 1 \"a.cu\"\nnamespace n {\n" + enter +
                  "extern \"C\" {\nvoid f(char = '{', const char* = R\"(})\");\n}\n" + leave +
                  "}\n");
  CHECK(translate_text(enter + "__device__ void f();\n" + leave + "__device__ void g();\n") ==
        enter + "           void f();\n" + leave + "           void g();\n");
  CHECK(translate_text(enter + "namespace n {\n" + leave + "__device__ void g();\n" + enter +
                       "}\n" + leave) ==
        enter + "namespace n {\n" + leave + "           void g();\n" + enter + "}\n" + leave);
}

TEST_CASE("macros of system headers belong to the code around them") {
  const std::string begin = "\n# 1 \"a.cu\" 3 4\n";
  const std::string end = "\n# 1 \"a.cu\"\n";
  const std::string head = "# 1 \"a.cu\"\n";
  const std::string translated = translate_text(
      head + "__device__" + begin + "__attribute__((aligned(8)))" + end + "int a[2];\n" +
      "__global__ void k() {" + begin + "(f(" + end + "a" + begin + "))" + end + "; }\n");
  CHECK(translated.find("__device__") == std::string::npos);
  CHECK(translated.find("decltype(a)& ") != std::string::npos);
  CHECK(translated.find("::warpup::launch<") != std::string::npos);
  CHECK(translated.find(" warpup_dev_a\n") == std::string::npos);
  CHECK(translated.find("\nwarpup_dev_a") != std::string::npos);
}

TEST_CASE("nesting has no limit that does harm") {
  for (const char* piece : {"(", "{", "[", "<", "k<<<", "a<b<", "f(", "[]{", "struct A {", "(*",
                            "template <", "namespace n {", "if (x) for (;;) ", "k<<<1,1>>>(",
                            "__shared__ int a[", "__device__ ", "a::", "a->b<", "x = [&](int) {"}) {
    INFO(piece);
    CHECK(milliseconds_to_translate(repeated(piece, 100000)) < 3000);
    CHECK(milliseconds_to_translate("__global__ void k() {" + repeated(piece, 100000)) < 3000);
    CHECK(milliseconds_to_translate("__device__ int a; __device__ void f() {" +
                                    repeated(std::string(piece) + "a ", 100000) + "}") < 3000);
  }
}

TEST_CASE("balanced nesting and long lists take linear time") {
  const int n = 50000;
  const std::string device = "__device__ int a; __device__ void f() { ";
  for (const auto& [open, close] : {std::pair<std::string, std::string>{"(", ")"},
                                    {"{", "}"},
                                    {"[](){", "}"},
                                    {"[=](int a){a;", "}"},
                                    {"struct A { void f() {", "} };"},
                                    {"for (int a;;) {", "}"},
                                    {"if (a) ", ";"}}) {
    INFO(open);
    CHECK(milliseconds_to_translate(device + repeated(open, n) + repeated(close, n) + "}") < 3000);
    CHECK(milliseconds_to_translate(repeated(open, n) + repeated(close, n)) < 3000);
  }
  std::string chain;
  for (int i = 0; i < 5000; ++i) {
    chain = "__device__ int f" + std::to_string(i) + "() { return f" + std::to_string(i + 1) +
            "(); }\n" + chain;
  }
  CHECK(milliseconds_to_translate(chain) < 3000);
  CHECK(milliseconds_to_translate("struct A { " + repeated("int a = b, ", n) + "};") < 3000);
  for (const char* item : {"a, ", "a < ", "a > ", "a * ", "__shared__ int a; ", "int a, b; ",
                           "f(a); ", "k<<<1, 1>>>(a); ", "[=] __device__ (int i) { return a; }; ",
                           "a::", "__device__ ", "const ", "*", "&&", ">", "} {", "for (;;) "}) {
    INFO(item);
    CHECK(milliseconds_to_translate(device + repeated(item, n) + "}") < 3000);
    CHECK(milliseconds_to_translate(repeated(item, n)) < 3000);
  }
}

TEST_CASE("Thrust's headers lose their qualifiers, and nothing else in them is device code") {
  const std::string header =
      "# 1 \"/usr/include/thrust/sort.h\" 1 3\n"
      "template <class T> __host__ __device__ void* room(T& t) { return malloc(t, 8); }\n"
      "# 2 \"user.cu\" 2\n";
  CHECK(translate_text(header) ==
        "# 1 \"/usr/include/thrust/sort.h\" 1 3\n"
        "template <class T>                     void* room(T& t) { return malloc(t, 8); }\n"
        "# 2 \"user.cu\" 2\n");
  // Beside another system header with device code in it, too.
  const std::string mixed = translate_text(
      "# 1 \"/usr/include/thrust/sort.h\" 1 3\n"
      "__host__ __device__ inline void* room(int n) { return malloc(n); }\n"
      "# 1 \"/usr/include/other.h\" 1 3\n"
      "__device__ inline void* more(int n) { return malloc(n); }\n"
      "# 2 \"user.cu\" 2\n");
  CHECK(mixed.find("__device__") == std::string::npos);
  CHECK(mixed.find("room(int n) { return malloc(n); }") != std::string::npos);
  CHECK(mixed.find("warpup_device_malloc", mixed.find("more")) != std::string::npos);
  // A folder of that name is nothing special in the program itself.
  const std::string own = translate_text(
      "# 1 \"/home/u/include/thrust/mine.h\" 1\n"
      "__device__ void* f() { return malloc(4); }\n");
  CHECK(own.find("warpup_device_malloc") != std::string::npos);
}
