// expect: __ballot does not exist since compute capability 7: use __ballot_sync with the mask
__global__ void kernel(unsigned* p) { *p = __ballot(threadIdx.x < 3); }
int main() { return 0; }
