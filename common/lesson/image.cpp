#include "lesson/image.h"

#include <stdexcept>

#if __has_include(<stb/stb_image.h>) && __has_include(<stb/stb_image_write.h>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
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

Image load_image(const std::string& path) {
  Image image;
  int channels = 0;
  stbi_uc* data = stbi_load(path.c_str(), &image.width, &image.height, &channels, 3);
  if (!data) throw std::runtime_error("can't read " + path + ": " + stbi_failure_reason());
  image.pixels.assign(data, data + static_cast<size_t>(image.width) * image.height * 3);
  stbi_image_free(data);
  return image;
}

void save_png(const Image& image, const std::string& path) {
  const int stride = image.width * image.channels;
  if (!stbi_write_png(path.c_str(), image.width, image.height, image.channels, image.pixels.data(),
                      stride)) {
    throw std::runtime_error("can't write " + path);
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
