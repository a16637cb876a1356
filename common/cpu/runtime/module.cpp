#include "module.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>

#include "cuda.h"
#include "function.h"
#include "nvrtc/elf_symbols.h"
#include "nvrtc/image.h"
#include "nvrtc/store.h"
#include "stream.h"

namespace warpup::runtime {
namespace {

struct Modules {
  std::mutex mutex;
  std::vector<std::unique_ptr<Module>> all;
  std::set<const KernelInfo*> unloaded_kernels;
  std::atomic<bool> any_unloaded{false};
};

Modules& modules() {
  static auto* all = new Modules;
  return *all;
}

bool starts_with(const char* text, const char* prefix) {
  return std::strncmp(text, prefix, std::strlen(prefix)) == 0;
}

Loaded failure(int error, std::string why) {
  Loaded loaded;
  loaded.error = error;
  loaded.why = std::move(why);
  return loaded;
}

// What an image is that is no text of nvrtcGetPTX.
Loaded refuse(const char* image) {
  constexpr const char* kFatBinary = "\x50\xed\x55\xba";
  if (starts_with(image, "\177ELF") || starts_with(image, kFatBinary)) {
    return failure(CUDA_ERROR_NO_BINARY_FOR_GPU,
                   "the image is machine code for a GPU, which the cpu backend can't run; compile "
                   "its source with NVRTC");
  }
  if (std::strstr(image, ".version") && std::strstr(image, ".target")) {
    return failure(CUDA_ERROR_INVALID_PTX,
                   "the image is PTX, which runs only on a GPU; compile its source with NVRTC");
  }
  return failure(CUDA_ERROR_INVALID_IMAGE, "");
}

/// A file of its own for each load: the loader takes a file that it has for the same object, and
/// then two modules would share their variables. It stays open, as the checker reads it.
int private_copy(const std::string& image) {
  const int fd = memfd_create("module", 0);
  std::size_t written = 0;
  while (fd >= 0 && written < image.size()) {
    const ssize_t n = write(fd, image.data() + written, image.size() - written);
    if (n <= 0) {
      close(fd);
      return -1;
    }
    written += static_cast<std::size_t>(n);
  }
  return fd;
}

std::unique_ptr<Module> open_object(const std::string& object, const std::string& image,
                                    std::string* why) {
  const int fd = private_copy(image);
  SymbolCollection collection;
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  void* handle = fd < 0 ? nullptr : dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    *why = fd < 0 ? "no memory or no file descriptor for the module" : dlerror();
    if (fd >= 0) close(fd);
    return nullptr;
  }
  link_map* map = nullptr;
  dlinfo(handle, RTLD_DI_LINKMAP, &map);
  auto module = std::make_unique<Module>();
  module->object = object;
  const nvrtc::ElfSymbols symbols(image);
  for (const auto& [name, offset] : symbols.all()) {
    KernelInfo* info = find_kernel(reinterpret_cast<const void*>(map->l_addr + offset));
    if (info) module->kernels.push_back({name, info});
  }
  for (const Symbol& symbol : collection.symbols) {
    const auto address = reinterpret_cast<std::uintptr_t>(symbol.shadow);
    module->variables.push_back({symbols.name_at(address - map->l_addr), symbol});
  }
  return module;
}

// Everything is as if it were loaded for the first time.
void refresh(Module& module) {
  for (const Module::Variable& variable : module.variables) {
    std::memcpy(variable.symbol.device, variable.symbol.shadow, variable.symbol.bytes);
  }
  for (const Module::Kernel& kernel : module.kernels) {
    kernel.info->max_dynamic_shared = KernelInfo().max_dynamic_shared;
    modules().unloaded_kernels.erase(kernel.info);
  }
}

}  // namespace

KernelInfo* Module::find_kernel(const std::string& name) const {
  for (const Kernel& kernel : kernels) {
    if (kernel.name == name) return kernel.info;
  }
  return nullptr;
}

const Symbol* Module::find_variable(const std::string& name) const {
  for (const Variable& variable : variables) {
    if (variable.name == name) return &variable.symbol;
  }
  return nullptr;
}

Loaded load_module(const void* image, Context* context) {
  const auto* text = static_cast<const char*>(image);
  // No reading past the end of a short image.
  const std::string object = starts_with(text, "//") ? nvrtc::object_of(text) : std::string();
  if (object.empty()) return refuse(text);
  const std::string file = nvrtc::read_file(object);
  if (file.empty()) {
    return failure(CUDA_ERROR_INVALID_PTX, "the shared object " + object +
                                               " that the image names is gone; compile the "
                                               "program with NVRTC again");
  }
  const std::lock_guard<std::mutex> lock(modules().mutex);
  Loaded loaded;
  for (const auto& module : modules().all) {
    if (!module->context && module->object == object) loaded.module = module.get();
  }
  if (!loaded.module) {
    auto opened = open_object(object, file, &loaded.why);
    if (!opened) return failure(CUDA_ERROR_INVALID_IMAGE, loaded.why);
    loaded.module = opened.get();
    modules().all.push_back(std::move(opened));
  }
  refresh(*loaded.module);
  loaded.module->context = context;
  return loaded;
}

bool known_module(const Module* module) {
  const std::lock_guard<std::mutex> lock(modules().mutex);
  return std::any_of(modules().all.begin(), modules().all.end(),
                     [&](const auto& each) { return each.get() == module && each->context; });
}

void unload_module(Module* module) {
  streams().wait_for_all();  // its kernels may still run
  const std::lock_guard<std::mutex> lock(modules().mutex);
  module->context = nullptr;
  for (const Module::Kernel& kernel : module->kernels) {
    modules().unloaded_kernels.insert(kernel.info);
  }
  modules().any_unloaded = true;
}

void unload_modules_of(const Context* context) {
  std::vector<Module*> leaving;
  {
    const std::lock_guard<std::mutex> lock(modules().mutex);
    for (const auto& module : modules().all) {
      if (module->context && (!context || module->context == context)) {
        leaving.push_back(module.get());
      }
    }
  }
  for (Module* module : leaving) unload_module(module);
}

Module* module_of_kernel(const KernelInfo* info) {
  const std::lock_guard<std::mutex> lock(modules().mutex);
  for (const auto& module : modules().all) {
    if (!module->context) continue;
    for (const Module::Kernel& kernel : module->kernels) {
      if (kernel.info == info) return module.get();
    }
  }
  return nullptr;
}

const char* driver_name(const KernelInfo& info) {
  const Module* module = module_of_kernel(&info);
  if (!module) return lasting_name(info);
  for (const Module::Kernel& kernel : module->kernels) {
    if (kernel.info == &info) return kernel.name.c_str();
  }
  return nullptr;
}

bool is_unloaded(const KernelInfo* info) {
  if (!modules().any_unloaded) return false;
  const std::lock_guard<std::mutex> lock(modules().mutex);
  return modules().unloaded_kernels.count(info) != 0;
}

}  // namespace warpup::runtime
