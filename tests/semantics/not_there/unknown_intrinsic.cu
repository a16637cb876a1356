// expect: __viaddmax_s32
__global__ void kernel(int* p) { *p = __viaddmax_s32(1, 2, 3); }
int main() { return 0; }
