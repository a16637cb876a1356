// expect: api-error: a copy to a vector that is too short is refused, and thrown as an exception.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/system_error.h>

#include <cstdio>

int main() {
    thrust::host_vector<int> h(1000, 1);
    thrust::device_vector<int> d(10);
    try {
        thrust::copy(h.begin(), h.end(), d.begin());  // BUG: d = h would make room
    } catch (const thrust::system_error& e) {
        std::printf("RESULT: %s\n", e.code() ? "refused" : "no error");
        return 1;
    }
    std::printf("RESULT: copied\n");
    return 0;
}
