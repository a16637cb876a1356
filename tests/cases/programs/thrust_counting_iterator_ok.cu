// expect: ok: indices of a condition by copy_if over a counting_iterator; nothing stores 0, 1, 2, ...
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/for_each.h>
#include <thrust/tuple.h>

#include <cstdio>

struct IsOdd {
    __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct Add {
    template <class Tuple>
    __host__ __device__ void operator()(Tuple t) const {
        thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
    }
};

int main() {
    const int n = 777;
    thrust::counting_iterator<int> zero(0);
    thrust::device_vector<int> odd(n);
    const auto end = thrust::copy_if(zero, zero + n, odd.begin(), IsOdd());
    const int found = static_cast<int>(end - odd.begin());
    int bad = (found != n / 2);
    thrust::host_vector<int> h(odd.begin(), end);
    for (int i = 0; i < found; ++i) bad += (h[i] != 2 * i + 1);

    thrust::device_vector<int> a(n, 1), b(zero, zero + n), c(n);
    auto first = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin()));
    thrust::for_each(first, first + n, Add());
    bad += (thrust::reduce(c.begin(), c.end()) != n + n * (n - 1) / 2);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
