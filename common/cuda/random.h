// Random inputs: the same numbers from the same seed on every machine (the standard library's
// distributions differ between compilers).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpu {

/// The splitmix64 generator (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
/// 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [low, high).
  float uniform(float low, float high) {
    const float unit = static_cast<float>(bits() >> 40) * 0x1p-24f;
    return low + (high - low) * unit;
  }
  /// In [low, high], both included.
  int integer(int low, int high) {
    const uint64_t span = static_cast<uint64_t>(static_cast<int64_t>(high) - low) + 1;
    return static_cast<int>(low + static_cast<int64_t>(bits() % span));
  }
  std::vector<float> floats(size_t n, float low, float high) {
    std::vector<float> values(n);
    for (float& value : values) value = uniform(low, high);
    return values;
  }
  std::vector<int> integers(size_t n, int low, int high) {
    std::vector<int> values(n);
    for (int& value : values) value = integer(low, high);
    return values;
  }
  /// Whole numbers as floats: their sums are exact in any order while they stay below 2^24.
  std::vector<float> whole_floats(size_t n, int low, int high) {
    std::vector<float> values(n);
    for (float& value : values) value = static_cast<float>(integer(low, high));
    return values;
  }

 private:
  uint64_t state_;
};

}  // namespace gpu
