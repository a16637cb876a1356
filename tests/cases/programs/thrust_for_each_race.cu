// expect: race-global: for_each runs its functor for all elements at once, here on one counter.
#include <thrust/device_vector.h>
#include <thrust/for_each.h>

#include <cstdio>

struct CountHits {
    int* hits;
    __device__ void operator()(int x) const {
        if (x > 10) *hits += 1;  // BUG: atomicAdd, or thrust::count_if
    }
};

int main() {
    thrust::device_vector<int> values(512, 20), hits(1, 0);
    thrust::for_each(values.begin(), values.end(), CountHits{thrust::raw_pointer_cast(hits.data())});
    std::printf("RESULT: %d\n", static_cast<int>(hits[0]));
    return 0;
}
