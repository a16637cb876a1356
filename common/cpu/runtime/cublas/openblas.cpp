#include "openblas.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace warpup::runtime::cublas {
namespace {

struct Library {
  Blas<float> single{};
  Blas<double> twice{};
  std::string problem;  // empty: loaded
};

template <class Function>
bool find(void* library, const std::string& name, Function* out) {
  *out = reinterpret_cast<Function>(dlsym(library, name.c_str()));
  return *out != nullptr;
}

template <class T>
bool find_all(void* library, const std::string& prefix, Blas<T>* b) {
  return find(library, prefix + "axpy", &b->axpy) && find(library, prefix + "scal", &b->scal) &&
         find(library, prefix + "copy", &b->copy) && find(library, prefix + "swap", &b->swap) &&
         find(library, prefix + "dot", &b->dot) && find(library, prefix + "nrm2", &b->nrm2) &&
         find(library, prefix + "asum", &b->asum) && find(library, prefix + "gemv", &b->gemv) &&
         find(library, prefix + "ger", &b->ger) && find(library, prefix + "symv", &b->symv) &&
         find(library, prefix + "trsv", &b->trsv) && find(library, prefix + "gemm", &b->gemm) &&
         find(library, prefix + "syrk", &b->syrk) && find(library, prefix + "trsm", &b->trsm);
}

// With one thread only: a stream has its thread already, and more would take the processors from
// the kernels. OpenBLAS starts its threads when it is loaded, so the variable must be there then.
void* open_single_threaded() {
  constexpr char kVariable[] = "OPENBLAS_NUM_THREADS";
  const char* before = std::getenv(kVariable);
  const std::string saved = before ? before : "";
  setenv(kVariable, "1", 1);
  void* library = nullptr;
  for (const char* name : {"libopenblas.so.0", "libopenblas.so"}) {
    if (!library) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (before) {
    setenv(kVariable, saved.c_str(), 1);
  } else {
    unsetenv(kVariable);
  }
  return library;
}

Library load() {
  Library result;
  void* library = open_single_threaded();
  if (!library) {
    const char* why = dlerror();
    result.problem = std::string("cuBLAS on the cpu backend needs OpenBLAS: ") +
                     (why ? why : "libopenblas.so.0 is missing") +
                     "\ninstall it: apt-get install libopenblas0-pthread";
  } else if (!find_all(library, "cblas_s", &result.single) ||
             !find_all(library, "cblas_d", &result.twice)) {
    result.problem =
        "cuBLAS on the cpu backend needs an OpenBLAS with the C interface (cblas_sgemm); this one "
        "has none";
  }
  return result;
}

const Library& library() {
  static const auto* loaded = new Library(load());
  return *loaded;
}

}  // namespace

const char* load_openblas() {
  return library().problem.empty() ? nullptr : library().problem.c_str();
}

template <>
const Blas<float>& blas<float>() {
  return library().single;
}

template <>
const Blas<double>& blas<double>() {
  return library().twice;
}

}  // namespace warpup::runtime::cublas
