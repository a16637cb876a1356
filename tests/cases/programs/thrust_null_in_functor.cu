// expect: memcheck-oob: the functor's pointer is null; nobody catches what Thrust throws then.
#include <thrust/device_vector.h>
#include <thrust/for_each.h>

#include <cstdio>

struct Note {
    int* where;
    __device__ void operator()(int x) const {
        if (x == 7) *where = x;  // BUG: where was never given memory
    }
};

int main() {
    thrust::device_vector<int> v(10, 7);
    Note note{nullptr};
    std::printf("one pass over the vector\n");
    std::fflush(stdout);
    thrust::for_each(v.begin(), v.end(), note);
    std::printf("RESULT: done\n");
    return 0;
}
