// Damage in PNG and JPEG files that a decoder passes over: it would show a picture that is partly
// something else. Internal to the lesson library.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lesson {

/// What is wrong with a file that begins as a PNG or a JPEG: a chunk's checksum, or a missing end.
/// Empty if nothing is, and for other files.
std::string image_damage(const std::vector<uint8_t>& bytes);

/// Width and height by a PNG's header, which decoders call unknown where they are very large. False
/// for other files.
bool png_size(const std::vector<uint8_t>& bytes, long long* width, long long* height);

/// "it is damaged or cut off (bad huffman code)".
std::string damage_text(const std::string& detail);

}  // namespace lesson
