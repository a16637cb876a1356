// expect: ok: the length of a vector by transform_reduce, with a device lambda and with a functor.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/transform_reduce.h>

#include <cmath>
#include <cstdio>

template <class T>
struct Square {
    __host__ __device__ T operator()(const T& x) const { return x * x; }
};

int main() {
    const float values[] = {1.0f, 2.0f, 3.0f, 4.0f};
    thrust::device_vector<float> d(values, values + 4);
    const float functor = std::sqrt(thrust::transform_reduce(d.begin(), d.end(), Square<float>(),
                                                             0.0f, thrust::plus<float>()));
    const float lambda = std::sqrt(thrust::transform_reduce(
        d.begin(), d.end(), [] __device__(float x) -> float { return x * x; }, 0.0f,
        thrust::plus<float>()));
    const float expected = std::sqrt(30.0f);
    const int bad = (functor != expected) + (lambda != expected);
    std::printf("RESULT: %s (%d wrong)\n", bad == 0 ? "PASS" : "FAIL", bad);
    return 0;
}
