// Nanoseconds a CUDA thread on the cpu backend, fast and check build, beside OpenMP loops that do
// the same work on the same cores. Usage: bench_cpu_backend FAST_PROGRAM CHECK_PROGRAM
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr int kRuns = 7;
constexpr int kThreads = 1 << 20;  // of add and reduce
constexpr int kSize = 256;         // of the matrices

template <class Work>
double median_ns(const Work& work) {
  std::vector<double> times;
  for (int run = 0; run <= kRuns; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const auto end = std::chrono::steady_clock::now();
    if (run > 0) times.push_back(std::chrono::duration<double, std::nano>(end - begin).count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

double openmp_add(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c) {
  return median_ns([&] {
#pragma omp parallel for
           for (int i = 0; i < kThreads; ++i) c[i] = a[i] + b[i];
         }) /
         kThreads;
}

double openmp_reduce(const std::vector<float>& a, std::vector<float>& sums) {
  constexpr int kBlock = 256;
  return median_ns([&] {
#pragma omp parallel for
           for (int block = 0; block < kThreads / kBlock; ++block) {
             float sum = 0.0f;
             for (int i = 0; i < kBlock; ++i) sum += a[block * kBlock + i];
             sums[block] = sum;
           }
         }) /
         kThreads;
}

double openmp_matmul(const std::vector<float>& a, const std::vector<float>& b,
                     std::vector<float>& c) {
  return median_ns([&] {
#pragma omp parallel for
           for (int row = 0; row < kSize; ++row) {
             for (int col = 0; col < kSize; ++col) {
               float sum = 0.0f;
               for (int k = 0; k < kSize; ++k) sum += a[row * kSize + k] * b[k * kSize + col];
               c[row * kSize + col] = sum;
             }
           }
         }) /
         (double(kSize) * kSize);
}

// Lines "name threads ns" of one build; empty if it failed.
std::map<std::string, double> run(const std::string& program) {
  std::map<std::string, double> result;
  FILE* pipe = popen(("'" + program + "'").c_str(), "r");
  if (pipe == nullptr) return result;
  char name[32];
  double threads = 0, ns = 0;
  while (std::fscanf(pipe, "%31s %lf %lf", name, &threads, &ns) == 3) result[name] = ns;
  if (pclose(pipe) != 0) result.clear();
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s FAST_PROGRAM CHECK_PROGRAM\n", argv[0]);
    return 2;
  }
  const std::vector<float> a(kThreads, 1.0f), b(kThreads, 1.0f);
  std::vector<float> c(kThreads);
  std::map<std::string, double> openmp;
  openmp["add"] = openmp_add(a, b, c);
  openmp["reduce"] = openmp_reduce(a, c);
  openmp["matmul"] = openmp_matmul(a, b, c);
  auto fast = run(argv[1]), check = run(argv[2]);
  if (fast.empty() || check.empty()) {
    std::fprintf(stderr, "%s failed; run it alone to see why\n", argv[fast.empty() ? 1 : 2]);
    return 1;
  }
  std::printf("ns a CUDA thread   OpenMP     fast    check  check/fast\n");
  for (const char* name : {"add", "reduce", "matmul"}) {
    std::printf("%-16s %8.2f %8.2f %8.2f %10.1fx\n", name, openmp[name], fast[name], check[name],
                check[name] / fast[name]);
  }
  std::printf("reduce: nine barriers, %.1f ns each on the fast build at most\n",
              fast["reduce"] / 9);
  return 0;
}
