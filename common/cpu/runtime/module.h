// Modules: shared objects of NVRTC programs, loaded while the program runs.
#pragma once

#include <string>
#include <vector>

#include "../exec/exec.h"
#include "symbol.h"

struct CUmod_st;

namespace warpup::runtime {

struct Context;

/// A loaded module. An unloaded one stays mapped (the checker may still have to name its lines) and
/// is taken again when the same object is loaded anew.
struct Module {
  struct Kernel {
    std::string name;  // mangled, as in the object
    KernelInfo* info = nullptr;
  };
  struct Variable {
    std::string name;
    Symbol symbol;
  };
  std::string object;
  Context* context = nullptr;  // null: unloaded
  std::vector<Kernel> kernels;
  std::vector<Variable> variables;

  KernelInfo* find_kernel(const std::string& name) const;
  const Symbol* find_variable(const std::string& name) const;
};

/// How loading ended: a module, or an error and what to say about it.
struct Loaded {
  Module* module = nullptr;
  int error = 0;
  std::string why;
};

/// `image` is what nvrtcGetPTX or nvrtcGetCUBIN gave.
Loaded load_module(const void* image, Context* context);
/// A handle of this program's that is loaded now.
bool known_module(const Module* module);
void unload_module(Module* module);
/// The context, or the whole device where null, goes, and its modules with it.
void unload_modules_of(const Context* context);
/// The module that the kernel belongs to; null: to none that is loaded.
Module* module_of_kernel(const KernelInfo* info);
/// The name by which its module knows the kernel; elsewhere the function's own.
const char* driver_name(const KernelInfo& info);
/// The kernel belongs to a module that was unloaded.
bool is_unloaded(const KernelInfo* info);

}  // namespace warpup::runtime
