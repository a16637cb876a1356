// Device code's reads of textures and surfaces: tex1Dfetch, tex1D, tex2D, tex3D, surf2Dread,
// surf2Dwrite.
#pragma once

#include "../builtin_types.h"
#include "collectives.h"

namespace warpup {

/// What a texture read returns: real channels, or integers where the texture reads elements.
union Texel {
  float reals[4];
  int integers[4];
};

}  // namespace warpup

extern "C" {
void warpup_texture_fetch(unsigned long long texture, int i, warpup::Texel* out);
void warpup_texture_sample(unsigned long long texture, int dimensions, float x, float y, float z,
                           warpup::Texel* out);
/// Where `bytes` bytes at byte x of row y lie; null: outside.
void* warpup_surface_address(unsigned long long surface, int x, int y, int bytes);
}

namespace warpup {

template <class T>
struct TexelAs;
// A macro, because each element type has four names.
#define WARPUP_TEXEL(SCALAR, NAME, FIELD)                                            \
  template <>                                                                        \
  struct TexelAs<SCALAR> {                                                           \
    static SCALAR get(const Texel& t) { return static_cast<SCALAR>(t.FIELD[0]); }    \
  };                                                                                 \
  template <>                                                                        \
  struct TexelAs<NAME##1> {                                                          \
    static NAME##1 get(const Texel& t) { return {static_cast<SCALAR>(t.FIELD[0])}; } \
  };                                                                                 \
  template <>                                                                        \
  struct TexelAs<NAME##2> {                                                          \
    static NAME##2 get(const Texel& t) {                                             \
      return {static_cast<SCALAR>(t.FIELD[0]), static_cast<SCALAR>(t.FIELD[1])};     \
    }                                                                                \
  };                                                                                 \
  template <>                                                                        \
  struct TexelAs<NAME##4> {                                                          \
    static NAME##4 get(const Texel& t) {                                             \
      return {static_cast<SCALAR>(t.FIELD[0]), static_cast<SCALAR>(t.FIELD[1]),      \
              static_cast<SCALAR>(t.FIELD[2]), static_cast<SCALAR>(t.FIELD[3])};     \
    }                                                                                \
  };
WARPUP_TEXEL(signed char, char, integers)
WARPUP_TEXEL(unsigned char, uchar, integers)
WARPUP_TEXEL(short, short, integers)
WARPUP_TEXEL(unsigned short, ushort, integers)
WARPUP_TEXEL(int, int, integers)
WARPUP_TEXEL(unsigned int, uint, integers)
WARPUP_TEXEL(float, float, reals)
#undef WARPUP_TEXEL

}  // namespace warpup

template <class T>
inline T tex1Dfetch(cudaTextureObject_t texture, int i) {
  warpup::Texel texel;
  warpup_texture_fetch(texture, i, &texel);
  return warpup::TexelAs<T>::get(texel);
}
template <class T>
inline T tex1D(cudaTextureObject_t texture, float x) {
  warpup::Texel texel;
  warpup_texture_sample(texture, 1, x, 0, 0, &texel);
  return warpup::TexelAs<T>::get(texel);
}
template <class T>
inline T tex2D(cudaTextureObject_t texture, float x, float y) {
  warpup::Texel texel;
  warpup_texture_sample(texture, 2, x, y, 0, &texel);
  return warpup::TexelAs<T>::get(texel);
}
template <class T>
inline T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  warpup::Texel texel;
  warpup_texture_sample(texture, 3, x, y, z, &texel);
  return warpup::TexelAs<T>::get(texel);
}

enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2,
};

/// `x` counts bytes. Outside, a trap ends the kernel; in mode zero reads give 0 and writes nothing.
template <class T>
inline T surf2Dread(cudaSurfaceObject_t surface, int x, int y,
                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  const void* at = warpup_surface_address(surface, x, y, sizeof(T));
  if (!at && mode == cudaBoundaryModeTrap) warpup_trap();
  T value = {};
  if (at) value = *static_cast<const T*>(at);
  return value;
}
template <class T>
inline void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y,
                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  void* at = warpup_surface_address(surface, x, y, sizeof(T));
  if (!at && mode == cudaBoundaryModeTrap) warpup_trap();
  if (at) *static_cast<T*>(at) = value;
}
