// Every place and form in which a kernel is launched.

__global__ void set(int* out, int value) { out[blockIdx.x * blockDim.x + threadIdx.x] = value; }
template <typename T, int N>
__global__ void fill(T* out) {
  *out = N;
}
template <bool B>
__global__ void flag(int* out) {
  *out = B;
}
template <typename T>
struct Foo {
  static const int v = 1;
  T t;
};
template <typename T>
struct Bar {
  T t;
};
namespace ns {
template <typename T, bool B>
__global__ void both(T* out) {
  *out = B ? 1 : 2;
}
struct Inside {
  static void launch(int* out) { both<int, (1 > 0)><<<1, 1>>>(out); }
};
}  // namespace ns

#define LAUNCH(kernel, grid, block, ...) \
  do {                                   \
    kernel<<<grid, block>>>(__VA_ARGS__); \
    ++checked;                           \
  } while (0)
#define BLOCKS 2
#define CONFIG BLOCKS, 3
#define FULL(k) k<<<CONFIG>>>

static int checked = 0;
static int count = 0;
static int next() { return ++count; }

typedef void (*Kernel)(int*, int);
struct Table {
  Kernel kernels[2];
  Kernel get() const { return kernels[0]; }
  template <int N>
  Kernel nth() const { return kernels[N]; }
};

template <typename T>
struct Launcher {
  T* out;
  template <int N>
  void run() {
    fill<T, N><<<1, 1>>>(out);
    auto kernel = &fill<T, N + 1>;
    kernel<<<dim3(1), dim3(1)>>>(out);
    this->member<<<1, 1>>>(out);
  }
  void (*member)(T*) = fill<T, 40>;
};

static int forms(int* out) {
  set<<<1, 1, 0>>>(out, 3);
  CHECK(out[0] == 3);
  set<<<1, 1, sizeof(Foo<Bar<int>>)>>>(out, 4);
  CHECK(out[0] == 4 && warpup::seen.dynamic_shared == sizeof(int));
  set<<<1, 1, 16, out>>>(out, 5);
  CHECK(out[0] == 5 && warpup::seen.stream == out);
  set<<<dim3(1, 2), {4, 2}>>>(out, 6);
  CHECK(out[3] == 6 && warpup::seen.grid.y == 2 && warpup::seen.block.x == 4);
  set<<<Foo<Bar<int>>::v, Foo<Foo<int>>::v>>>(out, 7);
  CHECK(out[0] == 7);
  set<<<(9 > 8) ? 1 : 2, (16 >> 4), 1 << 3>>>(out, 8);
  CHECK(out[0] == 8 && warpup::seen.dynamic_shared == 8);
  set<<<
      1,
      dim3(
          2)
      >>>(
          out,
          9);
  CHECK(out[1] == 9);
  set << < 1, 1 >> > (out, 10);
  CHECK(out[0] == 10);
  ::set<<<1, 1>>>(out, 11);
  (set)<<<1, 1>>>(out, 12);
  (*set)<<<1, 1>>>(out, 13);
  CHECK(out[0] == 13);
  return warpup::seen.configured;
}

static void names(int* out) {
  fill<int, 3><<<1, 1>>>(out);
  CHECK(out[0] == 3);
  flag<(4 > 3)><<<1, 1>>>(out);
  CHECK(out[0] == 1);
  flag<(3 >> 1) == 2><<<1, 1>>>(out);
  CHECK(out[0] == 0);
  ns::both<int, false><<<1, 1>>>(out);
  CHECK(out[0] == 2);
  ns::Inside::launch(out);
  CHECK(out[0] == 1);
  Table table{{set, set}};
  const Table* p = &table;
  table.kernels[1]<<<1, 1>>>(out, 20);
  CHECK(out[0] == 20);
  p->kernels[0]<<<1, 1>>>(out, 21);
  CHECK(out[0] == 21);
  table.get()<<<1, 1>>>(out, 22);
  p->nth<1>()<<<1, 1>>>(out, 23);
  CHECK(out[0] == 23);
  (count >= 0 ? set : nullptr)<<<1, 1>>>(out, 24);
  CHECK(out[0] == 24);
  Launcher<int> launcher{out};
  launcher.run<30>();
  CHECK(out[0] == 40);
  auto lambda = [&](int v) { set<<<1, 1>>>(out, v); };
  lambda(25);
  CHECK(out[0] == 25);
}

static void statements(int* out) {
  if (out) set<<<1, 1>>>(out, 50);
  CHECK(out[0] == 50);
  if (!out) set<<<1, 1>>>(out, 51); else set<<<1, 1>>>(out, 52);
  CHECK(out[0] == 52);
  if (out) (set)<<<1, 1>>>(out, 53);
  CHECK(out[0] == 53);
  for (int i = 0; i < 3; ++i) set<<<1, i + 1>>>(out, i);
  CHECK(out[2] == 2);
  for (int i = 0; i < 1; set<<<1, 1>>>(out, 54), ++i) {}
  CHECK(out[0] == 54);
  LAUNCH(set, 1, 1, out, 55);
  LAUNCH((fill<int, 56>), 1, 1, out);
  CHECK(out[0] == 56 && checked == 2);
  FULL(set)(out, 57);
  CHECK(out[5] == 57);
  out ? set<<<1, 1>>>(out, 58) : set<<<1, 1>>>(out, 59);
  CHECK(out[0] == 58);
  set<<<1, 1>>>(out, 60), set<<<1, 1>>>(out, 61);
  CHECK(out[0] == 61);
  switch (out[0]) {
    case 61: set<<<1, 1>>>(out, 62); break;
    default: set<<<1, 1>>>(out, 63);
  }
  CHECK(out[0] == 62);
  again: set<<<1, 1>>>(out, 64);
  if (out[0] != 64) goto again;
  do set<<<1, 1>>>(out, 65); while (false);
  CHECK(out[0] == 65);
}

static void order(int* out) {
  set<<<next(), next()>>>(out, next() * 100);
  CHECK(out[0] == 300 && warpup::seen.grid.x + warpup::seen.block.x == 3);
  set<<<1, 1>>>(out, [&] {
    set<<<1, 1>>>(out + 1, 71);
    return 70;
  }());
  CHECK(out[1] == 71);
}

__global__ void parent(int* out) {
  set<<<1, 2>>>(out, 80);
  if (threadIdx.x == 0) fill<int, 81><<<1, 1>>>(out + 2);
}

template <typename T>
static T shift(T a, T b) {
  const char* text = "k<<<1, 2>>>(x)" R"x(k<<<1, 1>>>(")")x";
  return (a << b) + (a < b) + (b > a) + (text[0] == '<') + (1'000 >> 3);
}
struct Stream {
  Stream& operator<<(int) { return *this; }
  bool operator<(int) const { return true; }
};
template <typename T>
int operator<<(Bar<T>, Stream) {
  return 1;
}

int main() {
  int out[64] = {};
  CHECK(forms(out) == 0);
  names(out);
  statements(out);
  order(out);
  parent<<<1, 1>>>(out);
  CHECK(out[1] == 80 && out[2] == 81);
  CHECK(shift(4, 1) == 8 + 125);
  CHECK((Stream() << 1 << 2 < 3));
  CHECK(operator<< <int>(Bar<int>(), Stream()) == 1);
  CHECK(operator<<<int>(Bar<int>(), Stream()) == 1);
  return failures;
}
