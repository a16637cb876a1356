// __device__, __constant__ and __managed__ variables: the program knows them by their host shadow.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "warpup/launch.h"

namespace warpup::runtime {

struct Symbol {
  const void* shadow = nullptr;
  void* device = nullptr;
  std::size_t bytes = 0;
  const char* name = nullptr;
};

class Symbols {
 public:
  /// Device memory for the shadow, initialised from it; the same one for the same shadow.
  void* add(void* shadow, std::size_t bytes, const char* name, SymbolKind kind, const char* file,
            int line);
  /// Exactly the variable whose shadow (or, for managed ones, memory) starts at `p`.
  bool find(const void* p, Symbol* out) const;
  /// All have their first values again (cudaDeviceReset).
  void restore();

 private:
  mutable std::mutex mutex_;
  std::map<const void*, Symbol> by_shadow_;
};
Symbols& symbols();

/// While it lives, lists the variables that this thread adds: those of a module being loaded.
class SymbolCollection {
 public:
  SymbolCollection();
  ~SymbolCollection();
  SymbolCollection(const SymbolCollection&) = delete;
  SymbolCollection& operator=(const SymbolCollection&) = delete;
  std::vector<Symbol> symbols;
};

}  // namespace warpup::runtime
