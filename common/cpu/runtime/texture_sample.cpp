// Reading textures as the hardware does: addressing, filtering with weights of 8 fractional bits.
// The rules are those of "Texture Fetching" in the CUDA programming guide; how weights are rounded
// was found out on an H200, whose results these equal to the last bit in one and two dimensions.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "texture.h"
#include "warpup/texture.h"

using warpup::Texel;
using warpup::runtime::Texture;

namespace {

bool reads_reals(const Texture& t) {
  return t.format.f == cudaChannelFormatKindFloat ||
         t.description.readMode == cudaReadModeNormalizedFloat;
}

float half_to_float(std::uint16_t h) {
  const int exponent = h >> 10 & 31, fraction = h & 1023;
  const float sign = h & 0x8000 ? -1.f : 1.f;
  if (exponent == 31) return fraction ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
}

template <class T>
T read(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::int32_t read_integer(const Texture& t, const char* at) {
  const bool sign = t.format.f == cudaChannelFormatKindSigned;
  if (t.bytes() == 1) return sign ? read<std::int8_t>(at) : read<std::uint8_t>(at);
  if (t.bytes() == 2) return sign ? read<std::int16_t>(at) : read<std::uint16_t>(at);
  return read<std::int32_t>(at);
}

float read_real(const Texture& t, const char* at) {
  if (t.format.f == cudaChannelFormatKindFloat) {
    return t.bytes() == 2 ? half_to_float(read<std::uint16_t>(at)) : read<float>(at);
  }
  const bool sign = t.format.f == cudaChannelFormatKindSigned;
  const float most = static_cast<float>((1 << (t.format.x - (sign ? 1 : 0))) - 1);
  const float value = static_cast<float>(read_integer(t, at)) / most;
  return value < -1.f ? -1.f : value;
}

// The index of a texel by the address mode; -1: outside, the border's colour.
long address(long i, long size, int mode) {
  if (i >= 0 && i < size) return i;
  switch (mode) {
    case cudaAddressModeBorder:
      return -1;
    case cudaAddressModeWrap:
      return ((i % size) + size) % size;
    case cudaAddressModeMirror: {
      const long around = ((i % (2 * size)) + 2 * size) % (2 * size);
      return around < size ? around : 2 * size - 1 - around;
    }
    default:
      return i < 0 ? 0 : size - 1;
  }
}

Texel read_texel(const Texture& t, const long (&index)[3]) {
  Texel texel = {};
  const bool reals = reads_reals(t);
  if (index[0] < 0 || index[1] < 0 || index[2] < 0) {
    for (int c = 0; c < 4 && reals; ++c) texel.reals[c] = t.description.borderColor[c];
    return texel;
  }
  const char* at = t.texels + static_cast<std::size_t>(index[2]) * t.slice +
                   static_cast<std::size_t>(index[1]) * t.pitch +
                   static_cast<std::size_t>(index[0] * t.bytes() * t.channels());
  for (int c = 0; c < t.channels(); ++c, at += t.bytes()) {
    if (reals) {
      texel.reals[c] = read_real(t, at);
    } else {
      texel.integers[c] = read_integer(t, at);
    }
  }
  return texel;
}

constexpr int kOne = 256;  // the sum of all weights

// One coordinate: the texel below, and the weight of the next one.
struct Axis {
  long low = 0;
  int weight = 0;
};

// Splits each of `count` weights between the texels below and above along one more axis.
void split(int* weights, int count, int share) {
  for (int i = 0; i < count; ++i) {
    const int above = (weights[i] * share + kOne / 2) / kOne;
    weights[count + i] = above;
    weights[i] -= above;
  }
}

Axis locate(float x, long size, bool normalized, bool linear) {
  if (normalized) x *= static_cast<float>(size);
  Axis axis;
  if (linear) x -= 0.5f;
  const float below = std::floor(x);
  axis.low = static_cast<long>(below);
  if (linear) axis.weight = static_cast<int>((x - below) * kOne + 0.5f);
  return axis;
}

}  // namespace

extern "C" void warpup_texture_fetch(unsigned long long handle, int i, Texel* out) {
  const auto& t = *reinterpret_cast<const Texture*>(handle);
  const bool inside = i >= 0 && i < t.width;
  *out = inside ? read_texel(t, {i, 0, 0}) : Texel{};
}

extern "C" void warpup_texture_sample(unsigned long long handle, int dimensions, float x, float y,
                                      float z, Texel* out) {
  if (dimensions > 3) dimensions = 3;
  const auto& t = *reinterpret_cast<const Texture*>(handle);
  const cudaTextureDesc& d = t.description;
  const bool linear = d.filterMode == cudaFilterModeLinear && reads_reals(t);
  const float coordinates[3] = {x, y, z};
  const long sizes[3] = {t.width, t.height, t.depth};
  Axis axes[3]{};
  for (int k = 0; k < dimensions; ++k) {
    axes[k] = locate(coordinates[k], sizes[k], d.normalizedCoords != 0, linear);
  }
  int weights[8] = {kOne};
  for (int k = 0; k < dimensions && linear; ++k) split(weights, 1 << k, axes[k].weight);
  Texel sum = {};
  for (int corner = 0; corner < 1 << (linear ? dimensions : 0); ++corner) {
    long index[3] = {0, 0, 0};
    for (int k = 0; k < dimensions; ++k) {
      index[k] = address(axes[k].low + (corner >> k & 1), sizes[k], d.addressMode[k]);
    }
    const Texel texel = read_texel(t, index);
    if (!linear) {
      *out = texel;
      return;
    }
    const float weight = static_cast<float>(weights[corner]) / kOne;
    for (int c = 0; c < 4; ++c) sum.reals[c] += weight * texel.reals[c];
  }
  *out = sum;
}

extern "C" void* warpup_surface_address(unsigned long long handle, int x, int y, int bytes) {
  const auto& t = *reinterpret_cast<const Texture*>(handle);
  const bool inside = x >= 0 && y >= 0 && y < t.height &&
                      static_cast<std::size_t>(x) + static_cast<std::size_t>(bytes) <= t.pitch;
  if (!inside) return nullptr;
  return const_cast<char*>(t.texels) + static_cast<std::size_t>(y) * t.pitch + x;
}
