// CUDA's built-in vector types. Sizes and alignments are those of the toolkit's vector_types.h:
// pairs and quadruples are aligned to their size, at most 16 bytes, so that they load in one piece.
#pragma once

namespace warpup {
constexpr unsigned long vector_alignment(unsigned long bytes) { return bytes < 16 ? bytes : 16; }
}  // namespace warpup

// A macro, because four type names are made of one.
#define WARPUP_VECTOR_1234(NAME, T)                                   \
  struct NAME##1 {                                                    \
    T x;                                                              \
  };                                                                  \
  struct alignas(::warpup::vector_alignment(2 * sizeof(T))) NAME##2 { \
    T x, y;                                                           \
  };                                                                  \
  struct NAME##3 {                                                    \
    T x, y, z;                                                        \
  };                                                                  \
  struct alignas(::warpup::vector_alignment(4 * sizeof(T))) NAME##4 { \
    T x, y, z, w;                                                     \
  };

WARPUP_VECTOR_1234(char, signed char)
WARPUP_VECTOR_1234(uchar, unsigned char)
WARPUP_VECTOR_1234(short, short)
WARPUP_VECTOR_1234(ushort, unsigned short)
WARPUP_VECTOR_1234(int, int)
WARPUP_VECTOR_1234(uint, unsigned int)
WARPUP_VECTOR_1234(long, long)
WARPUP_VECTOR_1234(ulong, unsigned long)
WARPUP_VECTOR_1234(longlong, long long)
WARPUP_VECTOR_1234(ulonglong, unsigned long long)
WARPUP_VECTOR_1234(float, float)
WARPUP_VECTOR_1234(double, double)

#undef WARPUP_VECTOR_1234

// Quadruples of 8-byte elements exist with both alignments since CUDA 13.
#define WARPUP_VECTOR_4A(NAME, T)  \
  struct alignas(16) NAME##4_16a { \
    T x, y, z, w;                  \
  };                               \
  struct alignas(32) NAME##4_32a { \
    T x, y, z, w;                  \
  };

WARPUP_VECTOR_4A(long, long)
WARPUP_VECTOR_4A(ulong, unsigned long)
WARPUP_VECTOR_4A(longlong, long long)
WARPUP_VECTOR_4A(ulonglong, unsigned long long)
WARPUP_VECTOR_4A(double, double)

#undef WARPUP_VECTOR_4A

/// Shape of a grid or a block; what is not given is 1.
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
