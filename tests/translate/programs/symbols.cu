// Variables in device memory, and which identifiers in device code mean them.
#include "stand_in.h"

namespace std {
template <class A, class B>
struct twins {
  A first;
  B second;
};
}  // namespace std

struct Pair {
  int left, right;
};

__device__ int counter;
__device__ int a = 1, *b, c[3] = {1, 2, 3};
static __device__ float fraction = 0.5f;
__device__ static volatile int flag;
__constant__ float coefficients[4] = {1, 2, 3, 4};
__constant__ const float kPi = 3;
const __constant__ int kCount = 4;
constexpr __device__ int kSize = 2;
__device__ __constant__ int both = 5;
__device__ constexpr float kTable[] = {1.5f, 2.5f};
__device__ Pair pair{6, 7}, pairs[2] = {{1, 2}, {3, 4}};
__device__ struct Inline {
  int value;
  __device__ int twice() const { return 2 * value; }
} in_line = {8};
__device__ struct {
  int value;
} nameless;
__device__ std::twins<int, float> twins = {9, 1.0f}, other_twins;
__device__ dim3 size(10, 11);
__device__ float declared_function(float, int);
__device__ int* address = &counter;
__device__ float (*operation)(float, int) = declared_function;
__device__ int (*rows)[3];
__device__ auto deduced = 12;
__device__ unsigned char __align__(16) bytes[16];
extern __device__ int external;
__device__ int external = 13;
inline __device__ int in_header = 14;
extern "C" {
__device__ int c_linkage = 15;
}
template <typename T>
__device__ T variable = T(16);
__managed__ int managed = 17, managed_array[2];
__device__ __managed__ float managed_too;

namespace ns {
__device__ int inside = 18;
namespace deeper {
__constant__ int inside = 19;
__device__ int only_deeper = 20;
__device__ int sum() { return inside + ns::inside; }
}  // namespace deeper
namespace alias = deeper;
}  // namespace ns
namespace unrelated {
constexpr int only_deeper = 100;
__device__ int use() { return only_deeper; }
}  // namespace unrelated
namespace {
__device__ int hidden = 21;
}

__device__ float declared_function(float x, int n) { return x * n + fraction; }

struct Widget {
  int counter = 1;
  static const int a = 2;
  __device__ Widget(int n) : counter(n + ::counter), other(flag) {}
  __device__ int get() const { return counter + a + this->counter; }
  __device__ int outside() const;
  int other;
  enum { flag = 3 };
};
__device__ int Widget::outside() const { return counter; }

__global__ void read(int* out) {
  counter = 30;
  b = &counter;
  out[0] = a + *b + c[2] + pair.right + pairs[1].left + both;
  out[1] = coefficients[3] + kPi + kTable[1] * 2;
  out[2] = in_line.twice() + nameless.value + twins.first + int(size.y);
  __shared__ int array[kSize + kCount];
  array[kSize] = deduced + external + in_header + c_linkage;
  out[3] = array[2];
  out[4] = ns::inside + ns::deeper::inside + ns::alias::inside + ::hidden + hidden;
  out[5] = ns::deeper::sum() + unrelated::use();
  out[6] = variable<int>;
  managed = managed + 1;
  ++managed_array[1];
  out[7] = operation(2, 3) * 2;
  out[8] = address == &counter;
  rows = &c;
  out[9] = (*rows)[1];
  bytes[3] = 1;
}

__global__ void shadows(int* out, int a) {
  out[0] = a;                    // the parameter
  out[1] = c[0];                 // the symbol
  for (int c = 0; c < 2; ++c) out[2] = c;
  for (int i = 0, counter = 7; i < 1; ++i) out[3] = counter;
  out[4] = counter;              // the symbol again
  {
    float* coefficients = nullptr;
    out[5] = coefficients == nullptr;
  }
  out[6] = coefficients[1];      // the symbol
  Pair counter{1, 2};
  const Pair* pair = &counter;
  out[7] = pair->right + counter.left;
  std::twins<int, int> twins{3, 4};
  out[8] = twins.second;
  int flag = 5, *external = &flag;
  out[9] = *external;
  out[10] = (out[9] > both) + (3 > both && 2 < both) + out[1] * both;
  auto lambda = [](int both) { return both + kSize; };
  out[11] = lambda(1);
  out[12] = Widget(2).get() + Widget(2).outside();
  struct Local {
    int hidden;
    __device__ int get() const { return hidden; }
  };
  out[13] = Local{6}.get();
  if (int* deduced = &a) out[14] = *deduced;
  out[15] = deduced;
}
__global__ void expressions(int* out, int n) {
  Pair list[] = {{n * both, n & both}, {n, both}};
  out[0] = list[0].left + list[0].right + list[1].right;
  out[1] = n > 1 ? n * both : n * both;
  out[2] = n < 1 ? n * both : n * both;
  decltype(c) same = {n * both, 1, both};
  out[3] = same[0] + same[2] + int(sizeof(c) / sizeof(c[0]));
  switch (n) {
    case 2:
      (void)(n * both);
      out[4] = both;
      break;
    default: out[4] = 0;
  }
  out[5] = Pair{n * both, both}.right - n * -both;
  auto pack = [n](int k) -> Pair { return {k * both, n * both}; };
  out[6] = pack(1).left + pack(1).right;
}
template <int both, typename hidden>
__global__ void template_shadows(hidden* out) {
  out[0] = both + in_header;
}

__host__ __device__ int from_both_sides() { return counter + ns::inside; }
__global__ void call_it(int* out) { *out = from_both_sides(); }
int host_only() { return counter; }

int main() {
  int out[32];
  managed = 40;
  read<<<1, 1>>>(out);
  CHECK(out[0] == 1 + 30 + 3 + 7 + 3 + 5 && out[1] == 4 + 3 + 5 && out[2] == 16 + 0 + 9 + 11);
  CHECK(out[3] == 12 + 13 + 14 + 15 && out[4] == 18 + 19 + 19 + 21 + 21 && out[5] == 37 + 100);
  CHECK(out[6] == 16 && managed == 41 && managed_array[1] == 1 && out[7] == 13);
  CHECK(out[8] == 1 && out[9] == 2 && managed_too == 0);
  CHECK(host_only() == 0 && counter == 0 && bytes[3] == 0 && b == nullptr);
  const float four[4] = {5, 6, 7, 8};
  copy_to_symbol(coefficients, four, sizeof four);
  shadows<<<1, 1>>>(out, 50);
  CHECK(out[0] == 50 && out[1] == 1 && out[2] == 1 && out[3] == 7 && out[4] == 30);
  CHECK(out[5] == 1 && out[6] == 6 && out[7] == 3 && out[8] == 4 && out[9] == 5);
  CHECK(out[10] == 0 + 0 + 5 && out[11] == 3 && out[12] == 32 + 2 + 32 + 32 && out[13] == 6);
  CHECK(out[14] == 50 && out[15] == 12);
  both = -1;  // the host's shadow: nothing below may see it
  expressions<<<1, 1>>>(out, 2);
  CHECK(out[0] == 10 + 0 + 5 && out[1] == 10 && out[2] == 10 && out[3] == 18 && out[4] == 5);
  CHECK(out[5] == 15 && out[6] == 15);
  template_shadows<2, int><<<1, 1>>>(out);
  CHECK(out[0] == 16);
  call_it<<<1, 1>>>(out);
  CHECK(out[0] == 30 + 18 && from_both_sides() == 18);
  return failures;
}
