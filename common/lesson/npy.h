// Arrays of NumPy: reads float32 in C order from .npy files.
#pragma once

#include <string>
#include <vector>

namespace lesson {

/// Lengths of the dimensions, outermost first.
using Shape = std::vector<long long>;
constexpr long long kAnyLength = -1;

/// float32 values, row-major.
struct Array {
  Shape shape;
  std::vector<float> values;
};

/// "(25200, 85)", "(any, 85)".
std::string shape_text(const Shape& shape);

/// Reads versions 1 and 2 of the format, little-endian float32 in C order, of one of the shapes in
/// `accepted`; kAnyLength there stands for every length. Throws std::runtime_error with the file's
/// name, what is wrong, and what NumPy does about it.
Array load_npy(const std::string& path, const std::vector<Shape>& accepted);

}  // namespace lesson
