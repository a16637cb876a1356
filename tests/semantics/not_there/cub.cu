// expect: CUB runs only on a GPU
#include <cub/device/device_reduce.cuh>
int main() { return 0; }
