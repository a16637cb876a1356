// expect: ok: sorting a device vector both ways, and a host vector.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>

#include <cstdio>

int main() {
    const int values[] = {5, 3, 1, 5, 2, 0};
    thrust::host_vector<int> h(values, values + 6);
    thrust::device_vector<int> d = h;
    thrust::sort(d.begin(), d.end());
    int bad = 0;
    const int up[] = {0, 1, 2, 3, 5, 5}, down[] = {5, 5, 3, 2, 1, 0};
    for (int i = 0; i < 6; ++i) bad += (d[i] != up[i]);
    thrust::sort(d.begin(), d.end(), thrust::greater<int>());
    h = d;
    for (int i = 0; i < 6; ++i) bad += (h[i] != down[i]);
    thrust::sort(h.begin(), h.end());
    for (int i = 0; i < 6; ++i) bad += (h[i] != up[i]);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
