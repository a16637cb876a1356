#include "device_new.h"

#include <cstdlib>
#include <new>

#include "../checker/device_hooks.h"
#include "../checker/hooks.h"
#include "exec.h"

namespace warpup {
namespace {

thread_local bool t_noting = false;  // the checker's own tables grow by new

}  // namespace

void note_device_memory(void* p, std::size_t bytes) {
  if (!check::on() || p == nullptr || t_noting) return;
  t_noting = true;
  check::device_heap_add(p, bytes);
  t_noting = false;
}

void forget_device_memory(void* p) {
  if (!check::on() || p == nullptr || t_noting) return;
  t_noting = true;
  check::device_heap_remove(p);
  t_noting = false;
}

}  // namespace warpup

// `new` and `delete` of the program come here, and of them those of kernels matter.

void* operator new(std::size_t bytes) {
  void* p = std::malloc(bytes == 0 ? 1 : bytes);
  if (p == nullptr) throw std::bad_alloc();
  if (warpup::on_device()) warpup::note_device_memory(p, bytes);
  return p;
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }

void operator delete(void* p) noexcept {
  if (warpup::on_device()) warpup::forget_device_memory(p);
  std::free(p);
}
void operator delete[](void* p) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
void operator delete[](void* p, std::size_t) noexcept { operator delete(p); }
