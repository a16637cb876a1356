#include "lesson/npy.h"

#include <cctype>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "lesson/format.h"
#include "lesson/readable_file.h"

namespace lesson {
namespace {

constexpr size_t kPrefix = 8;                    // "\x93NUMPY", major, minor
constexpr size_t kMostHeader = size_t{1} << 16;  // bytes; real ones have 118
constexpr long long kMostValues = 1ll << 30;     // 4 GB

// The dictionary at the head of the file, Python's text of
// {'descr': '<f4', 'fortran_order': False, 'shape': (25200, 85), }.
class Header {
 public:
  explicit Header(std::string text) : text_(std::move(text)) {}

  /// What stands between the quotes after the key; empty if the key isn't there.
  std::string quoted(const std::string& key) const {
    const size_t from = after(key);
    if (from == std::string::npos || (text_[from] != '\'' && text_[from] != '"')) return "";
    const size_t end = text_.find(text_[from], from + 1);
    return end == std::string::npos ? "" : text_.substr(from + 1, end - from - 1);
  }
  bool starts(const std::string& key, const std::string& word) const {
    const size_t from = after(key);
    return from != std::string::npos && text_.compare(from, word.size(), word) == 0;
  }
  /// False if it is no tuple of lengths.
  bool shape(Shape* shape) const;

 private:
  // Where the value of `key` begins.
  size_t after(const std::string& key) const {
    size_t at = text_.find("'" + key + "'");
    if (at == std::string::npos) return at;
    at = text_.find(':', at);
    if (at == std::string::npos) return at;
    at = text_.find_first_not_of(' ', at + 1);
    return at;
  }
  std::string text_;
};

bool Header::shape(Shape* shape) const {
  const size_t open = after("shape");
  if (open == std::string::npos || text_[open] != '(') return false;
  const size_t close = text_.find(')', open);
  if (close == std::string::npos) return false;
  long long length = -1;
  for (size_t i = open + 1; i <= close; ++i) {
    const char c = text_[i];
    if (std::isdigit(static_cast<unsigned char>(c))) {
      length = (length < 0 ? 0 : length) * 10 + (c - '0');
      if (length > kMostValues) return false;
    } else if (c == ',' || c == ')') {
      if (length >= 0) shape->push_back(length);
      length = -1;
    } else if (c != ' ' && c != 'L') {  // Python 2 wrote 85L
      return false;
    }
  }
  return true;
}

bool fits(const Shape& shape, const Shape& accepted) {
  if (shape.size() != accepted.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (accepted[i] != kAnyLength && accepted[i] != shape[i]) return false;
  }
  return true;
}

// One file while it is read; its methods throw with the file's name.
class NpyFile {
 public:
  explicit NpyFile(const std::string& path) : path_(path), in_(path, std::ios::binary) {}

  Array read(const std::vector<Shape>& accepted) {
    const Header header(read_header());
    check_type(header);
    Array array;
    if (!header.shape(&array.shape)) fail("its header gives no shape", "write it with numpy.save");
    check_shape(array.shape, accepted);
    read_values(&array);
    return array;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& next) const {
    throw std::runtime_error("can't read " + path_ + ": " + what + "; " + next);
  }

  std::string read_header() {
    unsigned char prefix[kPrefix] = {};
    in_.read(reinterpret_cast<char*>(prefix), kPrefix);
    if (!in_ || std::memcmp(prefix, "\x93NUMPY", 6) != 0) {
      fail("it is no .npy file", "numpy.save writes one");
    }
    const int major = prefix[6];
    if (major != 1 && major != 2) {
      fail(format("version %d of the format; versions 1 and 2 are read", major),
           "numpy.save writes version 1 for plain arrays");
    }
    unsigned char bytes[4] = {};
    in_.read(reinterpret_cast<char*>(bytes), major == 1 ? 2 : 4);
    const uint32_t length = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | uint32_t{bytes[3]} << 24;
    if (!in_ || length > kMostHeader) fail("its header is broken", "write it again");
    std::string text(length, '\0');
    in_.read(&text[0], length);
    if (!in_) fail("it ends within its header", "write it again");
    return text;
  }

  void check_type(const Header& header) const {
    const std::string type = header.quoted("descr");
    if (type.empty()) fail("its fields have names", "save one field as float32");
    if (type != "<f4") {
      fail("its values are of type " + type + ", not <f4 (float32, little-endian)",
           "in Python: numpy.save(file, array.astype(\"<f4\"))");
    }
    if (!header.starts("fortran_order", "False")) {
      fail("its values are in Fortran order",
           "in Python: numpy.save(file, numpy.ascontiguousarray(array))");
    }
  }

  void check_shape(const Shape& shape, const std::vector<Shape>& accepted) const {
    std::string all;
    for (const Shape& one : accepted) {
      if (fits(shape, one)) return;
      all += (all.empty() ? "" : " or ") + shape_text(one);
    }
    fail("its shape is " + shape_text(shape) + ", and not " + all,
         "numpy.reshape gives it another");
  }

  void read_values(Array* array) {
    long long count = 1;
    for (const long long length : array->shape) {
      if (length != 0 && count > kMostValues / length) {
        fail("it has more than " + grouped(kMostValues) + " values", "save a part of it");
      }
      count *= length;
    }
    const long long bytes = 4 * count, begin = static_cast<long long>(in_.tellg());
    in_.seekg(0, std::ios::end);  // before memory for it is taken
    const long long there = static_cast<long long>(in_.tellg()) - begin;
    if (there < bytes) {
      fail("it ends after " + grouped(there) + " of " + grouped(bytes) + " bytes of values",
           "write it again");
    }
    in_.seekg(begin);
    array->values.resize(static_cast<size_t>(count));
    in_.read(reinterpret_cast<char*>(array->values.data()), bytes);
    if (!in_) fail("reading failed", "try a copy of the file");
  }

  std::string path_;
  std::ifstream in_;
};

}  // namespace

std::string shape_text(const Shape& shape) {
  std::string text = "(";
  for (const long long length : shape) {
    if (text.size() > 1) text += ", ";
    text += length == kAnyLength ? "any" : std::to_string(length);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

Array load_npy(const std::string& path, const std::vector<Shape>& accepted) {
  require_readable_file(path, "a .npy file");
  return NpyFile(path).read(accepted);
}

}  // namespace lesson
