#include "build_hash.h"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "build_fault.h"

namespace warpup {

Hasher& Hasher::add(std::string_view part) {
  // The prime is 2^88 + 0x13b, so a product is a shift and a small product.
  constexpr std::uint64_t kSmall = 0x13b;
  std::uint64_t high = high_;
  std::uint64_t low = low_;
  const auto mix = [&](unsigned char byte) {
    low ^= byte;
    const std::uint64_t shifted = low << 24;  // the low half times 2^88, in the high half
    const std::uint64_t low_product = (low & 0xffffffffU) * kSmall;
    const std::uint64_t middle = (low >> 32) * kSmall + (low_product >> 32);
    high = high * kSmall + shifted + (middle >> 32);
    low = low * kSmall;
  };
  for (const char c : part) mix(static_cast<unsigned char>(c));
  for (std::size_t rest = part.size(), i = 0; i < sizeof(rest); ++i, rest >>= 8) {
    mix(static_cast<unsigned char>(rest));
  }
  high_ = high;
  low_ = low;
  return *this;
}

std::string Hasher::digest() const {
  std::array<char, 33> text{};
  std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(high_),
                static_cast<unsigned long long>(low_));
  return text.data();
}

std::string hash_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf() || stream.peek() == EOF)) {
    throw BuildFault("can't read " + file.string() + ": " + std::strerror(errno));
  }
  return Hasher().add(text.str()).digest();
}

std::string file_identity(const std::filesystem::path& file) {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0) return "missing";
  return file.string() + '|' + std::to_string(info.st_size) + '|' +
         std::to_string(info.st_mtim.tv_sec) + '.' + std::to_string(info.st_mtim.tv_nsec);
}

}  // namespace warpup
