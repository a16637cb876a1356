// C++ in kernels: templates, lambdas, function pointers, recursion, classes with virtual functions
// made on the device, structures passed by value, and indices of one, two and three dimensions.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

template <class T, int Scale>
struct Scaled {
  T offset;
  __device__ T operator()(T x) const { return x * Scale + offset; }
};

template <class T, class F>
__global__ void transform_kernel(const T* in, T* out, int n, F f) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = f(in[i]);
}

template <int First, int... Rest>
struct Sum {
  static constexpr int value = First + Sum<Rest...>::value;
};
template <int Only>
struct Sum<Only> {
  static constexpr int value = Only;
};

template <class... Ts>
__global__ void pack_kernel(double* out, Ts... values) {
  double sum = 0;
  ((sum += static_cast<double>(values)), ...);
  out[0] = sum;
  out[1] = sizeof...(Ts) * 100 + Sum<1, 2, 3>::value;
}

// An explicit specialisation of a kernel, and one of a device function.
template <class T>
__device__ int kind_of() {
  return 0;
}
template <>
__device__ int kind_of<float>() {
  return 4;
}
template <class T>
__global__ void kind_kernel(int* out) {
  *out = kind_of<T>();
}
template <>
__global__ void kind_kernel<double>(int* out) {
  *out = 8;
}

void test_templates() {
  const std::vector<int> values{1, 2, 3, 4, 5};
  DeviceArray<int> in(values), out(5);
  transform_kernel<<<1, 32>>>(in.get(), out.get(), 5, Scaled<int, 3>{7});
  expect<int>("functor", out.host(), {10, 13, 16, 19, 22});
  DeviceArray<double> sums(2);
  pack_kernel<<<1, 1>>>(sums.get(), 1, 2.5f, 3.25, 'a');
  expect<double>("parameter pack", sums.host(), {103.75, 406});
  DeviceArray<int> kinds(3);
  kind_kernel<int><<<1, 1>>>(kinds.get());
  kind_kernel<float><<<1, 1>>>(kinds.get() + 1);
  kind_kernel<double><<<1, 1>>>(kinds.get() + 2);
  expect<int>("specialisations", kinds.host(), {0, 4, 8});
}

__device__ int add_one(int x) { return x + 1; }
__device__ int twice(int x) { return 2 * x; }
__device__ int negated(int x) { return -x; }

using Operation = int (*)(int);

__global__ void pointer_kernel(int* out) {
  const Operation table[] = {add_one, twice, negated};
  const Operation chosen = table[threadIdx.x % 3];
  out[threadIdx.x] = chosen(static_cast<int>(threadIdx.x));
}

__device__ long long factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

__global__ void recursion_kernel(long long* out) {
  out[0] = factorial(15);
  out[1] = ackermann(2, 3);
}

__global__ void lambda_kernel(int* out) {
  const int base = 10;
  auto add = [base](int x) { return base + x; };
  int calls = 0;
  auto count = [&calls](auto x) {
    ++calls;
    return x * x;
  };
  const int nine = count(3), two = static_cast<int>(count(1.5));
  out[threadIdx.x] = add(static_cast<int>(threadIdx.x)) + nine + two + calls;
}

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Rectangle : Square {
  float other;
  __device__ Rectangle(float a, float b) : Square(a), other(b) {}
  __device__ float area() const override { return side * other; }
};

__global__ void virtual_kernel(float* out) {
  const Square square(3.0f);
  const Rectangle rectangle(2.0f, 5.0f);
  const Shape* shapes[] = {&square, &rectangle};
  float sum = 0;
  for (const Shape* s : shapes) sum += s->area();
  Shape* made = new Rectangle(1.5f, 2.0f);
  sum += made->area();
  delete made;
  *out = sum;
}

void test_functions() {
  DeviceArray<int> out(6);
  pointer_kernel<<<1, 6>>>(out.get());
  expect<int>("function pointers", out.host(), {1, 2, -2, 4, 8, -5});
  DeviceArray<long long> numbers(2);
  recursion_kernel<<<1, 1>>>(numbers.get());
  expect<long long>("recursion", numbers.host(), {1307674368000ll, 9});
  lambda_kernel<<<1, 6>>>(out.get());
  expect<int>("lambdas", out.host(), {23, 24, 25, 26, 27, 28});
  DeviceArray<float> area(1);
  virtual_kernel<<<1, 1>>>(area.get());
  expect("virtual functions", area.host()[0], 22.0f);
}

struct Settings {
  int weights[6];
  double scale;
  const int* data;
  char flag;
};

// By value: the host may change its copy at once.
__global__ void settings_kernel(Settings s, double* out) {
  double sum = 0;
  for (int w : s.weights) sum += w;
  out[threadIdx.x] = sum * s.scale + s.data[threadIdx.x] + s.flag;
  s.scale = 0;  // a thread's own copy
}

void test_arguments() {
  DeviceArray<int> data({10, 20, 30});
  DeviceArray<double> out(3);
  Settings settings{{1, 2, 3, 4, 5, 6}, 0.5, data.get(), 1};
  settings_kernel<<<1, 3>>>(settings, out.get());
  settings.scale = 1000;
  expect<double>("structure by value", out.host(), {21.5, 31.5, 41.5});
}

// Every thread of every shape writes its own linear index.
__global__ void index_kernel(int* out) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z = static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  const int width = static_cast<int>(gridDim.x * blockDim.x),
            height = static_cast<int>(gridDim.y * blockDim.y);
  const int i = (z * height + y) * width + x;
  out[i] += i + 1;
}

void test_shape(dim3 grid, dim3 block) {
  const int n = static_cast<int>(grid.x * grid.y * grid.z * block.x * block.y * block.z);
  DeviceArray<int> out(n);
  index_kernel<<<grid, block>>>(out.get());
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = i + 1;
  std::ostringstream name;
  name << "grid " << grid.x << "x" << grid.y << "x" << grid.z << " block " << block.x << "x"
       << block.y << "x" << block.z;
  expect(name.str(), out.host(), expected);
}

__constant__ int kTable[4] = {2, 3, 5, 7};
__device__ int device_counter;
__managed__ int managed_value = 11;

namespace nested {
__device__ float weights[3] = {0.5f, 1.5f, 2.5f};
}

__global__ void symbol_kernel(float* out) {
  out[threadIdx.x] = static_cast<float>(kTable[threadIdx.x]) * nested::weights[threadIdx.x];
  atomicAdd(&device_counter, 1);
  if (threadIdx.x == 0) managed_value += 4;
}

void test_symbols() {
  DeviceArray<float> out(3);
  symbol_kernel<<<1, 3>>>(out.get());
  expect<float>("symbols", out.host(), {1.0f, 4.5f, 12.5f});
  int counter = 0;
  REQUIRE_CUDA(cudaMemcpyFromSymbol(&counter, device_counter, sizeof(counter)));
  expect<int>("counter and managed value", {counter, managed_value}, {3, 15});
  const int table[4] = {1, 1, 1, 1};
  REQUIRE_CUDA(cudaMemcpyToSymbol(kTable, table, sizeof(table)));
  symbol_kernel<<<1, 3>>>(out.get());
  expect<float>("constant memory set anew", out.host(), {0.5f, 1.5f, 2.5f});
}

int main() {
  test_templates();
  test_functions();
  test_arguments();
  test_shape(dim3(5), dim3(33));
  test_shape(dim3(3, 4), dim3(8, 5));
  test_shape(dim3(2, 3, 4), dim3(4, 3, 5));
  test_shape(dim3(1, 2, 3), dim3(1024));
  test_shape(dim3(7, 1, 2), dim3(1, 1, 64));
  test_symbols();
  return semantics::verdict();
}
