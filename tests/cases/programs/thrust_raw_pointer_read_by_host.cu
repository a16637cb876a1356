// expect: host-deref: raw_pointer_cast gives an address on the device, which the host follows.
#include <thrust/device_vector.h>

#include <cstdio>

int main() {
    thrust::device_vector<int> v(4, 1);
    int* raw = thrust::raw_pointer_cast(v.data());
    std::printf("the vector is on the device\n");
    std::fflush(stdout);
    const int first = raw[0];  // BUG: v[0] would copy it
    std::printf("RESULT: %d\n", first);
    return 0;
}
