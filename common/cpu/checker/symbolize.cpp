#include "checker/symbolize.h"

#include <cxxabi.h>
#include <link.h>

#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <unordered_map>

#include "checker/addr2line.h"
#include "checker/call_trace.h"
#ifdef WARPUP_HAVE_LIBBACKTRACE
#include <backtrace.h>
#endif

namespace warpup::report {
namespace {

#ifdef WARPUP_HAVE_LIBBACKTRACE

std::string demangled(const char* name) {
  if (name == nullptr) return {};
  int status = 0;
  char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  free(text);
  return result;
}

void ignore_error(void*, const char*, int) {}

int add_frame(void* data, uintptr_t, const char* file, int line, const char* function) {
  SourcePosition position;
  if (file != nullptr && line > 0) {
    position.file = file;
    position.line = line;
  }
  position.function = demangled(function);
  static_cast<std::vector<SourcePosition>*>(data)->push_back(std::move(position));
  return 0;
}

int read_load_count(dl_phdr_info* info, size_t size, void* data) {
  if (size >= offsetof(dl_phdr_info, dlpi_adds) + sizeof info->dlpi_adds) {
    *static_cast<unsigned long long*>(data) = info->dlpi_adds;
  }
  return 1;
}

// A state knows the objects loaded when it is first used; a dlopen since then needs a new one. The
// old one can't be freed.
backtrace_state* current_state() {
  static backtrace_state* state = nullptr;
  static unsigned long long state_loads = 0;
  unsigned long long loads = 0;
  dl_iterate_phdr(read_load_count, &loads);
  if (state == nullptr || loads != state_loads) {
    state = backtrace_create_state(nullptr, 0, ignore_error, nullptr);
    state_loads = loads;
  }
  return state;
}

std::vector<SourcePosition> frames_of_instruction(uintptr_t address) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  std::vector<SourcePosition> frames;
  backtrace_pcinfo(current_state(), address, add_frame, ignore_error, &frames);
  return frames;
}

#else

std::vector<SourcePosition> frames_of_instruction(uintptr_t address) {
  return addr2line_frames(address);
}

#endif

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

// "/a/./b/../c" to "/a/c", as compilers write what the include path says.
std::string clean_path(const std::string& path) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = path.find('/', begin);
    if (end == std::string::npos) end = path.size();
    const std::string part = path.substr(begin, end - begin);
    begin = end + 1;
    const bool up = part == ".." && !parts.empty() && parts.back() != "..";
    if (up) {
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  std::string result = starts_with(path, "/") ? "/" : "";
  for (size_t i = 0; i < parts.size(); ++i) result += (i == 0 ? "" : "/") + parts[i];
  return result;
}

// The learner's frame, or else the innermost with a line.
SourcePosition choose_frame(const std::vector<SourcePosition>& frames) {
  const SourcePosition* fallback = nullptr;
  for (const auto& frame : frames) {
    if (!frame.known()) continue;
    if (is_learner_file(frame.file)) return frame;
    if (fallback == nullptr) fallback = &frame;
  }
  return fallback != nullptr ? *fallback : SourcePosition{};
}

}  // namespace

bool is_learner_file(const std::string& file) {
  if (file.empty() || file[0] == '<') return false;
#ifdef WARPUP_COMMON_DIR
  if (starts_with(file, WARPUP_COMMON_DIR)) return false;
#endif
  for (const char* system : {"/usr/include/", "/usr/lib/", "/usr/local/include/", "/usr/local/lib/",
                             "/usr/local/cuda", "/opt/cuda/"}) {
    if (starts_with(file, system)) return false;
  }
  return true;
}

std::vector<SourcePosition> frames_at(const void* pc) {
  if (pc == nullptr || is_trace(pc)) return {};
  auto frames = frames_of_instruction(reinterpret_cast<uintptr_t>(pc) - 1);
  for (auto& frame : frames) frame.file = clean_path(frame.file);
  return frames;
}

namespace {

// The innermost caller in the learner's code, or else the innermost known one.
SourcePosition locate_trace(const void* pc) {
  SourcePosition fallback;
  for (const void* frame : trace_frames(pc)) {
    SourcePosition position = locate(frame);
    if (is_learner_file(position.file)) return position;
    if (!fallback.known()) fallback = std::move(position);
  }
  return fallback;
}

}  // namespace

SourcePosition locate(const void* pc) {
  static std::mutex mutex;
  // Never destroyed: reports are written after the program's static objects are gone.
  static auto& known = *new std::unordered_map<const void*, SourcePosition>;
  {
    const std::lock_guard<std::mutex> lock(mutex);
    const auto found = known.find(pc);
    if (found != known.end()) return found->second;
  }
  SourcePosition position = is_trace(pc) ? locate_trace(pc) : choose_frame(frames_at(pc));
  const std::lock_guard<std::mutex> lock(mutex);
  return known.emplace(pc, std::move(position)).first->second;
}

bool same_source_line(const void* a, const void* b) {
  if (a == b) return true;
  const SourcePosition left = locate(a), right = locate(b);
  return left.known() && left.line == right.line && left.file == right.file;
}

}  // namespace warpup::report
