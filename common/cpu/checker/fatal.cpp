#include "fatal.h"

#include <cstring>
#include <mutex>
#include <optional>

#include "../runtime/errors.h"

namespace warpup::check {
namespace {

struct Held {
  std::mutex mutex;
  std::optional<report::Report> report;
  const char* api = nullptr;  // the call in which the error came to light
  const void* pc = nullptr;
  int code = 0;
  bool cleared = false;         // cudaGetLastError followed
  const char* again = nullptr;  // and a later call failed all the same
  const void* again_pc = nullptr;
};
Held& held() {
  static Held* h = new Held;
  return *h;
}
thread_local bool t_explained = false;

// What the kernel did, for the report of the call that met it.
const char* deed_of(const report::Report& r) {
  switch (r.kind) {
    case report::Kind::kOutOfBounds:
      if (r.sub == report::SubKind::kNullPointer) return "The kernel follows a null pointer.";
      return "The kernel leaves its memory.";
    case report::Kind::kMisaligned:
      return "The kernel uses an address that does not fit the type.";
    case report::Kind::kDeviceDerefHost:
      return "The kernel follows a pointer into host memory.";
    default:
      return "";
  }
}

bool is_synchronise(const char* api) { return std::strstr(api, "ynchronize") != nullptr; }

}  // namespace

void hold_fatal(const report::Report& r) {
  Held& h = held();
  std::lock_guard<std::mutex> lock(h.mutex);
  if (!h.report) h.report = r;
}

bool already_explained() { return t_explained; }
void set_explained(bool explained) { t_explained = explained; }

void fatal_surfaced(const char* api, int code, const void* pc) {
  Held& h = held();
  std::lock_guard<std::mutex> lock(h.mutex);
  if (h.api == nullptr) {
    h.api = api;
    h.pc = pc;
    h.code = code;
  } else if (h.cleared && h.again == nullptr) {
    h.again = api;
    h.again_pc = pc;
  }
}

void fatal_cleared() {
  Held& h = held();
  std::lock_guard<std::mutex> lock(h.mutex);
  if (h.api != nullptr) h.cleared = true;
}

void submit_fatal() {
  Held& h = held();
  std::lock_guard<std::mutex> lock(h.mutex);
  if (!h.report) return;
  report::Report r = *h.report;
  h.report.reset();
  if (h.again != nullptr && !is_synchronise(h.api)) {
    report::Report sticky;
    sticky.kind = report::Kind::kStickyError;
    sticky.kernel = r.kernel;
    std::memcpy(sticky.grid, r.grid, sizeof sticky.grid);
    std::memcpy(sticky.block_dim, r.block_dim, sizeof sticky.block_dim);
    sticky.first.device = false;
    sticky.first.pc = h.pc;
    sticky.first.api = h.api;
    sticky.second = r.first;
    sticky.second->kernel = r.kernel;
    sticky.code = h.code;
    sticky.code_name = runtime::error_name(h.code);
    sticky.detail = deed_of(r);
    sticky.address = r.address;
    r = sticky;
  }
  report::submit(r);
}

}  // namespace warpup::check
