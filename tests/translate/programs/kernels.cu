// Every form in which a kernel is written.
#include "stand_in.h"

#define BOUNDS 64

__global__ void plain(int* out) { out[threadIdx.x] = 1 + threadIdx.x; }
__global__ void no_parameters() {}
__global__ void void_parameters(void) {}
__global__ void unnamed(int*, float, int n) { (void)n; }
__global__ void unnamed_arrays(int[], float (*)[4], void (*)(int), int* out) { *out = 5; }

__global__ void __launch_bounds__(BOUNDS) bounds_behind(int* out) { *out = 1; }
__launch_bounds__(BOUNDS, 2) __global__ void bounds_before(int* out) { *out = 2; }
static __global__ __launch_bounds__(32 * 2, (1 + 2)) void bounds_between(int* out) { *out = 3; }
void __global__ late(int* out) { *out = 4; }

template <typename T, int N = 4>
__global__ static void __launch_bounds__(N * 32) sized(T* out, int n = N) {
  if (threadIdx.x == 0) out[0] = static_cast<T>(n + N);
}

template <class T = float, template <typename, int> class C, bool B = (3 > 2), T... Values>
__global__ void elaborate(C<T, 4>* out) {
  T all[] = {Values...};
  out->value = B ? all[0] : T();
}
template <typename T, int N>
struct Holder {
  T value;
};

template <typename... Ts>
__global__ void pack(double* out, Ts... values) {
  *out = (0.0 + ... + values);
}
template <typename F, typename... Args>
__global__ void call(F f, Args...) {
  f(threadIdx.x);
}

struct Add {
  int* out;
  __device__ void operator()(int i) const { out[i] = i + 7; }
};

__global__ void arrays(int a[], int b[][2], const int* __restrict__ c, int* const d) {
  d[0] = a[0] + b[1][1] + c[0];
}
typedef int (*Operation)(int, int);
__global__ void function_pointers(int (*f)(int, int), Operation g, int* out) {
  *out = f(1, 2) + g(3, 4);
}
static int sum(int a, int b) { return a + b; }

struct Config {
  int scale;
};
__global__ void by_value(const __grid_constant__ Config config, int* out) { *out = config.scale; }

namespace outer {
namespace {
__global__ void hidden(int* out) { *out = 11; }
}  // namespace
namespace inner {
template <typename T>
__global__ void deep(T* out) {
  *out = 12;
}
}  // namespace inner
__global__ void later(int* out);
void run_hidden(int* out) { hidden<<<1, 1>>>(out); }
}  // namespace outer
__global__ void outer::later(int* out) { *out = 13; }

extern "C" __global__ void with_c_linkage(int* out) { *out = 14; }
extern "C" {
__global__ void in_c_block(int* out) { *out = 15; }
}

__global__ void __launch_bounds__(96) declared(int* out);
__global__ void declared(int* p) { *p = 16; }

template <typename T>
__global__ void special(T* out) {
  *out = 1;
}
template <>
__global__ void special<double>(double* out) {
  *out = 2;
}
template <>
__global__ void special(float* out) {
  *out = 3;
}
template <typename T>
__global__ void instantiated(T* out) {
  *out = 4;
}
template __global__ void instantiated<float>(float*);

class Secret {
  int value_ = 17;
  friend __global__ void reveal(Secret secret, int* out);
  template <typename T>
  friend __global__ void reveal_as(Secret secret, T* out);
};
__global__ void reveal(Secret secret, int* out) { *out = secret.value_; }
template <typename T>
__global__ void reveal_as(Secret secret, T* out) {
  *out = secret.value_;
}

template <typename T, int N>
auto __global__ trailing(T* out) -> void
{
  *out = N;
}
template <int N, typename = void, typename T>
__global__ void unnamed_template(T* out) {
  out[0] = N;
  return;
}
__global__ void overloaded(int* out) { *out = 1; }
__global__ void overloaded(float* out) { *out = 2; }
__global__ void commented(/* a, b */ int* out /* > */, // )
                          int n) { *out = n; }
[[maybe_unused]] __global__ void attributed([[maybe_unused]] int n, int* out) { *out = 21; }

__global__ void named(const float* p, int n, int* out) {
  *out = !strcmp(__func__, "named") &&
         !strcmp(__PRETTY_FUNCTION__, "void named(const float*, int, int*)");
}

int main() {
  int out[64] = {};
  float real = 0;
  double wide = 0;
  plain<<<1, 3>>>(out);
  CHECK(out[2] == 3 && warpup::seen.max_threads == 0);
  CHECK(warpup::seen.function == reinterpret_cast<const void*>(&plain));
  no_parameters<<<1, 1>>>();
  void_parameters<<<1, 1>>>();
  unnamed<<<1, 1>>>(out, 1.0f, 2);
  unnamed_arrays<<<1, 1>>>(out, nullptr, nullptr, out);
  CHECK(out[0] == 5);
  bounds_behind<<<1, 1>>>(out);
  CHECK(out[0] == 1 && warpup::seen.max_threads == 64 && warpup::seen.min_blocks == 0);
  bounds_before<<<1, 1>>>(out);
  CHECK(out[0] == 2 && warpup::seen.max_threads == 64 && warpup::seen.min_blocks == 2);
  bounds_between<<<1, 1>>>(out);
  CHECK(out[0] == 3 && warpup::seen.max_threads == 64 && warpup::seen.min_blocks == 3);
  late<<<1, 1>>>(out);
  CHECK(out[0] == 4);
  sized<int><<<1, 1>>>(out);
  CHECK(out[0] == 8 && warpup::seen.max_threads == 128);
  sized<float, 2><<<1, 1>>>(&real, 5);
  CHECK(real == 7 && warpup::seen.max_threads == 64);
  Holder<int, 4> holder;
  elaborate<int, Holder, true, 9, 8><<<1, 1>>>(&holder);
  CHECK(holder.value == 9);
  pack<<<1, 1>>>(&wide, 1, 2.5f, 3.0);
  CHECK(wide == 6.5);
  call<<<1, 4>>>(Add{out}, 1, 'c');
  CHECK(out[3] == 10);
  int b[2][2] = {{0, 0}, {0, 30}}, c = 4;
  arrays<<<1, 1>>>(&c, b, &c, out);
  CHECK(out[0] == 38);
  function_pointers<<<1, 1>>>(sum, sum, out);
  CHECK(out[0] == 10);
  by_value<<<1, 1>>>(Config{6}, out);
  CHECK(out[0] == 6);
  outer::run_hidden(out);
  CHECK(out[0] == 11);
  outer::inner::deep<int><<<1, 1>>>(out);
  CHECK(out[0] == 12);
  ::outer::later<<<1, 1>>>(out);
  CHECK(out[0] == 13);
  with_c_linkage<<<1, 1>>>(out);
  CHECK(out[0] == 14);
  in_c_block<<<1, 1>>>(out);
  CHECK(out[0] == 15);
  declared<<<1, 1>>>(out);
  CHECK(out[0] == 16 && warpup::seen.max_threads == 96);
  special<<<1, 1>>>(out);
  special<<<1, 1>>>(&wide);
  special<<<1, 1>>>(&real);
  CHECK(out[0] == 1 && wide == 2 && real == 3);
  instantiated<<<1, 1>>>(&real);
  CHECK(real == 4);
  reveal<<<1, 1>>>(Secret(), out);
  CHECK(out[0] == 17);
  reveal_as<<<1, 1>>>(Secret(), &wide);
  CHECK(wide == 17);
  trailing<int, 18><<<1, 1>>>(out);
  CHECK(out[0] == 18);
  unnamed_template<19><<<1, 1>>>(out);
  CHECK(out[0] == 19);
  overloaded<<<1, 1>>>(out);
  overloaded<<<1, 1>>>(&real);
  CHECK(out[0] == 1 && real == 2);
  commented<<<1, 1>>>(out, 20);
  CHECK(out[0] == 20);
  attributed<<<1, 1>>>(0, out);
  CHECK(out[0] == 21);
  named<<<1, 1>>>(nullptr, 0, out);
  CHECK(out[0] == 1);
  CHECK(warpup::seen.configured == 0);
  return failures;
}
