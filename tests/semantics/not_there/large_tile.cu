// expect: the cpu backend has no tiles of more than 32 threads
#include <cooperative_groups.h>
__global__ void kernel() {
  cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block()).sync();
}
int main() { return 0; }
