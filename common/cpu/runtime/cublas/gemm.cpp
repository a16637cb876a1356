#include "gemm.h"

#include <cstring>
#include <vector>

#include "openblas.h"

namespace warpup::runtime::cublas {
namespace {

// To the nearest value with 10 fraction bits, ties to the even one, as an H200 does it. Infinities
// and what isn't a number stay.
float to_tf32(float x) {
  unsigned bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  if ((bits & 0x7f800000u) == 0x7f800000u) return x;
  bits = (bits + 0xfffu + (bits >> 13 & 1)) & ~0x1fffu;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

float rounded(float x, InputRounding rounding) {
  switch (rounding) {
    case InputRounding::kTf32:
      return to_tf32(x);
    case InputRounding::kHalf:
      return half_to_float(float_to_half(x));
    case InputRounding::kBfloat16:
      return bfloat16_to_float(float_to_bfloat16(x));
    case InputRounding::kNone:
      break;
  }
  return x;
}

double rounded(double x, InputRounding) { return x; }

template <class T>
T load(const void* p, cudaDataType type, std::size_t i) {
  switch (type) {
    case CUDA_R_16F:
      return half_to_float(static_cast<const unsigned short*>(p)[i]);
    case CUDA_R_16BF:
      return bfloat16_to_float(static_cast<const unsigned short*>(p)[i]);
    default:
      return static_cast<const T*>(p)[i];
  }
}

template <class T>
void store(void* p, cudaDataType type, std::size_t i, T value) {
  switch (type) {
    case CUDA_R_16F:
      static_cast<unsigned short*>(p)[i] = float_to_half(static_cast<float>(value));
      break;
    case CUDA_R_16BF:
      static_cast<unsigned short*>(p)[i] = float_to_bfloat16(static_cast<float>(value));
      break;
    default:
      static_cast<T*>(p)[i] = value;
  }
}

// A matrix as BLAS takes it: where it lies if it has the right type, otherwise a copy without gaps.
template <class T>
class Input {
 public:
  Input(const Operand& o, cudaDataType type, InputRounding rounding) {
    if (o.empty()) return;
    if (type == type_of<T>() && rounding == InputRounding::kNone) {
      data_ = static_cast<const T*>(o.base);
      leading_ = static_cast<int>(o.step / o.element);
      return;
    }
    copy_.reserve(o.rows * o.columns);
    for (std::size_t column = 0; column < o.columns; ++column) {
      const char* from = static_cast<const char*>(o.base) + column * o.step;
      for (std::size_t row = 0; row < o.rows; ++row) {
        copy_.push_back(rounded(load<T>(from, type, row), rounding));
      }
    }
    data_ = copy_.data();
    leading_ = static_cast<int>(o.rows);
  }
  const T* data() const { return data_; }
  int leading() const { return leading_; }

 private:
  std::vector<T> copy_;
  const T* data_ = nullptr;
  int leading_ = 0;
};

template <class T>
void multiply(const Product<T>& p, T alpha, T beta, const Operand& a, const Operand& b, T* c,
              int ldc) {
  const InputRounding rounding = p.types.ab == CUDA_R_32F ? p.rounding : InputRounding::kNone;
  const Operand none;
  const bool needed = alpha != 0 && p.k > 0;
  const Input<T> left(needed ? a : none, p.types.ab, rounding);
  const Input<T> right(needed ? b : none, p.types.ab, rounding);
  // Where nothing is multiplied, BLAS still looks at the leading dimensions.
  blas<T>().gemm(kColumnMajor, p.transa == CUBLAS_OP_N ? kNoTranspose : kTranspose,
                 p.transb == CUBLAS_OP_N ? kNoTranspose : kTranspose, p.m, p.n, needed ? p.k : 0,
                 alpha, left.data(), needed ? left.leading() : p.lda, right.data(),
                 needed ? right.leading() : p.ldb, beta, c, ldc);
}

// The sums are T; only the result is rounded to C's type.
template <class T>
void multiply_into(const Product<T>& p, T alpha, T beta, const Operand& a, const Operand& b,
                   const Operand& c) {
  auto* base = static_cast<char*>(const_cast<void*>(c.base));
  if (p.types.c == type_of<T>()) {
    return multiply(p, alpha, beta, a, b, reinterpret_cast<T*>(base), p.ldc);
  }
  std::vector<T> sums(c.rows * c.columns);
  for (std::size_t i = 0; beta != 0 && i < sums.size(); ++i) {
    sums[i] = load<T>(base + i / c.rows * c.step, p.types.c, i % c.rows);
  }
  multiply(p, alpha, beta, a, b, sums.data(), p.m);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    store(base + i / c.rows * c.step, p.types.c, i % c.rows, sums[i]);
  }
}

}  // namespace

InputRounding rounding_of(cublasMath_t mode, cublasComputeType_t type) {
  switch (type) {
    case CUBLAS_COMPUTE_32F_FAST_TF32:
      return InputRounding::kTf32;
    case CUBLAS_COMPUTE_32F_FAST_16F:
      return InputRounding::kHalf;
    case CUBLAS_COMPUTE_32F_FAST_16BF:
      return InputRounding::kBfloat16;
    case CUBLAS_COMPUTE_32F:
      return (mode & 15) == CUBLAS_TF32_TENSOR_OP_MATH ? InputRounding::kTf32
                                                       : InputRounding::kNone;
    default:
      return InputRounding::kNone;
  }
}

std::size_t bytes_of(cudaDataType type) {
  return type == CUDA_R_64F ? 8 : type == CUDA_R_32F ? 4 : 2;
}

template <class T>
Operand Product<T>::a(const void* p) const {
  const bool plain = transa == CUBLAS_OP_N;
  return bytes_matrix("A", p, bytes_of(types.ab), plain ? m : k, plain ? k : m, lda);
}

template <class T>
Operand Product<T>::b(const void* p) const {
  const bool plain = transb == CUBLAS_OP_N;
  return bytes_matrix("B", p, bytes_of(types.ab), plain ? k : n, plain ? n : k, ldb);
}

template <class T>
Operand Product<T>::c(const void* p) const {
  return bytes_matrix("C", p, bytes_of(types.c), m, n, ldc);
}

template <class T>
void Product<T>::run(Access& access, const void* pa, const void* pb, void* pc) const {
  const T scale = access.value(alpha), keep = access.value(beta);
  const Operand left = a(pa), right = b(pb), result = c(pc);
  if (scale != 0) {
    access.reads(left);
    access.reads(right);
  }
  const bool ready = keep != 0 ? access.updates(result) : access.writes(result);
  if (ready && !result.empty()) multiply_into(*this, scale, keep, left, right, result);
}

template <class T>
Product<T> checked_product(BlasCall& call, cublasOperation_t transa, cublasOperation_t transb,
                           int m, int n, int k, const T* alpha, int lda, int ldb, const T* beta,
                           int ldc) {
  call.operation("transa", transa);
  call.operation("transb", transb);
  call.size("m", m);
  call.size("n", n);
  call.size("k", k);
  call.leading("lda", lda, "A", transa == CUBLAS_OP_N ? m : k);
  call.leading("ldb", ldb, "B", transb == CUBLAS_OP_N ? k : n);
  call.leading("ldc", ldc, "C", m);
  call.pointer("alpha", alpha);
  call.pointer("beta", beta);
  const Scalar<T> scale = scalar(call, "alpha", alpha), keep = scalar(call, "beta", beta);
  return {transa,
          transb,
          m,
          n,
          k,
          scale,
          keep,
          lda,
          ldb,
          ldc,
          {type_of<T>(), type_of<T>()},
          InputRounding::kNone};
}

template struct Product<float>;
template struct Product<double>;
template Product<float> checked_product(BlasCall&, cublasOperation_t, cublasOperation_t, int, int,
                                        int, const float*, int, int, const float*, int);
template Product<double> checked_product(BlasCall&, cublasOperation_t, cublasOperation_t, int, int,
                                         int, const double*, int, int, const double*, int);

}  // namespace warpup::runtime::cublas
