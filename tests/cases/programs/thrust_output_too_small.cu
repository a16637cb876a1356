// expect: memcheck-oob: algorithms write into what is there; they make no output longer.
#include <thrust/device_vector.h>
#include <thrust/transform.h>

#include <cstdio>

struct Twice {
    __host__ __device__ int operator()(int x) const { return 2 * x; }
};

int main() {
    thrust::device_vector<int> in(100, 1), out(50);
    thrust::transform(in.begin(), in.end(), out.begin(), Twice());  // BUG: out has 50 elements
    std::printf("RESULT: %d\n", static_cast<int>(out[49]));
    return 0;
}
