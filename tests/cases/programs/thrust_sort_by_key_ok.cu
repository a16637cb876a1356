// expect: ok: keys carry their values along; equal keys keep their order.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

#include <cstdio>

int main() {
    const int n = 5000;
    thrust::host_vector<int> h_keys(n);
    for (int i = 0; i < n; ++i) h_keys[i] = (i * 37) % 100;
    thrust::device_vector<int> keys = h_keys, indices(n);
    thrust::sequence(indices.begin(), indices.end());
    thrust::stable_sort_by_key(keys.begin(), keys.end(), indices.begin());
    thrust::host_vector<int> sorted = keys, from = indices;
    int bad = 0;
    for (int i = 0; i < n; ++i) {
        bad += (sorted[i] != h_keys[from[i]]);
        if (i == 0) continue;
        bad += (sorted[i - 1] > sorted[i]);
        bad += (sorted[i - 1] == sorted[i] && from[i - 1] > from[i]);
    }
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
