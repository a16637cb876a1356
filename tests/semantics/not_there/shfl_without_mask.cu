// expect: __shfl_down does not exist since compute capability 7: use __shfl_down_sync with the mask
__global__ void kernel(int* p) { p[threadIdx.x] = __shfl_down(p[threadIdx.x], 1); }
int main() { return 0; }
