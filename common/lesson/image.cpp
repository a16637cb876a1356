#include "lesson/image.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "lesson/format.h"
#include "lesson/image_file.h"
#include "lesson/readable_file.h"

#if __has_include(<stb/stb_image.h>) && __has_include(<stb/stb_image_write.h>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop
#define WARPUP_LESSON_HAS_STB 1
#endif

namespace lesson {

#ifdef WARPUP_LESSON_HAS_STB

namespace {

constexpr long long kMostBytes = 512ll << 20;  // of a file; 8192 x 8192 x 4 and more

[[noreturn]] void fail(const std::string& path, const std::string& what, const std::string& next) {
  throw std::runtime_error("can't read " + path + ": " + what + "; " + next);
}

std::vector<uint8_t> read_bytes(const std::string& path) {
  require_readable_file(path, "a PNG or JPEG file");
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<long long>(in.tellg());
  if (size > kMostBytes) {
    fail(path, "it has " + bytes_text(double(size)) + ", more than " + bytes_text(kMostBytes),
         "scale the picture down");
  }
  std::vector<uint8_t> bytes(size > 0 ? static_cast<size_t>(size) : 0);
  in.seekg(0);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!in) fail(path, "reading failed", "try a copy of the file");
  return bytes;
}

void require_few_pixels(const std::string& path, long long width, long long height) {
  if (height == 0 || width <= kMostPixels / height) return;
  fail(path,
       format("it has %lld x %lld pixels; at most %s are read", width, height,
              grouped(kMostPixels).c_str()),
       "scale the picture down");
}

// What can be said before anything is decoded.
void require_decodable(const std::string& path, const std::vector<uint8_t>& bytes) {
  long long png_width = 0, png_height = 0;
  if (png_size(bytes, &png_width, &png_height)) require_few_pixels(path, png_width, png_height);
  const std::string damage = image_damage(bytes);
  if (!damage.empty()) fail(path, damage, "save it again, or try another");
  int width = 0, height = 0, channels = 0;
  const int length = static_cast<int>(bytes.size());
  if (!stbi_info_from_memory(bytes.data(), length, &width, &height, &channels)) {
    const bool unknown = std::strcmp(stbi_failure_reason(), "unknown image type") == 0;
    fail(path, unknown ? "it is no PNG, JPEG or BMP file" : damage_text(stbi_failure_reason()),
         "save it as PNG");
  }
  require_few_pixels(path, width, height);
}

}  // namespace

Image load_image(const std::string& path) {
  const std::vector<uint8_t> bytes = read_bytes(path);
  require_decodable(path, bytes);
  Image image;
  int channels = 0;
  stbi_uc* data = stbi_load_from_memory(bytes.data(), static_cast<int>(bytes.size()), &image.width,
                                        &image.height, &channels, 3);
  if (!data) fail(path, damage_text(stbi_failure_reason()), "save it again, or try another");
  image.pixels.assign(data, data + static_cast<size_t>(image.width) * image.height * 3);
  stbi_image_free(data);
  return image;
}

void save_png(const Image& image, const std::string& path) {
  const int stride = image.width * image.channels;
  errno = 0;
  if (!stbi_write_png(path.c_str(), image.width, image.height, image.channels, image.pixels.data(),
                      stride)) {
    const std::string reason = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
    throw std::runtime_error("can't write " + path + reason);
  }
}

#else

Image load_image(const std::string& path) {
  throw std::runtime_error("can't read " + path + ": built without stb (package libstb-dev)");
}

void save_png(const Image&, const std::string& path) {
  throw std::runtime_error("can't write " + path + ": built without stb (package libstb-dev)");
}

#endif

}  // namespace lesson
