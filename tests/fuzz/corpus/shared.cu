// Shared variables, static and dynamic, wherever they may stand.


struct double2_like {
  double x, y;
};
static __shared__ int at_namespace[4];
__shared__ volatile float *pointer_at_namespace, another;
extern __shared__ __align__(16) unsigned char dynamic_at_namespace[];

constexpr int kTile = 4;

__global__ void forms(int* out) {
  __shared__ float a[kTile], b[2][kTile + 1];
  __shared__ int scalar;
  volatile __shared__ int v[2];
  static __shared__ int s;
  __shared__ volatile float* p;
  __shared__ __align__(64) double aligned;
  __shared__ alignas(32) char x[3][3 + 1], y;
  alignas(16) __shared__ char z;
  __shared__ unsigned long long int wide;
  unsigned __shared__ late;
  __shared__ std::array<int, kTile> array;
  __shared__ const int* (*pointers[2])[3];
  __shared__ struct { int left, right; } pair;
  __shared__ struct Named { int n; __device__ int twice() const { return n * 2; } } named, nameds[2];
  Named copy;
  p = &a[1];
  a[1] = 1;
  b[1][kTile] = 2;
  scalar = 3;
  v[1] = 4;
  s = 5;
  aligned = 6;
  x[2][3] = 7;
  y = 8;
  z = 9;
  wide = late = 10;
  array[3] = 11;
  pointers[1] = nullptr;
  pair.right = 12;
  named.n = 13;
  nameds[1] = copy = named;
  out[0] = a[1] + b[1][kTile] + scalar + v[1] + s + *p + aligned + x[2][3] + y + z + wide +
           array[3] + pair.right + nameds[1].twice();
  out[1] = sizeof(a) / sizeof(a[0]) + sizeof b + sizeof(x);
  out[2] = reinterpret_cast<size_t>(&aligned) % 64 + reinterpret_cast<size_t>(&x) % 32 +
           reinterpret_cast<size_t>(&z) % 16;
  at_namespace[2] = 14;
  another = 15;
  pointer_at_namespace = &another;
  out[3] = at_namespace[2] + *pointer_at_namespace;
  dynamic_at_namespace[1] = 16;
  out[4] = dynamic_byte(1);
}

template <typename T, int N>
__device__ T device_function(T value) {
  __shared__ T tile[N][N + 1];
  tile[N - 1][N] = value;
  return tile[N - 1][N] + 1;
}

template <typename T, int N = 8>
__global__ void templated(T* out) {
  for (int i = 0; i < 2; ++i) {
    __shared__ T inside[N];
    if (i == 0) {
      __shared__ T inside[2 * N];
      out[2] = sizeof(inside) / sizeof(T);
    }
    inside[i] = i;
    out[i] = inside[i] + sizeof(inside) / sizeof(T);
  }
  out[3] = device_function<T, 2>(5);
}

__global__ void dynamic(int* out) {
  extern __shared__ int words[];
  extern __shared__ __align__(16) unsigned char raw[];
  extern __shared__ volatile float f[], (*g)[2];
  __shared__ extern double2_like* unused[];
  words[1] = 0x01020304;
  out[0] = raw[4];
  out[1] = f == reinterpret_cast<float*>(raw);
}
template <typename T>
__global__ void dynamic_template(T* out) {
  extern __shared__ __align__(sizeof(T)) unsigned char bytes[];
  T* values = reinterpret_cast<T*>(bytes);
  extern __shared__ T direct[];
  values[2] = 7;
  out[0] = direct[2];
}

// A shared variable is no automatic one: lambdas and local classes see it without a capture.
__global__ void seen_from_within(int* out) {
  __shared__ int tile[4];
  extern __shared__ int words[];
  struct Local {
    __device__ static void set(int i, int value) { tile[i] = value; }
  };
  Local::set(0, 1);
  auto none = [](int i) { tile[i] = 2; };
  auto copying = [=](int i) { tile[i] = out[7]; words[i] = 4; };
  auto referring = [&](int i) { tile[i] = 4; };
  auto hidden = [](int tile) { return tile + 1; };
  none(1);
  copying(2);
  referring(3);
  for (int i = 0; i < 4; ++i) out[i] = tile[i];
  out[4] = words[2] + hidden(5);
}

int main() {
  int out[8] = {0, 0, 0, 0, 0, 0, 0, 3};
  forms<<<1, 1>>>(out);
  CHECK(out[0] == 1 + 2 + 3 + 4 + 5 + 1 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 26);
  CHECK(out[1] == 4 + 40 + 12 && out[2] == 0 && out[3] == 29 && out[4] == 16);
  CHECK(!strcmp(warpup::seen.shared_name, "nameds") && warpup::seen.shared_line == 29);
  CHECK(warpup::seen.shared_function == reinterpret_cast<const void*>(&forms));
  float real[4];
  templated<<<1, 1>>>(real);
  CHECK(real[0] == 8 && real[1] == 9 && real[2] == 16 && real[3] == 6);
  CHECK(!strcmp(warpup::seen.shared_name, "tile") && warpup::seen.shared_function == nullptr);
  dynamic<<<1, 1, 1024>>>(out);
  CHECK(out[0] == 4 && out[1] == 1);
  double wide[1];
  dynamic_template<<<1, 1, 1024>>>(wide);
  CHECK(wide[0] == 7);
  seen_from_within<<<1, 1, 64>>>(out);
  CHECK(out[0] == 1 && out[1] == 2 && out[2] == 3 && out[3] == 4 && out[4] == 10);
  return failures;
}
