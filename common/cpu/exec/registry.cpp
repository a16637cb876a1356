// Kernels, shared variables and launch configurations, as translated code registers them.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "../checker/library_call.h"
#include "exec.h"
#include "faults.h"
#include "worker.h"

namespace warpup {
namespace {

struct Registry {
  std::mutex mutex;  // modules are loaded while other threads launch
  std::unordered_map<const void*, KernelInfo*> kernels;
  std::vector<SharedVariable*> shared;
  std::atomic<size_t> shared_count{0};
};

Registry& registry() {
  static Registry* r = new Registry;  // filled before main, used after it
  return *r;
}

struct Configurations {
  std::vector<LaunchConfig> stack;  // a launch among the arguments of another nests
};
thread_local Configurations t_configurations;

// `total` bytes of shared memory and one more variable, at the alignment that its size suggests.
size_t with_variable(size_t total, size_t bytes) {
  const size_t natural = bytes & (~bytes + 1);
  const size_t alignment = natural == 0 ? 1 : natural > 16 ? 16 : natural;
  return (total + alignment - 1) / alignment * alignment + bytes;
}

}  // namespace

bool register_kernel(KernelInfo* info) {
  Registry& r = registry();
  const std::lock_guard<std::mutex> lock(r.mutex);
  for (const SharedVariable* v : r.shared) {
    if (v->kernel == info->function) {
      info->static_shared = with_variable(info->static_shared, v->bytes);
    }
  }
  r.kernels[info->function] = info;
  return true;
}

bool register_shared(SharedVariable* variable) {
  Registry& r = registry();
  const std::lock_guard<std::mutex> lock(r.mutex);
  variable->id = static_cast<unsigned>(r.shared.size());
  r.shared.push_back(variable);
  r.shared_count = r.shared.size();
  const auto kernel = r.kernels.find(variable->kernel);
  if (kernel != r.kernels.end()) {
    kernel->second->static_shared = with_variable(kernel->second->static_shared, variable->bytes);
  }
  return true;
}

KernelInfo* find_kernel(const void* host_function) {
  Registry& r = registry();
  const std::lock_guard<std::mutex> lock(r.mutex);
  const auto it = r.kernels.find(host_function);
  return it == r.kernels.end() ? nullptr : it->second;
}

std::vector<SharedVariable*> shared_variables() {
  Registry& r = registry();
  const std::lock_guard<std::mutex> lock(r.mutex);
  return r.shared;
}

size_t shared_variable_count() { return registry().shared_count; }

namespace {

// Thrust's algorithms are one kernel with many closures, each named by the function it is in:
// "thrust::cuda_cub::index_kernel<for_each_n<…" is thrust::for_each_n.
std::string algorithm_name(const std::string& name) {
  const std::string prefix = "thrust::cuda_cub::index_kernel<";
  if (name.compare(0, prefix.size(), prefix) != 0) return name;
  const size_t end = name.find('<', prefix.size());
  return "thrust::" + name.substr(prefix.size(), end - prefix.size());
}

}  // namespace

// "… [with auto Fn = scale<float>; int MaxThreads = 0; …]" holds the name as Fn.
std::string kernel_name(const KernelInfo& info) {
  const std::string text = info.pretty_name;
  const std::string key = "auto Fn = ";
  const size_t at = text.find(key);
  if (at == std::string::npos) return text;
  const size_t begin = at + key.size();
  size_t end = text.find("; int MaxThreads", begin);
  if (end == std::string::npos) end = text.size();
  std::string name = text.substr(begin, end - begin);
  if (!name.empty() && name[0] == '&') name.erase(0, 1);
  const std::string anonymous = "{anonymous}::";
  for (size_t p = name.find(anonymous); p != std::string::npos; p = name.find(anonymous)) {
    name.erase(p, anonymous.size());
  }
  return algorithm_name(name);
}

void configure(dim3 grid, dim3 block, size_t dynamic_shared, void* stream) {
  LaunchConfig c;
  c.grid = grid;
  c.block = block;
  c.dynamic_shared = dynamic_shared;
  c.stream = stream;
  c.call_site = check::caller_or(__builtin_return_address(0));
  t_configurations.stack.push_back(c);
}

bool take_configuration(LaunchConfig* out) {
  if (t_configurations.stack.empty()) return false;
  *out = t_configurations.stack.back();
  t_configurations.stack.pop_back();
  return true;
}

}  // namespace warpup
