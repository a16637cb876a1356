// Files that a user hands to a lesson: pictures and arrays, good ones and all kinds of bad ones.
#include <cstdint>
#include <stdexcept>

#include "../runner/temporary_folder.h"
#include "catch.hpp"
#include "lesson/image.h"
#include "lesson/npy.h"

namespace {

// Written by Python's zlib and struct after the PNG specification.
const char* const kPng16 =  // 1 x 1, 16 bits: 0x1234, 0xabcd, 0xff00
    "89504e470d0a1a0a0000000d4948445200000001000000011002000000c0e78f9d0000000f49444154789c6310"
    "32597df63f0300088802be660365970000000049454e44ae426082";
const char* const kPngHuge =  // 100,000 x 100,000
    "89504e470d0a1a0a0000000d49484452000186a0000186a0080200000027309c9f0000000949444154789c6300"
    "00000100015eff7df90000000049454e44ae426082";
// Written by ImageMagick: 8 x 8 pixels of (200, 100, 50).
const char* const kJpeg =
    "ffd8ffe000104a46494600010100000100010000ffdb0043000302020302020303030304030304050805050404"
    "050a070706080c0a0c0c0b0a0b0b0d0e12100d0e110e0b0b1016101113141515150c0f17181614181214151"
    "4ffdb00430103040405040509050509140d0b0d14141414141414141414141414141414141414141414141414"
    "14141414141414141414141414141414141414141414141414141414ffc00011080008000803011100021101"
    "031101ffc40014000100000000000000000000000000000004ffc40014100100000000000000000000000000"
    "000000ffc4001501010100000000000000000000000000000708ffc40014110100000000000000000000000"
    "000000000ffda000c03010002110311003f00203d483fffd9";

std::string bytes_of(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

// The message that reading ends with; empty if it doesn't fail.
template <class Read>
std::string failure_of(Read read) {
  try {
    read();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

class Files {
 public:
  std::string write(const std::string& name, const std::string& bytes) const {
    return folder_.write(name, bytes).string();
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string image_failure(const std::string& bytes) const {
    const std::string file = write("file", bytes);
    return failure_of([&] { lesson::load_image(file); });
  }
  std::string npy_failure(const std::string& bytes, const lesson::Shape& shape) const {
    const std::string file = write("file.npy", bytes);
    return failure_of([&] { lesson::load_npy(file, {shape}); });
  }

 private:
  TemporaryFolder folder_;
};

bool says(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return text.find("; ") != std::string::npos;  // and what to do
}

// A .npy file as the format's specification (NEP 1) has it.
std::string npy(int major, const std::string& header, const std::string& values) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(major);
  bytes += '\0';
  const auto length = static_cast<unsigned>(header.size());
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) bytes += static_cast<char>(length >> (8 * i));
  return bytes + header + values;
}

std::string header(const std::string& type, const std::string& order, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }   \n";
}

const std::string kTwoByTwo = bytes_of("0000803f00000040000040400000c0bf");  // 1, 2, 3, -1.5

}  // namespace

TEST_CASE("a picture is written and read back") {
  const Files files;
  lesson::Image image(4, 3, 3, 10);
  image.at(2, 3, 1) = 200;
  lesson::save_png(image, files.path("a.png"));
  const lesson::Image again = lesson::load_image(files.path("a.png"));
  CHECK(again.width == 4);
  CHECK(again.height == 3);
  CHECK(again.pixels == image.pixels);
}

TEST_CASE("pictures of one, two and four channels become three; one pixel is a picture") {
  const Files files;
  for (const int channels : {1, 2, 4}) {
    lesson::Image image(1, 1, channels);
    for (int k = 0; k < channels; ++k) image.at(0, 0, k) = static_cast<uint8_t>(50 * (k + 1));
    lesson::save_png(image, files.path("a.png"));
    const lesson::Image read = lesson::load_image(files.path("a.png"));
    CHECK(read.channels == 3);
    const std::vector<uint8_t> grey = {50, 50, 50}, colour = {50, 100, 150};
    CHECK(read.pixels == (channels < 3 ? grey : colour));
  }
}

TEST_CASE("16 bits are reduced to 8; JPEG is read") {
  const Files files;
  const lesson::Image deep = lesson::load_image(files.write("16.png", bytes_of(kPng16)));
  CHECK(deep.pixels == std::vector<uint8_t>{0x12, 0xab, 0xff});
  const lesson::Image jpeg = lesson::load_image(files.write("a.jpg", bytes_of(kJpeg)));
  REQUIRE(jpeg.width == 8);
  CHECK(std::abs(jpeg.at(4, 4, 0) - 200) <= 2);
  CHECK(std::abs(jpeg.at(4, 4, 2) - 50) <= 2);
}

TEST_CASE("what is no picture is refused with the reason and what to do") {
  const Files files;
  const auto load = [&](const std::string& path) {
    return failure_of([&] { lesson::load_image(path); });
  };
  CHECK(says(load(files.path("none.png")), "there is no such file"));
  CHECK(says(load(files.path("")), "it is a directory"));
  CHECK(says(load("/dev/zero"), "it is no regular file"));
  CHECK(says(files.image_failure(""), "it is empty"));
  CHECK(says(files.image_failure("P5 of something"), "no PNG, JPEG or BMP file"));
  CHECK(
      says(files.image_failure(bytes_of(kPngHuge)), "100000 x 100000 pixels; at most 67,108,864"));
}

TEST_CASE("a damaged picture is refused wherever it is cut off or changed") {
  const Files files;
  for (const char* hex : {kPng16, kJpeg}) {
    const std::string whole = bytes_of(hex);
    for (size_t size = 1; size < whole.size(); ++size) {
      const std::string reason = size < 8 ? "can't read" : "it is damaged or cut off";
      CHECK(says(files.image_failure(whole.substr(0, size)), reason));
    }
  }
  const std::string png = bytes_of(kPng16);
  for (size_t at = 0; at < png.size(); ++at) {
    std::string changed = png;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    CHECK(says(files.image_failure(changed), "can't read"));
  }
}

TEST_CASE("arrays of both versions are read") {
  const Files files;
  for (const int version : {1, 2}) {
    const std::string file =
        files.write("a.npy", npy(version, header("<f4", "False", "(2, 2)"), kTwoByTwo));
    const lesson::Array array = lesson::load_npy(file, {{7}, {lesson::kAnyLength, 2}});
    CHECK(array.shape == lesson::Shape{2, 2});
    CHECK(array.values == std::vector<float>{1, 2, 3, -1.5f});
  }
  const std::string empty = files.write("e.npy", npy(1, header("<f4", "False", "(0, 85)"), ""));
  CHECK(lesson::load_npy(empty, {{lesson::kAnyLength, 85}}).values.empty());
}

TEST_CASE("an array of another kind is refused with what NumPy does about it") {
  const Files files;
  const auto failure = [&](const std::string& type, const std::string& order,
                           const std::string& shape) {
    return files.npy_failure(npy(1, header(type, order, shape), kTwoByTwo),
                             {lesson::kAnyLength, 2});
  };
  CHECK(says(failure("<f8", "False", "(2, 2)"), "of type <f8, not <f4"));
  CHECK(says(failure(">f4", "False", "(2, 2)"), "of type >f4"));
  CHECK(says(failure("<f4", "True", "(2, 2)"), "Fortran order"));
  CHECK(says(failure("<f4", "False", "(4,)"), "its shape is (4,), and not (any, 2)"));
  CHECK(says(failure("<f4", "False", "(9, 2)"), "ends after 16 of 72 bytes"));
  CHECK(says(failure("<f4", "False", "(2, x)"), "gives no shape"));
  CHECK(says(failure("<f4", "False", "(99999999999999999999, 2)"), "gives no shape"));
  CHECK(says(failure("<f4", "False", "(1073741824, 2)"), "more than 1,073,741,824 values"));
  const std::string fields = "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (4,), }\n";
  CHECK(says(files.npy_failure(npy(1, fields, kTwoByTwo), {4}), "fields have names"));
  CHECK(
      says(files.npy_failure(npy(3, header("<f4", "False", "(4,)"), kTwoByTwo), {4}), "version 3"));
}

TEST_CASE("an array that is cut off is refused wherever it ends") {
  const Files files;
  const std::string whole = npy(1, header("<f4", "False", "(2, 2)"), kTwoByTwo);
  for (size_t size = 0; size < whole.size(); ++size) {
    CHECK(says(files.npy_failure(whole.substr(0, size), {2, 2}), "can't read"));
  }
}
