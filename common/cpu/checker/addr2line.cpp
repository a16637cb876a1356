#include "checker/addr2line.h"

#include <link.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>

namespace warpup::report {
namespace {

struct Module {
  uintptr_t address;   // looked for
  uintptr_t base = 0;  // load bias
  std::string path;    // empty: not found
};

int holds_address(dl_phdr_info* info, size_t, void* data) {
  auto* module = static_cast<Module*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || module->address < begin) continue;
    if (module->address >= begin + segment.p_memsz) continue;
    module->base = info->dlpi_addr;
    module->path = info->dlpi_name;
    if (module->path.empty()) {  // the executable; its own link, not that of the shell popen starts
      char path[PATH_MAX];
      const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
      if (length > 0) module->path.assign(path, static_cast<size_t>(length));
    }
    return 1;
  }
  return 0;
}

std::string quoted(const std::string& path) {
  std::string out = "'";
  for (char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string read_line(FILE* pipe) {
  char* text = nullptr;
  size_t capacity = 0;
  ssize_t length = getline(&text, &capacity, pipe);
  if (length > 0 && text[length - 1] == '\n') --length;
  std::string line = length > 0 ? std::string(text, static_cast<size_t>(length)) : std::string();
  free(text);
  return line;
}

// "file:line" or "file:line (discriminator 2)"; "??:0" and "??:?" where nothing is known.
SourcePosition parse_position(const std::string& text, std::string function) {
  SourcePosition position;
  if (function != "??") position.function = std::move(function);
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos || text.compare(0, 2, "??") == 0) return position;
  position.line = atoi(text.c_str() + colon + 1);
  if (position.line > 0) position.file = text.substr(0, colon);
  return position;
}

}  // namespace

std::vector<SourcePosition> addr2line_frames(uintptr_t address) {
  std::vector<SourcePosition> frames;
  Module module{address, 0, {}};
  if (dl_iterate_phdr(holds_address, &module) == 0 || module.path.empty()) return frames;
  char offset[32];
  snprintf(offset, sizeof offset, "0x%zx", static_cast<size_t>(address - module.base));
  const std::string command =
      "addr2line -f -i -C -e " + quoted(module.path) + " " + offset + " 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return frames;
  while (true) {
    std::string function = read_line(pipe);
    const std::string position = read_line(pipe);
    if (position.empty()) break;
    frames.push_back(parse_position(position, std::move(function)));
  }
  pclose(pipe);
  return frames;
}

}  // namespace warpup::report
