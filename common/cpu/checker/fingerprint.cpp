#include "fingerprint.h"

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace warpup::check {
namespace {

std::atomic<uint64_t> g_sum{0};

bool wanted() {
  static const bool is_wanted = [] {
    const char* text = std::getenv("WARPUP_FINGERPRINT");
    return text != nullptr && text[0] == '1';
  }();
  return is_wanted;
}

// FNV-1a (Fowler, Noll, Vo), 64 bits.
uint64_t hash(const unsigned char* bytes, size_t count) {
  uint64_t h = 0xcbf29ce484222325ULL;
  for (size_t i = 0; i < count; ++i) h = (h ^ bytes[i]) * 0x100000001b3ULL;
  return h;
}

}  // namespace

void add_to_fingerprint(const void* bytes, size_t count) {
  if (wanted()) g_sum.fetch_add(hash(static_cast<const unsigned char*>(bytes), count));
}

void write_fingerprint() {
  const char* fd = std::getenv("WARPUP_EVENT_FD");
  if (!wanted() || fd == nullptr) return;
  char line[80];
  const int n =
      std::snprintf(line, sizeof line, "{\"event\":\"fingerprint\",\"value\":\"%016llx\"}\n",
                    static_cast<unsigned long long>(g_sum.load()));
  if (write(std::atoi(fd), line, static_cast<size_t>(n)) != n) std::perror("warpup: event pipe");
}

}  // namespace warpup::check
