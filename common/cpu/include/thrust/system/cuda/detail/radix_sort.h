// A radix sort, stable, for numbers in rising or falling order: a pass for each byte that differs,
// by one device thread.
#pragma once

#include <thrust/functional.h>
#include <thrust/system/cuda/detail/run_grid.h>

#include <climits>
#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Compare, class K>
constexpr bool is_rising =
    std::is_same_v<Compare, thrust::less<K>> || std::is_same_v<Compare, thrust::less<void>> ||
    std::is_same_v<Compare, std::less<K>> || std::is_same_v<Compare, std::less<void>>;
template <class Compare, class K>
constexpr bool is_falling =
    std::is_same_v<Compare, thrust::greater<K>> || std::is_same_v<Compare, thrust::greater<void>> ||
    std::is_same_v<Compare, std::greater<K>> || std::is_same_v<Compare, std::greater<void>>;

template <class K>
constexpr bool has_radix = std::is_arithmetic_v<K> && sizeof(K) <= 8;
template <class Compare, class K>
constexpr bool is_radix_sort = has_radix<K> && (is_rising<Compare, K> || is_falling<Compare, K>);

/// A number with the order of `key`, compared without sign.
template <class K>
uint64_t radix_of(K key) {
  constexpr uint64_t kSign = uint64_t{1} << (sizeof(K) * CHAR_BIT - 1);
  if (key == K(0)) key = K(0);  // -0.0 is equal to 0.0
  uint64_t bits = 0;
  std::memcpy(&bits, &key, sizeof(K));
  if constexpr (std::is_floating_point_v<K>) return bits & kSign ? ~bits : bits | kSign;
  return std::is_signed_v<K> ? bits ^ kSign : bits;
}

/// Sorts by one byte of the radix, from `from` to `to`. False: it is the same for all of them.
template <bool Rising, class Items>
bool sort_by_byte(const Items& from, const Items& to, Index n, int shift) {
  const auto digit = [=](Index i) {
    const auto byte = static_cast<unsigned>(radix_of(from.key[i]) >> shift & 255);
    return Rising ? byte : 255 - byte;
  };
  Index begin[256] = {};
  for (Index i = 0; i < n; ++i) ++begin[digit(i)];
  Index sum = 0;
  for (Index& bucket : begin) {
    if (bucket == n) return false;
    const Index size = bucket;
    bucket = sum;
    sum += size;
  }
  for (Index i = 0; i < n; ++i) to.put(begin[digit(i)]++, from, i);
  return true;
}

/// Sorts `items`, with `other` as room of the same size. True: the result is in `other`.
template <bool Rising, class D, class Items>
bool radix_sort(execution_policy<D>& exec, Items items, Items other, Index n) {
  constexpr int kBits = sizeof(typename Items::Key) * CHAR_BIT;
  return call_on_device(exec, "sort", [=] {
    bool moved = false;
    for (int shift = 0; shift < kBits; shift += CHAR_BIT) {
      if (sort_by_byte<Rising>(moved ? other : items, moved ? items : other, n, shift)) {
        moved = !moved;
      }
    }
    return moved;
  });
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
