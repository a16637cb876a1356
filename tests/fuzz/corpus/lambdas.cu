// Lambdas with qualifiers, classes with device members, and what else is only unqualified.

__constant__ int offset = 100;

template <typename F>
__global__ void apply(F f, int* out) {
  out[threadIdx.x] = f(threadIdx.x);
}
template <typename F>
int on_host(F f) {
  return f(1);
}

__host__ __device__ constexpr int square(int x) { return x * x; }
__device__ __forceinline__ static int forced(int x) { return x + 1; }
__forceinline__ __device__ inline int forced_inline(int x) { return x + 2; }
__noinline__ __device__ int not_inlined(int x) { return x + 3; }
__attribute__((__noinline__)) int host_attribute(int x) { return x; }
__device__ auto trailing(int x) -> decltype(x + 1L) { return x; }
__device__ int defaulted(int x = 4) { return x; }
template <typename T>
__host__ __device__ T generic(T x);
template <typename T>
__host__ __device__ T generic(T x) {
  return x;
}
template <>
__host__ __device__ int generic<int>(int x) {
  return -x;
}
using Function = int (*)(int);
__device__ Function table[] = {forced, forced_inline};

class Shape {
 public:
  __host__ __device__ explicit Shape(int n = 1) noexcept : size_{n}, twice_(n * 2) {}
  __host__ __device__ virtual ~Shape() {}
  __device__ Shape(const Shape&) = default;
  __host__ __device__ Shape& operator=(const Shape&) = delete;
  __host__ __device__ virtual int area() const = 0;
  __host__ __device__ int operator()(int x) const { return x + size_; }
  __host__ __device__ int operator[](int i) const { return i * size_; }
  __host__ __device__ explicit operator bool() const { return size_ != 0; }
  __host__ __device__ friend bool operator<(const Shape& a, const Shape& b) {
    return a.size_ < b.size_;
  }
  template <typename T>
  __device__ T scaled(T by) const;
  static __device__ __host__ int statically() { return 3; }

 protected:
  int size_, twice_;
};
template <typename T>
__device__ T Shape::scaled(T by) const {
  return by * size_;
}
struct Square final : Shape {
  using Shape::Shape;
  __host__ __device__ int area() const override { return size_ * size_; }
  __host__ __device__ ~Square() noexcept(true) override;
};
__host__ __device__ Square::~Square() noexcept(true) {}

__global__ void members(int* out) {
  Square square(3);
  out[0] = square.area() + square(1) + square[2] + bool(square) + (square < Square(4));
  out[1] = square.scaled(2) + Shape::statically() + table[1](1) + trailing(5) + defaulted();
  out[2] = generic(2) + generic<long>(3) + not_inlined(1);
}

struct Printer {
  static int printf(const char*) { return 77; }
  int clock() const { return 78; }
  static void free(int*) {}
};
namespace own {
__device__ int malloc(int n) { return n; }
}  // namespace own

__global__ void library_functions(int* out) {
  printf("%d\n", 1);
  ::printf("%d\n", 2);
  std::printf("%d\n", 3);
  ::std::printf("%d\n", 4);
  int* heap = (int*)malloc(sizeof(int));
  *heap = 5;
  out[0] = *heap + clock();
  free(heap);
  Printer printer;
  Printer::free(nullptr);
  out[1] = Printer::printf("") + printer.clock() + own::malloc(1);
}

auto at_namespace = [] __host__ __device__(int i) { return i + 9; };

int main() {
  int out[8];
  int base = 10;
  apply<<<1, 2>>>([=] __device__(int i) { return base + i + offset; }, out);
  CHECK(out[1] == 111);
  apply<<<1, 2>>>([=] __device__(int i) mutable -> int { return base++ + i; }, out);
  apply<<<1, 2>>>([base] __host__ __device__(auto i) noexcept { return base * i; }, out);
  CHECK(out[1] == 10);
  auto named = [=] __host__ __device__(int i) {
    auto inner = [&](int j) { return j + base; };
    return inner(i) + offset;
  };
  offset = 1000;  // the host's shadow
  apply<<<1, 1>>>(named, out);
  CHECK(out[0] == 110 && on_host(named) == 1011 && offset == 1000);
  auto nothing = [] __device__ { return 6; };
  (void)nothing;
  apply<<<1, 1>>>(at_namespace, out);
  CHECK(out[0] == 9);
  members<<<1, 1>>>(out);
  CHECK(out[0] == 9 + 4 + 6 + 1 + 1 && out[1] == 6 + 3 + 3 + 5 + 4 && out[2] == -2 + 3 + 4);
  library_functions<<<1, 1>>>(out);
  CHECK(device_prints == 4 && out[0] == 47 && out[1] == 77 + 78 + 1);
  CHECK(square(3) + forced(1) + host_attribute(1) == 12);
  return failures;
}
