// expect: CUDA has no atomicMax for this type of pointer
__global__ void kernel(float* p) { atomicMax(p, 1.0f); }
int main() { return 0; }
