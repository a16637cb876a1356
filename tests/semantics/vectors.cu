// Vector types: sizes, alignments, construction, whole loads and stores.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

template <class T>
void shape(const char* name, size_t bytes, size_t alignment) {
  expect<size_t>(name, {sizeof(T), alignof(T)}, {bytes, alignment});
}

// The sizes that CUDA's programming guide lists.
void test_shapes() {
  shape<char1>("char1", 1, 1);
  shape<uchar2>("uchar2", 2, 2);
  shape<char3>("char3", 3, 1);
  shape<uchar4>("uchar4", 4, 4);
  shape<short1>("short1", 2, 2);
  shape<ushort2>("ushort2", 4, 4);
  shape<short3>("short3", 6, 2);
  shape<ushort4>("ushort4", 8, 8);
  shape<int1>("int1", 4, 4);
  shape<uint2>("uint2", 8, 8);
  shape<int3>("int3", 12, 4);
  shape<uint3>("uint3", 12, 4);
  shape<uint4>("uint4", 16, 16);
  shape<long1>("long1", 8, 8);
  shape<ulong2>("ulong2", 16, 16);
  shape<long3>("long3", 24, 8);
  shape<longlong1>("longlong1", 8, 8);
  shape<ulonglong2>("ulonglong2", 16, 16);
  shape<longlong3>("longlong3", 24, 8);
  shape<float1>("float1", 4, 4);
  shape<float2>("float2", 8, 8);
  shape<float3>("float3", 12, 4);
  shape<float4>("float4", 16, 16);
  shape<double1>("double1", 8, 8);
  shape<double2>("double2", 16, 16);
  shape<double3>("double3", 24, 8);
  shape<dim3>("dim3", 12, 4);
}

struct Particle {
  float3 position;
  float mass;
  uchar4 color;
};

__global__ void particle_kernel(Particle* particles, float4* packed) {
  const int i = static_cast<int>(threadIdx.x);
  const Particle p{make_float3(i, 2.0f * i, 3.0f * i), 0.5f * i, make_uchar4(i, i + 1, i + 2, 255)};
  particles[i] = p;
  packed[i] = make_float4(p.position.x, p.position.y, p.position.z, p.mass);
}

// A float array read as float4, the usual cast.
__global__ void sum_by_four_kernel(const float* in, float* out) {
  const float4 v = reinterpret_cast<const float4*>(in)[threadIdx.x];
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

__global__ void make_kernel(double* out) {
  const int4 i = make_int4(1, -2, 3, -4);
  const double2 d = make_double2(0.5, 0.25);
  const ulonglong2 u = make_ulonglong2(1ull << 40, 7);
  const short4 s = make_short4(-1, 2, -3, 4);
  const char2 c = make_char2(-5, 6);
  const uint3 n{1, 2, 3};
  out[0] = i.x + i.y + i.z + i.w;
  out[1] = d.x + d.y;
  out[2] = static_cast<double>(u.x + u.y);
  out[3] = s.x + s.y * 2 + s.z * 3 + s.w * 4;
  out[4] = c.x * c.y;
  out[5] = n.x + n.y + n.z;
}

void test_device() {
  const int n = 40;
  static_assert(sizeof(Particle) == 20, "float3 needs no padding");
  Particle* particles = nullptr;
  REQUIRE_CUDA(cudaMalloc(&particles, n * sizeof(Particle)));
  float4* packed = nullptr;
  REQUIRE_CUDA(cudaMalloc(&packed, n * sizeof(float4)));
  particle_kernel<<<1, n>>>(particles, packed);
  std::vector<Particle> p(n);
  std::vector<float4> f(n);
  REQUIRE_CUDA(cudaMemcpy(p.data(), particles, n * sizeof(Particle), cudaMemcpyDeviceToHost));
  REQUIRE_CUDA(cudaMemcpy(f.data(), packed, n * sizeof(float4), cudaMemcpyDeviceToHost));
  REQUIRE_CUDA(cudaFree(particles));
  REQUIRE_CUDA(cudaFree(packed));
  std::vector<float> got, expected;
  for (int i = 0; i < n; ++i) {
    for (float v : {p[i].position.z, p[i].mass, static_cast<float>(p[i].color.z), f[i].y, f[i].w})
      got.push_back(v);
    for (float v : {3.0f * i, 0.5f * i, i + 2.0f, 2.0f * i, 0.5f * i}) expected.push_back(v);
  }
  expect("structures of vectors", got, expected);
}

void test_loads() {
  std::vector<float> values(256), sums(64);
  for (int i = 0; i < 256; ++i) sums[i / 4] += values[i] = static_cast<float>(i % 17);
  DeviceArray<float> in(values), out(64);
  sum_by_four_kernel<<<1, 64>>>(in.get(), out.get());
  expect("floats loaded by four", out.host(), sums);
  DeviceArray<double> made(6);
  make_kernel<<<1, 1>>>(made.get());
  expect<double>("made", made.host(), {-2, 0.75, 1099511627783.0, 10, -30, 6});
}

int main() {
  test_shapes();
  test_device();
  test_loads();
  const dim3 partial(5), other(2, 3);
  expect<unsigned>("dim3", {partial.x, partial.y, partial.z, other.y, other.z}, {5, 1, 1, 3, 1});
  return semantics::verdict();
}
