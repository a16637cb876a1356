#include "plain_calls.h"

#include <unordered_set>

namespace warpup::cu2cpp {
namespace {

using Names = std::unordered_set<std::string_view>;

/// Each is there with an f behind it, too.
const Names& mathematics() {
  static const Names names = {
      "abs",       "acos",     "acosh", "asin",  "asinh",     "atan",   "atan2",  "atanh", "cbrt",
      "ceil",      "copysign", "cos",   "cosh",  "cospi",     "erf",    "erfc",   "erfcx", "erfinv",
      "exp",       "exp10",    "exp2",  "expm1", "fabs",      "fdim",   "floor",  "fma",   "fmax",
      "fmin",      "fmod",     "hypot", "ldexp", "lgamma",    "log",    "log10",  "log1p", "log2",
      "nearbyint", "normcdf",  "pow",   "rcbrt", "remainder", "rhypot", "rint",   "round", "rsqrt",
      "sin",       "sinh",     "sinpi", "sqrt",  "tan",       "tanh",   "tgamma", "trunc"};
  return names;
}

const Names& others() {
  static const Names names = {
      "static_cast", "reinterpret_cast", "const_cast", "min", "max", "isnan", "isinf", "isfinite",
      "signbit", "llabs", "labs", "umin", "umax", "lrint", "lrintf", "llrint", "llrintf", "lround",
      "lroundf", "llround", "llroundf",
      // types
      "dim3", "size_t", "ptrdiff_t", "half", "half2", "__half", "__half2", "int8_t", "int16_t",
      "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
      // intrinsics
      "__ldg", "__popc", "__popcll", "__clz", "__clzll", "__ffs", "__ffsll", "__brev", "__brevll",
      "__mul24", "__umul24", "__mulhi", "__umulhi", "__mul64hi", "__umul64hi", "__sad", "__usad",
      "__byte_perm", "__saturatef", "__fdividef", "__expf", "__exp10f", "__logf", "__log2f",
      "__log10f", "__powf", "__sinf", "__cosf", "__tanf", "__fmaf_rn", "__fadd_rn", "__fsub_rn",
      "__fmul_rn", "__fdiv_rn", "__frcp_rn", "__fsqrt_rn", "__frsqrt_rn", "__float_as_int",
      "__float_as_uint", "__int_as_float", "__uint_as_float", "__double_as_longlong",
      "__longlong_as_double", "__float2int_rn", "__float2int_rd", "__float2int_ru",
      "__float2int_rz", "__int2float_rn", "__float2half", "__half2float", "__float2half_rn"};
  return names;
}

/// float4, uchar3 and the like.
bool is_vector_type(std::string_view name) {
  static const Names elements = {"char", "uchar", "short",    "ushort",    "int",   "uint",
                                 "long", "ulong", "longlong", "ulonglong", "float", "double"};
  if (name.empty() || name.back() < '1' || name.back() > '4') return false;
  return elements.count(name.substr(0, name.size() - 1)) != 0;
}

}  // namespace

bool is_plain_call(std::string_view name) {
  if (others().count(name) != 0 || mathematics().count(name) != 0) return true;
  if (!name.empty() && name.back() == 'f' &&
      mathematics().count(name.substr(0, name.size() - 1)) != 0) {
    return true;
  }
  constexpr std::string_view kMake = "make_";
  if (name.substr(0, kMake.size()) == kMake) name.remove_prefix(kMake.size());
  return is_vector_type(name);
}

}  // namespace warpup::cu2cpp
