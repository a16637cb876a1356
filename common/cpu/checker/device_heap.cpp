#include "device_heap.h"

#include <malloc.h>
#include <sys/uio.h>
#include <unistd.h>

#include <map>
#include <mutex>
#include <new>

#include "../exec/grid.h"
#include "device_hooks.h"
#include "here.h"
#include "hooks.h"

namespace warpup::check {
namespace {

struct Ranges {
  std::mutex mutex;
  std::map<uintptr_t, std::pair<size_t, std::string>> by_begin;

  bool find(const void* p, std::string* name) {
    std::lock_guard<std::mutex> lock(mutex);
    const auto a = reinterpret_cast<uintptr_t>(p);
    auto it = by_begin.upper_bound(a);
    if (it == by_begin.begin()) return false;
    --it;
    if (a - it->first >= it->second.first) return false;
    if (name != nullptr) *name = it->second.second;
    return true;
  }
  void add(const void* p, size_t bytes, const char* name) {
    std::lock_guard<std::mutex> lock(mutex);
    by_begin[reinterpret_cast<uintptr_t>(p)] = {bytes, name};
  }
};
// Never destroyed, and made without an allocation: `new` in a kernel asks for the heap's ranges.
enum class Kind { kHeap, kShadow, kReference };
template <Kind kind>
Ranges& ranges() {
  alignas(Ranges) static unsigned char place[sizeof(Ranges)];
  static Ranges* r = new (place) Ranges;
  return *r;
}
Ranges& heap() { return ranges<Kind::kHeap>(); }
Ranges& shadows() { return ranges<Kind::kShadow>(); }
Ranges& references() { return ranges<Kind::kReference>(); }

}  // namespace

bool in_device_heap(const void* p) { return heap().find(p, nullptr); }
void device_heap_add(void* p, unsigned long bytes) { heap().add(p, bytes, ""); }
void device_heap_remove(void* p) {
  std::lock_guard<std::mutex> lock(heap().mutex);
  heap().by_begin.erase(reinterpret_cast<uintptr_t>(p));
}

bool in_arguments(const void* p) {
  const auto* bound = reinterpret_cast<const char*>(&here.worker->grid->bound);
  const auto* a = static_cast<const char*>(p);
  return a >= bound && a < bound + malloc_usable_size(const_cast<char*>(bound));
}

bool is_readable(const void* p) {
  char byte;
  iovec mine{&byte, 1}, theirs{const_cast<void*>(p), 1};
  return process_vm_readv(getpid(), &mine, 1, &theirs, 1, 0) == 1;
}

void symbol_shadow(const void* shadow, size_t bytes, const char* name) {
  if (on()) shadows().add(shadow, bytes, name);
}
bool in_symbol_references(const void* p) { return references().find(p, nullptr); }

bool is_symbol_shadow(const void* p) { return shadows().find(p, nullptr); }
std::string symbol_name(const void* p) {
  std::string name;
  shadows().find(p, &name);
  return name;
}

}  // namespace warpup::check

void warpup::symbol_references(const void* begin, const void* end) {
  if (!check::on() || begin == nullptr) return;
  const auto* from = static_cast<const char*>(begin);
  check::references().add(from, static_cast<size_t>(static_cast<const char*>(end) - from), "");
}
