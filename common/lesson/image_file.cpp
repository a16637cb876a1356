#include "lesson/image_file.h"

#include <array>
#include <cstring>

namespace lesson {
namespace {

uint32_t big_endian(const uint8_t* p) {
  return uint32_t{p[0]} << 24 | uint32_t{p[1]} << 16 | uint32_t{p[2]} << 8 | p[3];
}

bool is_png(const std::vector<uint8_t>& bytes) {
  static const uint8_t kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  return bytes.size() >= sizeof(kSignature) &&
         std::memcmp(bytes.data(), kSignature, sizeof(kSignature)) == 0;
}

// CRC-32 as PNG defines it (ISO 3309, polynomial 0xedb88320 reflected).
uint32_t crc32(const uint8_t* data, size_t size) {
  static const std::array<uint32_t, 256> kTable = [] {
    std::array<uint32_t, 256> table{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = value & 1 ? 0xedb88320u ^ value >> 1 : value >> 1;
      table[i] = value;
    }
    return table;
  }();
  uint32_t crc = ~0u;
  for (size_t i = 0; i < size; ++i) crc = kTable[(crc ^ data[i]) & 0xffu] ^ crc >> 8;
  return ~crc;
}

// A chunk is: length, type, data, checksum of type and data; the last one is IEND.
std::string png_damage(const std::vector<uint8_t>& bytes) {
  constexpr size_t kSignature = 8, kAround = 12;
  for (size_t at = kSignature; at + kAround <= bytes.size();) {
    const size_t length = big_endian(&bytes[at]);
    if (length > bytes.size() - at - kAround) break;
    const uint8_t* type = &bytes[at + 4];
    const std::string name(type, type + 4);
    if (crc32(type, 4 + length) != big_endian(type + 4 + length)) {
      return damage_text("the checksum of a part is wrong");
    }
    if (name == "IEND") return "";
    at += kAround + length;
  }
  return damage_text("its end is missing");
}

// Segments with a length lead to the first scan. Within scans 0xff is followed by 0, so that the
// end marker is found by looking for it.
std::string jpeg_damage(const std::vector<uint8_t>& bytes) {
  constexpr uint8_t kScan = 0xda, kEnd = 0xd9;
  size_t at = 2;
  while (at + 4 <= bytes.size() && bytes[at] == 0xff && bytes[at + 1] != kScan) {
    at += bytes[at + 1] == 0xff ? 1 : 2 + (size_t{bytes[at + 2]} << 8 | bytes[at + 3]);
  }
  for (; at + 2 <= bytes.size(); ++at) {
    if (bytes[at] == 0xff && bytes[at + 1] == kEnd) return "";
  }
  return damage_text("its end is missing");
}

}  // namespace

std::string image_damage(const std::vector<uint8_t>& bytes) {
  if (is_png(bytes)) return png_damage(bytes);
  const bool jpeg = bytes.size() >= 2 && bytes[0] == 0xff && bytes[1] == 0xd8;
  return jpeg ? jpeg_damage(bytes) : "";
}

bool png_size(const std::vector<uint8_t>& bytes, long long* width, long long* height) {
  constexpr size_t kAt = 16;  // after the signature, and length and type of the first chunk
  if (!is_png(bytes) || bytes.size() < kAt + 8) return false;
  *width = big_endian(&bytes[kAt]);
  *height = big_endian(&bytes[kAt + 4]);
  return true;
}

std::string damage_text(const std::string& detail) {
  return "it is damaged or cut off (" + detail + ")";
}

}  // namespace lesson
