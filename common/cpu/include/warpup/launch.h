// What translated code calls: launches, shared memory, symbols. cu2cpp writes these names.
#pragma once

#include <cstddef>

#include "vector_types.h"

namespace warpup {
/// blockDim and gridDim: a dim3 without constructors, so that it can be a constant object.
struct BuiltinDim {
  unsigned int x, y, z;
  constexpr operator dim3() const { return dim3(x, y, z); }
};
}  // namespace warpup

// In the check build the built-in variables are constants, which GCC does not instrument. A
// kernel's body is a function of its own there, so that no value is kept from one CUDA thread to
// the next.
#if defined(__SANITIZE_THREAD__)
#define WARPUP_BUILTIN extern const __thread
#else
#define WARPUP_BUILTIN extern __thread
#endif

/// CUDA's built-in variables, set for the thread that runs on this OS thread.
WARPUP_BUILTIN uint3 threadIdx __attribute__((tls_model("initial-exec")));
WARPUP_BUILTIN uint3 blockIdx __attribute__((tls_model("initial-exec")));
WARPUP_BUILTIN warpup::BuiltinDim blockDim __attribute__((tls_model("initial-exec")));
WARPUP_BUILTIN warpup::BuiltinDim gridDim __attribute__((tls_model("initial-exec")));
#undef WARPUP_BUILTIN
constexpr int warpSize = 32;

namespace warpup {

/// What the loop over a block's threads shares with the library.
struct CudaThread;
struct ThreadLoop {
  // Of the running thread; null until it meets a collective or is interrupted.
  CudaThread* record;
  bool plain;  // threads in natural order and no checker: the loop may count by itself
  bool whole;  // all threads of the block are at work at once, and none can be interrupted
};
extern __thread ThreadLoop* thread_loop __attribute__((tls_model("initial-exec")));

/// A kernel and a copy of its arguments.
class BoundKernel {
 public:
  virtual ~BoundKernel() = default;
  /// Runs threads of the current block from the current one on, until the loop moves elsewhere.
  virtual void run_threads() const = 0;
};

/// What is known of a kernel (one per instantiation) without launching it.
struct KernelInfo {
  const void* function = nullptr;     // address of the host function that names it
  const char* pretty_name = nullptr;  // GCC's spelling; see kernel_name()
  int max_threads = 0;                // __launch_bounds__, 0: none
  int min_blocks = 0;
  size_t static_shared = 0;           // bytes
  size_t max_dynamic_shared = 49152;  // cudaFuncSetAttribute may raise it
  int parameter_count = 0;
  const size_t* parameter_sizes = nullptr;
  const size_t* parameter_alignments = nullptr;
  BoundKernel* (*bind)(void** arguments) = nullptr;  // copies the arguments; caller deletes
};

/// Registers at start-up; returns true.
bool register_kernel(KernelInfo* info);

/// A `__shared__` variable: its address on the calling OS thread, size, and where it was declared.
struct SharedVariable {
  void* (*address)() = nullptr;
  size_t bytes = 0;
  const char* name = nullptr;
  const char* file = nullptr;
  int line = 0;
  const void* kernel = nullptr;  // function of the kernel that declares it, or null
  unsigned id = 0;
};
bool register_shared(SharedVariable* variable);

/// Sets the configuration of the next kernel call on this OS thread.
void configure(dim3 grid, dim3 block, size_t dynamic_shared = 0, void* stream = nullptr);
/// Launches with the configuration set last; takes ownership of `bound`.
void launch_bound(KernelInfo* info, BoundKernel* bound);

/// The slow part of the thread loop: ends the running thread and returns true if threadIdx is set
/// for the next thread of the block and this fiber is to run it.
bool begin_next_thread();
/// The same where the loop has set threadIdx for the next thread and then found a record: true also
/// if the record is of that next thread, interrupted before its first instruction.
bool begin_next_thread_after(uint3 ended);

constexpr size_t kSharedRedzone = 64;  // bytes after each shared variable

template <class Body, class... P>
class Bound final : public BoundKernel {
 public:
  explicit Bound(const Body& body, P... p) : closure_(make(body, p...)) {}
  // May be interrupted at any instruction, and go on after other fibers ran (exec/monitor.cpp):
  // what counts is the record, which the loop looks at after it has set threadIdx.
  __attribute__((no_sanitize("thread"))) void run_threads() const override {
    const auto closure = closure_;  // a local one: its members stay in registers
    do {
      closure();
      asm volatile("" ::: "memory");  // the threads' accesses stay in order
#if !defined(__SANITIZE_THREAD__)
      const ThreadLoop* loop = thread_loop;
      if (!loop->plain) continue;
      uint3 ended = threadIdx;
      for (const unsigned last = blockDim.x - 1; ended.x < last;) {
        threadIdx.x = ended.x + 1;
        asm volatile("" ::: "memory");
        if (__builtin_expect(loop->record != nullptr, 0)) {
          if (!begin_next_thread_after(ended)) return;
          ended = threadIdx;
        } else {
          ++ended.x;
        }
        closure();
        asm volatile("" ::: "memory");
      }
#endif
    } while (begin_next_thread());
  }

 private:
  static auto make(const Body& body, const P&... p) {
    // The arguments lie on the host's heap, where no kernel may read: the checker is not to see it.
    return [=]() __attribute__((no_sanitize("thread"))) { body(p...); };
  }
  decltype(make(*static_cast<const Body*>(nullptr), *static_cast<const P*>(nullptr)...)) closure_;
};

#if !defined(__SANITIZE_THREAD__)
/// A kernel without loops, waiting, or code that looks at threadIdx elsewhere (cu2cpp --fast finds
/// out): its body takes the built-in variables as parameters, so that the compiler sees one loop
/// over the block's threads, and keeps everything in registers.
template <class Body, class... P>
class StraightBound final : public BoundKernel {
 public:
  explicit StraightBound(const Body& body, P... p) : closure_(make(body, p...)) {}
  void run_threads() const override {
    const auto closure = closure_;
    do {
      if (thread_loop->plain) {
        run_block(closure);
      } else {
        closure(threadIdx, blockIdx, blockDim, gridDim);
      }
    } while (begin_next_thread());
  }

 private:
  static auto make(const Body& body, const P&... p) {
    return [=](uint3 thread, uint3 block, BuiltinDim block_dim, BuiltinDim grid_dim) {
      body(thread, block, block_dim, grid_dim, p...);
    };
  }
  using Closure =
      decltype(make(*static_cast<const Body*>(nullptr), *static_cast<const P*>(nullptr)...));

  // From the first thread to the last, which is threadIdx then.
  static void run_block(const Closure& closure) {
    const uint3 block = blockIdx;
    const BuiltinDim size = blockDim, grid = gridDim;
    thread_loop->whole = true;
    asm volatile("" ::: "memory");
    for (unsigned z = 0; z < size.z; ++z) {
      for (unsigned y = 0; y < size.y; ++y) {
        for (unsigned x = 0; x < size.x; ++x) closure({x, y, z}, block, size, grid);
      }
    }
    asm volatile("" ::: "memory");
    threadIdx = {size.x - 1, size.y - 1, size.z - 1};
    thread_loop->whole = false;
  }

  Closure closure_;
};
#endif

/// 0, 1, ... N - 1, without <utility>, which would take a fifth of an empty file's compile time.
template <size_t... I>
struct Indices {};
#if defined(__clang__)  // clang-tidy and other tools read this too
template <class, size_t... I>
using IndicesOf = Indices<I...>;
template <size_t N>
using IndicesBelow = __make_integer_seq<IndicesOf, size_t, N>;
#else
template <size_t N>
using IndicesBelow = Indices<__integer_pack(N)...>;
#endif

template <auto Fn, int MaxThreads, int MinBlocks, class Body,
          template <class, class...> class BoundTo = Bound>
struct Kernel {
  template <class... P, size_t... I>
  static BoundKernel* bind_all(void (*)(P...), void** arguments, Indices<I...>) {
    union Empty {  // a captureless lambda has no state to construct
      char none = 0;
      Body body;
      Empty() {}
    } empty;
    (void)arguments;
    return new BoundTo<Body, P...>{empty.body, *static_cast<P*>(arguments[I])...};
  }
  template <class... P>
  static const size_t* sizes(void (*)(P...)) {
    static const size_t table[sizeof...(P) + 1] = {sizeof(P)..., 0};
    return table;
  }
  template <class... P>
  static const size_t* alignments(void (*)(P...)) {
    static const size_t table[sizeof...(P) + 1] = {alignof(P)..., 1};
    return table;
  }
  template <class... P>
  static constexpr int count(void (*)(P...)) {
    return sizeof...(P);
  }
  static BoundKernel* bind(void** arguments) {
    return bind_all(Fn, arguments, IndicesBelow<count(Fn)>{});
  }
  static const char* name() { return __PRETTY_FUNCTION__; }
  static KernelInfo make() {
    KernelInfo info;
    info.function = reinterpret_cast<const void*>(Fn);
    info.pretty_name = name();
    info.max_threads = MaxThreads;
    info.min_blocks = MinBlocks;
    info.parameter_count = count(Fn);
    info.parameter_sizes = sizes(Fn);
    info.parameter_alignments = alignments(Fn);
    info.bind = &bind;
    return info;
  }
  static inline KernelInfo info = make();
  static inline const bool registered = register_kernel(&info);
};

template <auto Fn, int MaxThreads, int MinBlocks, class Body, class... P>
inline void launch(Body body, P... p) {
  using K = Kernel<Fn, MaxThreads, MinBlocks, Body>;
  (void)K::registered;
  launch_bound(&K::info, new Bound<Body, P...>{body, p...});
}

#if !defined(__SANITIZE_THREAD__)
template <auto Fn, int MaxThreads, int MinBlocks, class Body, class... P>
inline void launch_straight(Body body, P... p) {
  using K = Kernel<Fn, MaxThreads, MinBlocks, Body, StraightBound>;
  (void)K::registered;
  launch_bound(&K::info, new StraightBound<Body, P...>{body, p...});
}
#endif

/// A module is loaded when threads run already: its shared variables lie in memory that every
/// thread has set aside, at the same offset in each.
extern __thread unsigned char module_shared_memory[] __attribute__((tls_model("initial-exec")));
size_t reserve_module_shared(size_t bytes, size_t alignment);

#if defined(WARPUP_MODULE)
template <class S>
struct SharedStore {
  static inline const size_t offset = reserve_module_shared(sizeof(S) + kSharedRedzone, alignof(S));
  // The offset is the host's own business: the checker is not to see it read.
  __attribute__((no_sanitize("thread"))) static void* address() {
    return module_shared_memory + offset;
  }
  static S& get() { return *static_cast<S*>(address()); }
};
#else
template <class S>
struct SharedStore {
  struct Padded {
    alignas(S) unsigned char bytes[sizeof(S) + kSharedRedzone];
  };
  static __thread Padded storage;
  static void* address() { return storage.bytes; }
  static S& get() { return reinterpret_cast<S&>(storage); }
};
template <class S>
__thread typename SharedStore<S>::Padded SharedStore<S>::storage;
#endif

template <class S, auto Kernel>
struct SharedRegistration {
  static SharedVariable make() {
    SharedVariable v;
    v.address = &SharedStore<S>::address;
    v.bytes = sizeof(S);
    v.name = S::warpup_name();
    v.file = S::warpup_file();
    v.line = S::warpup_line();
    if constexpr (!__is_same(decltype(Kernel), decltype(nullptr))) {
      v.kernel = reinterpret_cast<const void*>(Kernel);
    }
    return v;
  }
  static inline SharedVariable variable = make();
  static inline const bool registered = register_shared(&variable);
};

/// The block's instance of the shared variables in `S` (cu2cpp makes one struct a variable).
template <class S, auto Kernel>
inline S& shared() {
  (void)SharedRegistration<S, Kernel>::registered;
  return SharedStore<S>::get();
}

/// Start of the launch's dynamic shared memory.
void* dynamic_shared();

enum class SymbolKind { kDevice, kConstant, kManaged };

/// Device memory of a symbol whose host shadow is `shadow`, initialised from it.
void* make_device_symbol(void* shadow, size_t bytes, size_t alignment, const char* name,
                         SymbolKind kind, const char* file, int line);

/// Tells where the program keeps its references to symbols, which kernels may read.
void symbol_references(const void* begin, const void* end);

}  // namespace warpup

extern "C" {  // ends of that section, made by the linker where there is one
extern const char __start_warpup_symbols[] __attribute__((weak));
extern const char __stop_warpup_symbols[] __attribute__((weak));
}

namespace warpup {

template <class T>
T& device_symbol(T& shadow, const char* name, SymbolKind kind, const char* file, int line) {
  symbol_references(__start_warpup_symbols, __stop_warpup_symbols);
  return *static_cast<T*>(
      make_device_symbol(const_cast<void*>(static_cast<const volatile void*>(&shadow)), sizeof(T),
                         alignof(T), name, kind, file, line));
}

/// True while the caller runs inside a kernel.
bool on_device();

/// Which copy of a symbol a __host__ __device__ function means.
template <class T>
T* pick_symbol(T* shadow, T* device) {
  return on_device() ? device : shadow;
}

}  // namespace warpup
