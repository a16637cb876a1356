// expect: memcheck-oob: an index in the map is as large as the source.
#include <thrust/device_vector.h>
#include <thrust/gather.h>

#include <cstdio>

int main() {
    const int indices[] = {0, 2, 4};
    thrust::device_vector<int> map(indices, indices + 3), source(4, 9), out(3);
    thrust::gather(map.begin(), map.end(), source.begin(), out.begin());  // BUG: 4 is past the end
    std::printf("RESULT: %d %d\n", static_cast<int>(out[0]), static_cast<int>(out[1]));
    return 0;
}
