#include "operand.h"

#include <algorithm>
#include <utility>

#include "../../checker/library_access.h"
#include "../copy.h"

namespace warpup::runtime::cublas {
namespace {

constexpr int kIllegalAddress = 700;

// Calls visit(first byte, bytes) for each column's part.
template <class Visit>
void for_columns(const Operand& o, const Visit& visit) {
  auto* base = static_cast<char*>(const_cast<void*>(o.base));
  if (o.shape == Operand::Shape::kFull && o.step == o.rows * o.element) {
    return visit(base, o.columns * o.step);
  }
  for (std::size_t column = 0; column < o.columns; ++column) {
    const std::size_t above = o.diagonal ? column : column + 1;
    const std::size_t below = o.diagonal ? column + 1 : column;
    const std::size_t first = o.shape == Operand::Shape::kLower ? above : 0;
    const std::size_t end = o.shape == Operand::Shape::kUpper ? below : o.rows;
    if (first < end) visit(base + column * o.step + first * o.element, (end - first) * o.element);
  }
}

class BlasWork final : public Work {
 public:
  explicit BlasWork(Body body) : body_(std::move(body)) {}
  int run(check::Op* op) override {
    Access access(op);
    body_(access);
    return access.error();
  }
  int node_type() const override { return cudaGraphNodeTypeKernel; }

 private:
  Body body_;
};

}  // namespace

std::size_t Operand::span() const { return empty() ? 0 : (columns - 1) * step + rows * element; }

bool Access::touches(const Operand& o, bool read, bool write) {
  if (error_ || o.empty()) return error_ == 0;
  const Place place = place_of(o.base, o.span());
  if (place.pageable()) {
    check::op_follows_host_pointer(op_, o.base, o.name, write);
    error_ = kIllegalAddress;
  } else if (!place.valid) {
    check::op_leaves_memory(op_, o.base, o.span(), o.name, write);
    error_ = kIllegalAddress;
  }
  if (error_) return false;
  for_columns(o, [&](char* p, std::size_t bytes) {
    if (read) check::op_reads(op_, p, bytes, o.name);
    if (write) check::op_writes(op_, p, bytes);
  });
  return true;
}

template <class T>
Scalar<T> scalar(const BlasCall& call, const char* name, const T* p) {
  Scalar<T> result;
  result.name = name;
  if (call.failed()) return result;
  if (call.scalars_on_device()) {
    result.on_device = p;
  } else {
    check::library_touches_host(p, sizeof(T), false, name, call.api().name(), call.api().pc());
    result.value = *p;
  }
  return result;
}
template Scalar<float> scalar(const BlasCall&, const char*, const float*);
template Scalar<double> scalar(const BlasCall&, const char*, const double*);

std::shared_ptr<Work> blas_work(Body body) { return std::make_shared<BlasWork>(std::move(body)); }

}  // namespace warpup::runtime::cublas
