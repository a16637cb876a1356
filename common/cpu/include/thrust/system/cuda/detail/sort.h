// Sorting, stable. Numbers in rising or falling order: radix_sort.h. Anything else is merged: each
// thread sorts a short run by insertion, then pairs of runs are merged, one thread a pair.
#pragma once

#include <thrust/detail/function.h>
#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/detail/copy.h>
#include <thrust/system/cuda/detail/radix_sort.h>
#include <thrust/system/cuda/detail/run_grid.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/// What is sorted: keys alone, or with a value each.
template <class K>
struct SortedKeys {
  using Key = K;
  K* key;
  void put(Index to, const SortedKeys& from, Index i) const { key[to] = from.key[i]; }
  void swap(Index a, Index b) const {
    const K kept = key[a];
    key[a] = key[b];
    key[b] = kept;
  }
};
template <class K, class V>
struct SortedPairs {
  using Key = K;
  K* key;
  V* value;
  void put(Index to, const SortedPairs& from, Index i) const {
    key[to] = from.key[i];
    value[to] = from.value[i];
  }
  void swap(Index a, Index b) const {
    SortedKeys<K>{key}.swap(a, b);
    SortedKeys<V>{value}.swap(a, b);
  }
};

template <class Items, class Less>
void insertion_sort(const Items& items, Index begin, Index end, const Less& less) {
  for (Index i = begin + 1; i < end; ++i) {
    for (Index j = i; j > begin && less(items.key[j], items.key[j - 1]); --j) items.swap(j, j - 1);
  }
}

/// Merges the sorted [begin, middle) and [middle, end); of equals the first range's come first.
template <class Items, class Less>
void merge_two(const Items& from, const Items& to, Index begin, Index middle, Index end,
               const Less& less) {
  Index i = begin, j = middle;
  for (Index k = begin; k < end; ++k) {
    const bool second = j < end && (i == middle || less(from.key[j], from.key[i]));
    to.put(k, from, second ? j++ : i++);
  }
}

/// Sorts `items`, with `other` as room of the same size. True: the result is in `other`.
template <class D, class Items, class Compare>
bool merge_sort(execution_policy<D>& exec, Items items, Items other, Index n, Compare compare) {
  constexpr Index kShort = 16;
  thrust::detail::wrapped_function<Compare, bool> less(compare);
  const auto upto = [n](Index i) { return i < n ? i : n; };
  run_grid(exec, "sort", (n + kShort - 1) / kShort,
           [=](Index run) { insertion_sort(items, run * kShort, upto((run + 1) * kShort), less); });
  bool moved = false;
  for (Index width = kShort; width < n; width *= 2, moved = !moved) {
    const Items from = moved ? other : items, to = moved ? items : other;
    run_grid(exec, "sort", (n + 2 * width - 1) / (2 * width), [=](Index pair) {
      const Index begin = pair * 2 * width;
      merge_two(from, to, begin, upto(begin + width), upto(begin + 2 * width), less);
    });
  }
  return moved;
}

template <class D, class Items, class Compare>
bool sort_items(execution_policy<D>& exec, Items items, Items other, Index n, Compare compare) {
  if constexpr (is_radix_sort<Compare, typename Items::Key>) {
    return radix_sort<is_rising<Compare, typename Items::Key>>(exec, items, other, n);
  } else {
    return merge_sort(exec, items, other, n, compare);
  }
}

template <class D, class Iterator, class Compare>
void stable_sort(execution_policy<D>& exec, Iterator first, Iterator last, Compare compare) {
  using K = typename thrust::iterator_value<Iterator>::type;
  const Index n = thrust::distance(first, last);
  if (n <= 1) return;
  const ::warpup::LibraryCall call;
  thrust::detail::temporary_array<K, D> keys(exec, first, last), other(exec, n);
  const SortedKeys<K> items{thrust::raw_pointer_cast(keys.data())};
  const SortedKeys<K> room{thrust::raw_pointer_cast(other.data())};
  const bool moved = sort_items(exec, items, room, n, compare);
  auto& sorted = moved ? other : keys;
  cuda_cub::copy(exec, sorted.begin(), sorted.end(), first);
}

template <class D, class Keys, class Values, class Compare>
void stable_sort_by_key(execution_policy<D>& exec, Keys first, Keys last, Values values,
                        Compare compare) {
  using K = typename thrust::iterator_value<Keys>::type;
  using V = typename thrust::iterator_value<Values>::type;
  const Index n = thrust::distance(first, last);
  if (n <= 1) return;
  const ::warpup::LibraryCall call;
  thrust::detail::temporary_array<K, D> keys(exec, first, last), other_keys(exec, n);
  thrust::detail::temporary_array<V, D> moving(exec, values, values + n), other_moving(exec, n);
  const SortedPairs<K, V> items{thrust::raw_pointer_cast(keys.data()),
                                thrust::raw_pointer_cast(moving.data())};
  const SortedPairs<K, V> room{thrust::raw_pointer_cast(other_keys.data()),
                               thrust::raw_pointer_cast(other_moving.data())};
  const bool moved = sort_items(exec, items, room, n, compare);
  auto& sorted = moved ? other_keys : keys;
  auto& along = moved ? other_moving : moving;
  cuda_cub::copy(exec, sorted.begin(), sorted.end(), first);
  cuda_cub::copy(exec, along.begin(), along.end(), values);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
