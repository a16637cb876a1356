#include <vector>

#include "catch.hpp"
#include "checker/source_scan.h"
#include "checker/source_text.h"
#include "support.h"

using namespace warpup::report;
using test::TemporaryFile;

namespace {

using Texts = std::vector<std::string>;

Texts texts(const std::vector<Expression>& list) {
  Texts out;
  for (const auto& e : list) out.push_back(e.text);
  return out;
}

Texts written(const std::string& code) { return texts(written_expressions(code)); }
Texts read(const std::string& code) { return texts(read_expressions(code)); }
Texts atomic(const std::string& code) { return texts(atomic_expressions(code)); }

}  // namespace

TEST_CASE("comments and literals are blanked and columns kept") {
  bool in_comment = false;
  CHECK(blank_non_code("x = 1; // y[2]", &in_comment) == "x = 1;        ");
  CHECK(blank_non_code("p(\"a[0]\", 'c');", &in_comment) == "p(\"    \", ' ');");
  CHECK(blank_non_code("a /* b", &in_comment) == "a     ");
  CHECK(in_comment);
  CHECK(blank_non_code("c */ d", &in_comment) == "     d");
  CHECK_FALSE(in_comment);
  CHECK(blank_non_code("n = 1'000'000;", &in_comment) == "n = 1'000'000;");
}

TEST_CASE("what a line writes") {
  CHECK(written("s[t] = v[t];") == Texts{"s[t]"});
  CHECK(written("if (i < n && v[i] < 0) *hits = *hits + 1;") == Texts{"*hits"});
  CHECK(written("if (i < q) ((float4*)out)[i] = ((const float4*)in)[i];") ==
        Texts{"((float4*)out)[i]"});
  CHECK(written("if (a / b > limit) { b[i].keep = 0; return; }") == Texts{"b[i].keep"});
  CHECK(written("last = (atomicAdd(tickets, 1u) == gridDim.x - 1);") == Texts{"last"});
  CHECK(written("counter++;") == Texts{"counter"});
  CHECK(written("++*p;") == Texts{"*p"});
  CHECK(read("++*p;") == Texts{"*p"});
  CHECK(written("bits[i] <<= 2;") == Texts{"bits[i]"});
  CHECK(written("if (a[i] <= b[i] || c[i] != d[i] || e[i] >= 1) return;").empty());
}

TEST_CASE("what a line reads") {
  CHECK(read("s[t] = v[t];") == Texts{"v[t]"});
  CHECK(read("v[t] = s[N - 1 - t];") == Texts{"s[N - 1 - t]"});
  CHECK(read("if (t < step) s[t] += s[t + step];") == Texts{"s[t]", "s[t + step]"});
  CHECK(read("sum += m[r * cols + c];") == Texts{"m[r * cols + c]", "sum"});
  CHECK(read("*out = s->area();") == Texts{"s->area"});
  CHECK(read("x = a * b;").empty());
  CHECK(read("return *p;") == Texts{"*p"});
}

TEST_CASE("what an atomic changes") {
  CHECK(atomic("if (i < n) atomicAdd(&bins[v[i] & 15], 1);") == Texts{"bins[v[i] & 15]"});
  CHECK(atomic("int slot = atomicAdd(count, 1);") == Texts{"count"});
  CHECK(atomic("s[t] = 0;").empty());
}

TEST_CASE("the name that receives an allocation") {
  const TemporaryFile file(
      "CK(cudaMalloc(&d_in, n));\n"
      "cudaMalloc((void**)&d_cast, n);\n"
      "cudaMalloc(reinterpret_cast<void**>(&self->data), n);\n"
      "\n\n\n"
      "CK(cudaMalloc(&a, 1)); CK(cudaMalloc(&b, 2));\n"
      "\n\n\n"
      "auto buffer = Buffer(n);\n");
  CHECK(allocated_name(file.path(), 1, "cudaMalloc") == "d_in");
  CHECK(allocated_name(file.path(), 2, "cudaMalloc") == "d_cast");
  CHECK(allocated_name(file.path(), 3, "cudaMalloc") == "self->data");
  CHECK(allocated_name(file.path(), 7, "cudaMalloc") == "a or b");
  CHECK(allocated_name(file.path(), 11, "cudaMalloc").empty());
  CHECK(allocated_name(file.path(), 1, "cudaMallocManaged").empty());
  CHECK(allocated_name("/no/such/file.cu", 1, "cudaMalloc").empty());
}

TEST_CASE("the name of a variable that a line declares") {
  CHECK(declared_name("  warpup::Buffer<float> d_in(n);") == "d_in");
  CHECK(declared_name("auto d_out = make_buffer<float>(n);") == "d_out");
  CHECK(declared_name("Buffer b{32};") == "b");
  CHECK(declared_name("thrust::device_vector<int> a(n, 1), b{f(n, 2), 3}, c = a;") ==
        "a or b or c");
  CHECK(declared_name("auto a = make<int, 4>(n);") == "a");
  CHECK(declared_name("return make(n);").empty());
  CHECK(declared_name("v.resize(n);").empty());
  CHECK(declared_name("fill(b, 3);").empty());
  CHECK(declared_name("").empty());
}

TEST_CASE("guards and atomics above a line") {
  const TemporaryFile file(
      "__global__ void before(int n) { if (n <= 3) return; }\n"
      "__global__ void kernel(int* v, int n) {\n"
      "  int slot = atomicAdd(count, 1);\n"
      "  // __syncthreads() would not help\n"
      "  v[slot] = 1;\n"
      "  if (slot <= n) v[slot] = 2;\n"
      "}\n");
  CHECK(index_from_atomic(file.path(), 5, "v[slot]"));
  CHECK_FALSE(index_from_atomic(file.path(), 5, "v[n]"));
  CHECK(loose_guard_above(file.path(), 5) == 0);
  CHECK(loose_guard_above(file.path(), 6) == 6);
  CHECK_FALSE(guarded(file.path(), 5));
  CHECK(guarded(file.path(), 6));
  CHECK_FALSE(word_between(file.path(), 3, 6, "__syncthreads"));
}
