// expect: variable length array
__global__ void kernel(float* x, int n) {
  float copies[n];
  copies[0] = x[0];
  x[1] = copies[0];
}
int main() { return 0; }
