#include "warpup/texture.h"

#include <cmath>

#include "catch.hpp"
#include "cuda_runtime_api.h"

namespace {

// A texture of 4 x 2 floats: 0 1 2 3 / 10 11 12 13.
class Grid {
 public:
  explicit Grid(cudaTextureDesc description) {
    const cudaChannelFormatDesc format = {32, 0, 0, 0, cudaChannelFormatKindFloat};
    REQUIRE(cudaMallocArray(&array_, &format, 4, 2) == cudaSuccess);
    const float values[] = {0, 1, 2, 3, 10, 11, 12, 13};
    REQUIRE(cudaMemcpy2DToArray(array_, 0, 0, values, 16, 16, 2, cudaMemcpyHostToDevice) ==
            cudaSuccess);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    REQUIRE(cudaCreateTextureObject(&texture_, &resource, &description, nullptr) == cudaSuccess);
  }
  ~Grid() {
    cudaDestroyTextureObject(texture_);
    cudaFreeArray(array_);
  }
  float at(float x, float y) const { return tex2D<float>(texture_, x, y); }

 private:
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
};

cudaTextureDesc described(cudaTextureFilterMode filter, cudaTextureAddressMode address) {
  cudaTextureDesc description = {};
  description.filterMode = filter;
  for (auto& mode : description.addressMode) mode = address;
  return description;
}

}  // namespace

TEST_CASE("a point texture gives the texel that holds the coordinate") {
  const Grid grid(described(cudaFilterModePoint, cudaAddressModeClamp));
  CHECK(grid.at(0, 0) == 0);
  CHECK(grid.at(2.99f, 1.5f) == 12);
  CHECK(grid.at(-5, 0) == 0);
  CHECK(grid.at(100, 100) == 13);
}

TEST_CASE("a linear texture weighs the four texels around, centres at halves") {
  const Grid grid(described(cudaFilterModeLinear, cudaAddressModeClamp));
  CHECK(grid.at(0.5f, 0.5f) == 0);
  CHECK(grid.at(1.0f, 0.5f) == 0.5f);
  CHECK(grid.at(2.25f, 1.0f) == Approx(6.75f));
  CHECK(grid.at(0, 0) == 0);
  // Weights have eight fractional bits.
  CHECK(grid.at(0.5f + 0.3f, 0.5f) == std::floor(0.3f * 256 + 0.5f) / 256);
}

TEST_CASE("outside, a border texture gives its colour and a wrapped one begins again") {
  cudaTextureDesc border = described(cudaFilterModePoint, cudaAddressModeBorder);
  border.borderColor[0] = 7;
  const Grid framed(border);
  CHECK(framed.at(-0.1f, 0) == 7);
  CHECK(framed.at(3.9f, 0) == 3);
  cudaTextureDesc wrapped = described(cudaFilterModePoint, cudaAddressModeWrap);
  wrapped.normalizedCoords = 1;
  const Grid tiled(wrapped);
  CHECK(tiled.at(1.3f, 0) == 1);
  CHECK(tiled.at(-0.1f, 0.6f) == 13);
}

TEST_CASE("bytes are read as integers or as fractions of their greatest value") {
  unsigned char* d_bytes = nullptr;
  const unsigned char bytes[] = {0, 51, 255, 7};
  REQUIRE(cudaMalloc(reinterpret_cast<void**>(&d_bytes), 4) == cudaSuccess);
  cudaMemcpy(d_bytes, bytes, 4, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = d_bytes;
  resource.res.linear.desc = {8, 0, 0, 0, cudaChannelFormatKindUnsigned};
  resource.res.linear.sizeInBytes = 4;
  cudaTextureDesc description = {};
  cudaTextureObject_t elements = 0, fractions = 0;
  REQUIRE(cudaCreateTextureObject(&elements, &resource, &description, nullptr) == cudaSuccess);
  description.readMode = cudaReadModeNormalizedFloat;
  REQUIRE(cudaCreateTextureObject(&fractions, &resource, &description, nullptr) == cudaSuccess);
  CHECK(tex1Dfetch<unsigned char>(elements, 3) == 7);
  CHECK(tex1Dfetch<float>(fractions, 1) == Approx(0.2f));
  CHECK(tex1Dfetch<float>(fractions, 2) == 1);
  description.readMode = cudaReadModeElementType;
  description.filterMode = cudaFilterModeLinear;
  CHECK(cudaCreateTextureObject(&elements, &resource, &description, nullptr) ==
        cudaErrorInvalidFilterSetting);
  cudaGetLastError();
  cudaDestroyTextureObject(fractions);
  cudaFree(d_bytes);
}
