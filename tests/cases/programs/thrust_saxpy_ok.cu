// expect: ok: saxpy by a functor that runs on both sides.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

#include <cstdio>

struct Saxpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};

int main() {
    const int n = 1000;
    thrust::device_vector<float> x(n), y(n, 1.0f);
    thrust::sequence(x.begin(), x.end());
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{2.0f});
    thrust::host_vector<float> h = y;
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += (h[i] != 2.0f * i + 1.0f);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
