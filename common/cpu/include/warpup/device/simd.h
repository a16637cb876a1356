// Intrinsics that see a word as two 16-bit or four 8-bit elements: __vadd4, __vmaxs2, __vcmpeq4,
// ... s is signed, u unsigned, ss and us saturate. The bodies are in exec/device_simd.cpp.
#pragma once

#define WARPUP_SIMD(NAME)                            \
  unsigned NAME##2(unsigned a, unsigned b) noexcept; \
  unsigned NAME##4(unsigned a, unsigned b) noexcept;
#define WARPUP_SIMD_UNARY(NAME)          \
  unsigned NAME##2(unsigned a) noexcept; \
  unsigned NAME##4(unsigned a) noexcept;
/// __vcmp... gives all ones where the comparison holds, __vset... gives 1.
#define WARPUP_SIMD_COMPARE(SUFFIX) WARPUP_SIMD(__vcmp##SUFFIX) WARPUP_SIMD(__vset##SUFFIX)

WARPUP_SIMD(__vadd)
WARPUP_SIMD(__vaddss)
WARPUP_SIMD(__vaddus)
WARPUP_SIMD(__vsub)
WARPUP_SIMD(__vsubss)
WARPUP_SIMD(__vsubus)
WARPUP_SIMD(__vavgs)
WARPUP_SIMD(__vavgu)
WARPUP_SIMD(__vhaddu)
WARPUP_SIMD(__vmaxs)
WARPUP_SIMD(__vmaxu)
WARPUP_SIMD(__vmins)
WARPUP_SIMD(__vminu)
WARPUP_SIMD(__vabsdiffs)
WARPUP_SIMD(__vabsdiffu)
WARPUP_SIMD(__vsads)
WARPUP_SIMD(__vsadu)
WARPUP_SIMD_COMPARE(eq)
WARPUP_SIMD_COMPARE(ne)
WARPUP_SIMD_COMPARE(ges)
WARPUP_SIMD_COMPARE(geu)
WARPUP_SIMD_COMPARE(gts)
WARPUP_SIMD_COMPARE(gtu)
WARPUP_SIMD_COMPARE(les)
WARPUP_SIMD_COMPARE(leu)
WARPUP_SIMD_COMPARE(lts)
WARPUP_SIMD_COMPARE(ltu)
WARPUP_SIMD_UNARY(__vneg)
WARPUP_SIMD_UNARY(__vnegss)
WARPUP_SIMD_UNARY(__vabs)
WARPUP_SIMD_UNARY(__vabsss)

#undef WARPUP_SIMD
#undef WARPUP_SIMD_UNARY
#undef WARPUP_SIMD_COMPARE
