#include "image.h"

namespace warpup::nvrtc {
namespace {

constexpr const char* kHead =
    "//\n"
    "// Compiled by NVRTC of warpup's cpu backend. This is no PTX, which runs only on a GPU: it\n"
    "// names the shared object with the kernels, and cuModuleLoadData takes it like PTX.\n"
    "//\n";
constexpr const char* kObject = "// object: ";
constexpr const char* kProgram = "// program: ";

}  // namespace

std::string module_text(const std::string& program, const std::string& object) {
  return std::string(kHead) + kProgram + program + "\n" + kObject + object + "\n";
}

std::string object_of(const std::string& text) {
  if (text.rfind(kHead, 0) != 0) return {};
  const std::size_t at = text.rfind(kObject);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + std::string(kObject).size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace warpup::nvrtc
