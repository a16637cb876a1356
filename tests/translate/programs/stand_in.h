// A stand-in for the cpu backend's headers: enough to run translated kernels that need no barrier,
// one thread after another, and to see what the translator passed on.
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __align__(n) __attribute__((aligned(n)))

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
};

inline __thread uint3 threadIdx, blockIdx;
inline dim3 blockDim, gridDim;

extern "C" {
__thread unsigned char warpup_dynamic_shared_memory[1 << 16];
}

/// What the dynamic shared memory holds, unseen by the optimiser.
__attribute__((noinline)) inline int dynamic_byte(int i) {
  asm volatile("" ::: "memory");
  return warpup_dynamic_shared_memory[i];
}

namespace warpup {

struct Seen {
  dim3 grid, block;
  size_t dynamic_shared = 0;
  void* stream = nullptr;
  int configured = 0;  // launches not yet run
  int launches = 0;
  int max_threads = 0, min_blocks = 0;
  const void* function = nullptr;
  const char* shared_name = nullptr;
  int shared_line = 0;
  const void* shared_function = nullptr;
  int symbols = 0;
  bool on_device = false;
};
inline Seen seen;

inline void configure(dim3 grid, dim3 block, size_t shared = 0, void* stream = nullptr) {
  seen.grid = grid;
  seen.block = block;
  seen.dynamic_shared = shared;
  seen.stream = stream;
  ++seen.configured;
}

inline const void* address(decltype(nullptr)) { return nullptr; }
template <class R, class... P>
const void* address(R (*function)(P...)) {
  return reinterpret_cast<const void*>(function);
}

template <class Body, class... P>
void run_block(const Body& body, P... p) {
  for (threadIdx.z = 0; threadIdx.z < blockDim.z; ++threadIdx.z)
    for (threadIdx.y = 0; threadIdx.y < blockDim.y; ++threadIdx.y)
      for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x) body(p...);
}

template <auto Fn, int MaxThreads, int MinBlocks, class Body, class... P>
void launch(Body body, P... p) {
  const bool was_on_device = seen.on_device;
  const uint3 old_thread = threadIdx, old_block = blockIdx;
  const dim3 old_dim = blockDim, old_grid = gridDim;
  --seen.configured;
  ++seen.launches;
  seen.max_threads = MaxThreads;
  seen.min_blocks = MinBlocks;
  seen.function = address(Fn);
  seen.on_device = true;
  gridDim = seen.grid;
  blockDim = seen.block;
  const dim3 grid = seen.grid;
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x) run_block(body, p...);
  seen.on_device = was_on_device;
  threadIdx = old_thread;
  blockIdx = old_block;
  blockDim = old_dim;
  gridDim = old_grid;
}

template <class S, auto Fn>
S& shared() {
  alignas(S) static unsigned char storage[sizeof(S)];
  seen.shared_name = S::warpup_name();
  seen.shared_line = S::warpup_line();
  seen.shared_function = address(Fn);
  return reinterpret_cast<S&>(storage);
}

inline void* dynamic_shared() { return warpup_dynamic_shared_memory; }

enum class SymbolKind { kDevice, kConstant, kManaged };

struct Symbol {
  const volatile void* shadow;
  void* device;
};
inline Symbol symbols[256];

inline void* find_symbol(const volatile void* shadow) {
  for (const Symbol& symbol : symbols) {
    if (symbol.shadow == shadow) return symbol.device;
  }
  return nullptr;
}

template <class T>
T& device_symbol(T& shadow, const char*, SymbolKind, const char*, int) {
  const volatile void* key = &shadow;
  if (void* known = find_symbol(key)) return *static_cast<T*>(known);
  void* copy = aligned_alloc(64, (sizeof(T) + 63) / 64 * 64);
  memcpy(copy, const_cast<const void*>(key), sizeof(T));
  symbols[seen.symbols++] = {key, copy};
  return *static_cast<T*>(copy);
}

inline bool on_device() { return seen.on_device; }
template <class T>
T* pick_symbol(T* shadow, T* device) {
  return on_device() ? device : shadow;
}

}  // namespace warpup

template <class T>
void copy_to_symbol(T& symbol, const void* from, size_t bytes) {
  memcpy(warpup::find_symbol(&symbol), from, bytes);
}

inline int device_prints = 0;
inline int warpup_device_printf(const char*, ...) { return ++device_prints; }
inline void* warpup_device_malloc(size_t bytes) { return malloc(bytes); }
inline void warpup_device_free(void* p) { free(p); }
inline long warpup_device_clock() { return 42; }

inline int failures = 0;
#define CHECK(condition) \
  ((condition) ? 0 : (++failures, fprintf(stderr, "line %d: %s\n", __LINE__, #condition)))
