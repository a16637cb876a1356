// Memory of the device: fills, constants, local memory, a texture,
// pitch.
//
// What to notice: the names say how memory is reached. All of these
// lie in the same chips.
#include <cuda.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/driver_check.h"
#include "lesson/lesson.h"
#include "steps.h"

// ---- fills ----

unsigned bits_of(float value) {
  unsigned bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

void step_fill() {
  lesson::ask(
      {"cudaMemset(p, 1, bytes) on an array of floats: what is "
       "each float?",
       {"1", "about 2.4e-38", "16,843,009"},
       1,
       "It sets bytes. Four bytes of 1 are 0x01010101, and "
       "these bits are a very small float."});
  const size_t n = 100;
  gpu::DeviceBuffer<float> d_values(n);
  lesson::Table table({"filled by", "each float is", "bits"});
  const auto first = [&](const std::string& how) {
    const float value = d_values.download()[n - 1];
    table.row(how, value, lesson::format("0x%08x", bits_of(value)));
    return value;
  };
  CUDA_CHECK(cudaMemset(d_values.data(), 0, d_values.bytes()));
  const float zero = first("cudaMemset(p, 0, bytes)");
  CUDA_CHECK(cudaMemset(d_values.data(), 1, d_values.bytes()));
  const float ones = first("cudaMemset(p, 1, bytes)");
  CUDA_CHECK(cudaMemset(d_values.data(), 0xff, d_values.bytes()));
  const float poison = first("cudaMemset(p, 0xff, bytes)");
  CU_CHECK(cuMemsetD32(reinterpret_cast<CUdeviceptr>(d_values.data()),
                       bits_of(520.25f), n));
  const float wanted = first("cuMemsetD32(p, bits of 520.25, n)");
  table.show("100 floats");
  lesson::check("zero is zero", 0.0f, zero);
  lesson::check("bytes of 1 are no float 1", 0x01010101u,
                bits_of(ones));
  lesson::check("bytes of 0xff are no number", true,
                bool(std::isnan(poison)));
  lesson::check("words can be any float", 520.25f, wanted);
}

// ---- constant memory ----

constexpr int kTaps = 5;
__constant__ float taps[kTaps];

// out[i] is in[i] to in[i + kTaps - 1], weighted. out is (n).
__global__ void filter_kernel(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < kTaps; ++k) sum += taps[k] * in[i + k];
  out[i] = sum;
}

void step_constant() {
  lesson::expect_diagnosis("api-error");
  const std::vector<float> h_taps = {1, 4, 6, 4, 1};
  const int n = 1000;
  CUDA_CHECK(cudaMemcpyToSymbol(taps, h_taps.data(),
                                h_taps.size() * sizeof(float)));
  std::vector<float> in(n + kTaps - 1), expected(n);
  for (size_t i = 0; i < in.size(); ++i) in[i] = float(i * 7 % 100);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < kTaps; ++k)
      expected[i] += h_taps[k] * in[i + k];
  }
  gpu::DeviceBuffer<float> d_in(in), d_out(n);
  filter_kernel<<<(n + 255) / 256, 256>>>(d_in.data(), d_out.data(), n);
  CUDA_CHECK(cudaGetLastError());
  lesson::check_same("five weights from constant memory",
                     lesson::compare(expected, d_out.download()));
  const std::vector<float> six(kTaps + 1);
  const cudaError_t large =
      cudaMemcpyToSymbol(taps, six.data(), six.size() * sizeof(float));
  cudaGetLastError();
  check_code("six floats into a symbol of five", cudaErrorInvalidValue,
             large);
  int bytes = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&bytes,
                                    cudaDevAttrTotalConstantMemory, 0));
  lesson::measure({"constant memory of a program", bytes / 1024.0, "KB",
                   "", NAN, ""});
}

// ---- local memory ----

constexpr int kBins = 64;

// The indices are known when it is compiled: registers will do.
__global__ void known_index_kernel(const int* in, int* out) {
  int held[kBins];
#pragma unroll
  for (int k = 0; k < kBins; ++k) held[k] = in[k];
  int sum = 0;
#pragma unroll
  for (int k = 0; k < kBins; ++k) sum += held[k] * held[kBins - 1 - k];
  out[threadIdx.x] = sum;
}

// The index comes from memory: that needs addresses.
__global__ void any_index_kernel(const int* in, int n, int* out) {
  int count[kBins] = {};
  for (int k = 0; k < n; ++k) ++count[in[k]];
  out[threadIdx.x] = count[threadIdx.x];
}

// What a thread of `kernel` needs; adds a row and returns the bytes of
// local memory.
template <class Kernel>
size_t describe(lesson::Table& table, const char* name,
                Kernel* kernel) {
  cudaFuncAttributes a = {};
  CUDA_CHECK(cudaFuncGetAttributes(&a, kernel));
  table.row(name, static_cast<long long>(a.localSizeBytes), a.numRegs);
  return a.localSizeBytes;
}

void show_attributes() {
  if (!lesson::on_gpu()) {
    lesson::text(
        "On the cpu backend a kernel is a function of the CPU, so "
        "there "
        "is nothing to say about a GPU's registers here.");
    return;
  }
  lesson::Table table({"kernel", "local bytes", "registers"});
  describe(table, "known_index_kernel", known_index_kernel);
  const size_t any =
      describe(table, "any_index_kernel", any_index_kernel);
  table.show("what cudaFuncGetAttributes says, a thread");
  lesson::check_that("64 ints that need addresses",
                     any >= kBins * sizeof(int), "256 bytes or more",
                     lesson::format("%zu bytes", any));
}

void step_local() {
  const int n = 1000;
  std::vector<int> in(n), expected(kBins);
  for (int k = 0; k < n; ++k) {
    in[k] = k * k % kBins;
    ++expected[in[k]];
  }
  gpu::DeviceBuffer<int> d_in(in), d_out(kBins);
  any_index_kernel<<<1, kBins>>>(d_in.data(), n, d_out.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::check_same("each thread's counts",
                     lesson::compare(expected, d_out.download()));
  int sum = 0;
  for (int k = 0; k < kBins; ++k) sum += in[k] * in[kBins - 1 - k];
  known_index_kernel<<<1, 1>>>(d_in.data(), d_out.data());
  CUDA_CHECK(cudaGetLastError());
  lesson::check("a sum of products", sum, d_out.download()[0]);
  show_attributes();
}

// ---- a texture ----

// Four texels and a texture over them, with linear filtering.
class Line {
 public:
  explicit Line(const std::vector<float>& texels) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_CHECK(cudaMallocArray(&array_, &format, texels.size()));
    const size_t bytes = texels.size() * sizeof(float);
    CUDA_CHECK(cudaMemcpy2DToArray(array_, 0, 0, texels.data(), bytes,
                                   bytes, 1, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    cudaTextureDesc description = {};
    description.filterMode = cudaFilterModeLinear;
    description.addressMode[0] = cudaAddressModeClamp;
    CUDA_CHECK(cudaCreateTextureObject(&texture_, &resource,
                                       &description, nullptr));
  }
  ~Line() {
    CUDA_CHECK_NOTHROW(cudaDestroyTextureObject(texture_));
    CUDA_CHECK_NOTHROW(cudaFreeArray(array_));
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  cudaTextureObject_t texture() const { return texture_; }

 private:
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
};

// at and values are (n).
__global__ void sample_kernel(cudaTextureObject_t line, const float* at,
                              float* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = tex1D<float>(line, at[i]);
}

void step_texture() {
  lesson::ask(
      {"Texels 10, 20, 60, 70. What does the texture give at "
       "1.0?",
       {"10", "15", "20"},
       1,
       "The middle of texel 0 is at 0.5 and that of texel 1 at "
       "1.5. 1.0 lies half-way between the two."});
  const Line line({10, 20, 60, 70});
  const std::vector<float> at = {0.5f, 1.0f,  1.5f, 1.75f,
                                 2.0f, -3.0f, 4.0f};
  const int n = int(at.size());
  gpu::DeviceBuffer<float> d_at(at), d_values(n);
  sample_kernel<<<1, 32>>>(line.texture(), d_at.data(), d_values.data(),
                           n);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<float> values = d_values.download();
  lesson::Table table({"at", "value"});
  for (int i = 0; i < n; ++i) table.row(at[i], values[i]);
  table.show("a texture of 10, 20, 60, 70");
  // Weights are kept with 8 bits behind the point; these are exact.
  lesson::check_same("between texels, weighted; outside, the nearest",
                     lesson::compare_near(
                         std::vector<float>{10, 15, 20, 30, 40, 10, 70},
                         values, 0, 1e-5));
}

// ---- pitch ----

// Doubles a picture of (rows, width) floats whose rows lie `pitch`
// bytes apart.
__global__ void double_rows_kernel(float* values, size_t pitch,
                                   int rows, int width) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= width) return;
  char* bytes = reinterpret_cast<char*>(values) + row * pitch;
  reinterpret_cast<float*>(bytes)[col] *= 2;
}

void step_pitch() {
  const int rows = 10;
  const int width =
      int(lesson::parameter("width", 25, 1, 4096, "floats in a row"));
  const size_t row_bytes = width * sizeof(float);
  std::vector<float> host(rows * width), expected(host.size());
  for (size_t i = 0; i < host.size(); ++i) {
    host[i] = float(i);
    expected[i] = 2 * host[i];
  }
  float* d_values = nullptr;
  size_t pitch = 0;
  CUDA_CHECK(cudaMallocPitch(&d_values, &pitch, row_bytes, rows));
  CUDA_CHECK(cudaMemcpy2D(d_values, pitch, host.data(), row_bytes,
                          row_bytes, rows, cudaMemcpyHostToDevice));
  const dim3 block(32, 8), grid((width + 31) / 32, (rows + 7) / 8);
  double_rows_kernel<<<grid, block>>>(d_values, pitch, rows, width);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy2D(host.data(), row_bytes, d_values, pitch,
                          row_bytes, rows, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_values));
  lesson::Table table({"", "bytes"});
  table.row("a row's floats", static_cast<long long>(row_bytes));
  table.row("from one row to the next", static_cast<long long>(pitch));
  table.show("10 rows, by cudaMallocPitch");
  lesson::check_same("every element doubled",
                     lesson::compare(expected, host));
  lesson::check_that("rows begin at aligned addresses",
                     pitch >= row_bytes && pitch % 32 == 0,
                     "a multiple of 32 bytes, and a row fits",
                     lesson::format("%zu", pitch));
}
