#include "symbol.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../checker/hooks.h"
#include "allocation.h"
#include "copy.h"
#include "cuda_runtime_api.h"

namespace warpup {

void* make_device_symbol(void* shadow, size_t bytes, size_t, const char* name, SymbolKind kind,
                         const char* file, int line) {
  return runtime::symbols().add(shadow, bytes, name, kind, file, line);
}

namespace runtime {
namespace {

thread_local SymbolCollection* collection = nullptr;

}  // namespace

SymbolCollection::SymbolCollection() { collection = this; }
SymbolCollection::~SymbolCollection() { collection = nullptr; }

Symbols& symbols() {
  static auto* all = new Symbols;
  return *all;
}

void* Symbols::add(void* shadow, std::size_t bytes, const char* name, SymbolKind kind,
                   const char* file, int line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_shadow_.find(shadow);
  if (found != by_shadow_.end()) return found->second.device;
  const bool managed = kind == SymbolKind::kManaged;
  const Allocation made = allocations().create(
      bytes, managed ? MemoryKind::kManaged : MemoryKind::kDevice, 0, nullptr, true);
  if (!made.base) {
    std::fprintf(stderr, "warpup: no device memory for the variable %s (%zu bytes)\n", name, bytes);
    std::abort();
  }
  check::symbol_allocated(
      made.base, bytes, managed ? check::Space::kManaged : check::Space::kDevice, name, file, line);
  if (!managed) check::symbol_shadow(shadow, bytes, name);
  std::memcpy(made.base, shadow, bytes);
  const Symbol symbol{shadow, made.base, bytes, name};
  if (collection) collection->symbols.push_back(symbol);
  by_shadow_[shadow] = symbol;
  if (managed) by_shadow_[made.base] = symbol;
  return made.base;
}

bool Symbols::find(const void* p, Symbol* out) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_shadow_.find(p);
  if (found == by_shadow_.end()) return false;
  *out = found->second;
  return true;
}

void Symbols::restore() {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [shadow, symbol] : by_shadow_) {
    if (shadow != symbol.device) std::memcpy(symbol.device, shadow, symbol.bytes);
  }
}

}  // namespace runtime
}  // namespace warpup

using warpup::runtime::ApiCall;
using warpup::runtime::CopyBox;
using warpup::runtime::Symbol;
using warpup::runtime::symbols;

namespace {

// Where bytes [offset, offset + count) of the symbol lie; the error to end with, or 0.
int locate(const ApiCall& call, const void* shadow, size_t count, size_t offset, char** out) {
  if (int error = call.enter()) return error;
  Symbol symbol;
  if (!symbols().find(shadow, &symbol)) return cudaErrorInvalidSymbol;
  if (offset > symbol.bytes || count > symbol.bytes - offset) return cudaErrorInvalidValue;
  *out = static_cast<char*>(symbol.device) + offset;
  return cudaSuccess;
}

int copy_to(const ApiCall& call, const void* symbol, const void* from, size_t count, size_t offset,
            int kind, cudaStream_t stream, bool blocking) {
  char* to = nullptr;
  if (int error = locate(call, symbol, count, offset, &to)) return error;
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  return warpup::runtime::copy(call, CopyBox::line(to, from, count), kind, stream, blocking);
}

int copy_from(const ApiCall& call, void* to, const void* symbol, size_t count, size_t offset,
              int kind, cudaStream_t stream, bool blocking) {
  char* from = nullptr;
  if (int error = locate(call, symbol, count, offset, &from)) return error;
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  return warpup::runtime::copy(call, CopyBox::line(to, from, count), kind, stream, blocking);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset,
                               cudaMemcpyKind kind) {
  WARPUP_API_CALL(call);
  return call.end(copy_to(call, symbol, src, count, offset, kind, nullptr, true));
}

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset,
                                 cudaMemcpyKind kind) {
  WARPUP_API_CALL(call);
  return call.end(copy_from(call, dst, symbol, count, offset, kind, nullptr, true));
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(copy_to(call, symbol, src, count, offset, kind, stream, false));
}

cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  WARPUP_API_CALL(call);
  return call.end(copy_from(call, dst, symbol, count, offset, kind, stream, false));
}

cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol) {
  WARPUP_API_CALL(call);
  char* at = nullptr;
  if (!devPtr) return call.end(cudaErrorInvalidValue);
  if (int error = locate(call, symbol, 0, 0, &at)) return call.end(error);
  *devPtr = at;
  return call.end(cudaSuccess);
}

cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  WARPUP_API_CALL(call);
  Symbol found;
  if (int error = call.enter()) return call.end(error);
  if (!size) return call.end(cudaErrorInvalidValue);
  if (!symbols().find(symbol, &found)) return call.end(cudaErrorInvalidSymbol);
  *size = found.bytes;
  return call.end(cudaSuccess);
}

}  // extern "C"
