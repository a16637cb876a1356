// Shuffles of every kind, width and type, in whole and partial warps of one, two and three
// dimensions, against the rules of the PTX ISA (shfl.sync) written out on the host.
#include "check.h"

using semantics::DeviceArray;
using semantics::expect;

namespace {

const int kWidths[] = {2, 4, 8, 16, 32};
const int kKinds = 4;
const char* const kNames[] = {"idx", "up", "down", "xor"};

// Lane that `lane` reads from; lane itself where the source lies outside the segment.
int source_lane(int kind, int lane, int arg, int width) {
  const int first = lane & ~(width - 1), last = first + width - 1;
  int source = lane;
  switch (kind) {
    case 0:
      return first | (arg & (width - 1));
    case 1:
      source = lane - arg;
      return source >= first ? source : lane;
    case 2:
      source = lane + arg;
      return source <= last ? source : lane;
    default:
      source = lane ^ arg;
      return source <= last ? source : lane;
  }
}

}  // namespace

template <class T>
__device__ T shuffle(int kind, unsigned mask, T value, int arg, int width) {
  switch (kind) {
    case 0:
      return __shfl_sync(mask, value, arg, width);
    case 1:
      return __shfl_up_sync(mask, value, arg, width);
    case 2:
      return __shfl_down_sync(mask, value, arg, width);
    default:
      return __shfl_xor_sync(mask, value, arg, width);
  }
}

// out is (args, threads). The value is the thread's number, scaled so that all 8 bytes matter.
template <class T>
__global__ void shuffle_kernel(T* out, int kind, int width, int args) {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned id = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned in_warp = min(threads - id / 32 * 32, 32u);
  const unsigned mask = 0xffffffffu >> (32 - in_warp);
  const T scale = static_cast<T>(sizeof(T) == 8 ? 1000000007.0 : 3.0);
  for (int arg = 0; arg < args; ++arg) {
    out[arg * threads + id] = shuffle(kind, mask, static_cast<T>(id) * scale, arg, width);
  }
}

// Elements whose source lane does not exist are undefined: they are left out.
template <class T>
void test_shape(const char* type, dim3 block) {
  const int threads = static_cast<int>(block.x * block.y * block.z), args = 36;
  const T scale = static_cast<T>(sizeof(T) == 8 ? 1000000007.0 : 3.0);
  for (int kind = 0; kind < kKinds; ++kind) {
    for (int width : kWidths) {
      const int used = kind == 0 ? args : 32;
      DeviceArray<T> out(static_cast<size_t>(args) * threads);
      shuffle_kernel<T><<<1, block>>>(out.get(), kind, width, used);
      std::vector<T> got, expected;
      const std::vector<T> all = out.host();
      for (int arg = 0; arg < used; ++arg) {
        for (int id = 0; id < threads; ++id) {
          const int source = id / 32 * 32 + source_lane(kind, id % 32, arg, width);
          if (source >= threads) continue;
          got.push_back(all[static_cast<size_t>(arg) * threads + id]);
          expected.push_back(static_cast<T>(source) * scale);
        }
      }
      std::ostringstream name;
      name << type << " " << kNames[kind] << " width " << width << " block " << block.x << "x"
           << block.y << "x" << block.z;
      expect(name.str(), got, expected);
    }
  }
}

// The lanes that a real GPU was asked about: down 3, up 3, xor 5 and index 35 at eight lanes.
__global__ void recorded_kernel(int* out, int width) {
  const int lane = threadIdx.x;
  out[lane] = __shfl_down_sync(0xffffffff, lane, 3, width);
  out[32 + lane] = __shfl_up_sync(0xffffffff, lane, 3, width);
  out[64 + lane] = __shfl_xor_sync(0xffffffff, lane, 5, width);
  out[96 + lane] = __shfl_sync(0xffffffff, lane, 35, width);
}

void test_recorded(int width, const std::vector<int>& expected) {
  DeviceArray<int> out(128);
  recorded_kernel<<<1, 32>>>(out.get(), width);
  const std::vector<int> all = out.host();
  std::vector<int> got;
  for (int kind = 0; kind < 4; ++kind) {
    for (int lane : {0, 1, 5, 7, 8, 15, 29, 31}) got.push_back(all[kind * 32 + lane]);
  }
  expect("recorded width " + std::to_string(width), got, expected);
}

int main() {
  test_recorded(32, {3, 4, 8, 10, 11, 18, 29, 31, 0, 1, 2, 4, 5, 12, 26, 28,
                     5, 4, 0, 2,  13, 10, 24, 26, 3, 3, 3, 3, 3, 3,  3,  3});
  test_recorded(16, {3, 4, 8, 10, 11, 15, 29, 31, 0, 1, 2, 4, 5, 12, 26, 28,
                     5, 4, 0, 2,  13, 10, 24, 26, 3, 3, 3, 3, 3, 3,  19, 19});
  test_recorded(8, {3, 4, 5, 7, 11, 15, 29, 31, 0, 1, 2, 4, 8,  12, 26, 28,
                    5, 4, 0, 2, 13, 10, 24, 26, 3, 3, 3, 3, 11, 11, 27, 27});
  test_recorded(4, {3, 1, 5, 7, 11, 15, 29, 31, 0, 1, 5, 4, 8,  12, 29, 28,
                    0, 1, 0, 2, 8,  10, 24, 26, 3, 3, 7, 7, 11, 15, 31, 31});
  test_recorded(2, {0, 1, 5, 7, 8, 15, 29, 31, 0, 1, 5, 7, 8, 15, 29, 31,
                    0, 1, 0, 2, 8, 10, 24, 26, 1, 1, 5, 7, 9, 15, 29, 31});
  test_shape<int>("int", dim3(32));
  test_shape<unsigned>("unsigned", dim3(45));
  test_shape<float>("float", dim3(8, 9));
  test_shape<double>("double", dim3(3, 5, 7));
  test_shape<long long>("long long", dim3(16, 2, 3));
  test_shape<unsigned long long>("unsigned long long", dim3(7));
  test_shape<long>("long", dim3(40));
  test_shape<unsigned long>("unsigned long", dim3(33));
  return semantics::verdict();
}
