// printf in kernels: each thread's lines come in its order, whole, with every kind of argument, at
// the next synchronisation.
#include <unistd.h>

#include <algorithm>

#include "check.h"

using semantics::expect;

namespace {

/// What `run` writes to standard output.
template <class Run>
std::string captured(Run run) {
  std::fflush(stdout);
  std::FILE* file = std::tmpfile();
  const int before = dup(1);
  dup2(fileno(file), 1);
  run();
  std::fflush(stdout);
  dup2(before, 1);
  close(before);
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

__global__ void lines_kernel(int count) {
  for (int i = 0; i < count; ++i)
    printf("block %d thread %d line %d\n", blockIdx.x, threadIdx.x, i);
}

void test_order() {
  const int blocks = 3, threads = 40, count = 4;
  const std::string text = captured([&] {
    lines_kernel<<<blocks, threads>>>(count);
    REQUIRE_CUDA(cudaDeviceSynchronize());
  });
  std::vector<int> next(blocks * threads), expected(blocks * threads, count);
  int strange = 0;
  for (const std::string& line : lines_of(text)) {
    int block = -1, thread = -1, number = -1;
    if (std::sscanf(line.c_str(), "block %d thread %d line %d", &block, &thread, &number) != 3 ||
        next[block * threads + thread] != number) {
      ++strange;
    } else {
      ++next[block * threads + thread];
    }
  }
  expect("lines out of order", strange, 0);
  expect("lines of each thread", next, expected);
}

__global__ void formats_kernel(const char* word) {
  const float f = 1.5f;
  const short s = -7;
  const int written = printf("%d %u %x %5d|%-5d|%05d\n", -3, 4000000000u, 255, 42, 42, 42);
  printf("%lld %llu %lx\n", -(1ll << 40), 1ull << 63, 1ul << 36);
  printf("%f %.3f %e %g %8.2f|\n", f, 3.14159265, 12345.678, 0.0001, -f);
  printf("%s %c %% %hd %lu\n", word, 'q', s, static_cast<unsigned long>(sizeof(double)));
  printf("no newline, ");
  printf("then one %d\n", written > 0);
  if (false) printf("never\n");
}

void test_formats() {
  char* word = nullptr;
  REQUIRE_CUDA(cudaMallocManaged(&word, 8));
  std::snprintf(word, 8, "device");
  const std::string text = captured([&] {
    formats_kernel<<<1, 1>>>(word);
    REQUIRE_CUDA(cudaDeviceSynchronize());
  });
  REQUIRE_CUDA(cudaFree(word));
  const std::string expected =
      "-3 4000000000 ff    42|42   |00042\n"
      "-1099511627776 9223372036854775808 1000000000\n"
      "1.500000 3.142 1.234568e+04 0.0001    -1.50|\n"
      "device q % -7 8\n"
      "no newline, then one 1\n";
  expect("formats", text, expected);
}

// What a kernel printed comes before what the host prints after waiting for it.
void test_when() {
  const std::string text = captured([&] {
    lines_kernel<<<1, 1>>>(1);
    REQUIRE_CUDA(cudaDeviceSynchronize());
    std::printf("host\n");
    lines_kernel<<<1, 1>>>(2);
    REQUIRE_CUDA(cudaDeviceSynchronize());
  });
  const std::vector<std::string> expected{"block 0 thread 0 line 0", "host",
                                          "block 0 thread 0 line 0", "block 0 thread 0 line 1"};
  expect("lines of host and device", lines_of(text), expected);
}

int main() {
  test_order();
  test_formats();
  test_when();
  return semantics::verdict();
}
