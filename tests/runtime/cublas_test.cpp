// What cuBLAS costs a program that doesn't use it, and that its routines are work of a stream.
#include <cublas_v2.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

namespace {

bool openblas_loaded() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("openblas") != std::string::npos) return true;
  }
  return false;
}

long threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

void sleep_function(void*) { std::this_thread::sleep_for(std::chrono::milliseconds(100)); }

// Two vectors of 1000 ones in device memory.
struct Vectors {
  static constexpr int kN = 1000;
  float *x = nullptr, *y = nullptr;
  Vectors() {
    const std::vector<float> ones(kN, 1.0f);
    for (float** p : {&x, &y}) {
      REQUIRE(cudaMalloc(reinterpret_cast<void**>(p), kN * sizeof(float)) == cudaSuccess);
      REQUIRE(cudaMemcpy(*p, ones.data(), kN * sizeof(float), cudaMemcpyHostToDevice) ==
              cudaSuccess);
    }
  }
  ~Vectors() {
    cudaFree(x);
    cudaFree(y);
  }
  float first() const {
    float value = 0;
    cudaMemcpy(&value, y, sizeof(float), cudaMemcpyDeviceToHost);
    return value;
  }
};

}  // namespace

TEST_CASE("OpenBLAS is loaded by the first handle, and starts no threads") {
  REQUIRE(cudaFree(nullptr) == cudaSuccess);
  CHECK_FALSE(openblas_loaded());
  const long before = threads();
  cublasHandle_t handle = nullptr;
  REQUIRE(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  CHECK(openblas_loaded());
  CHECK(threads() == before);
  CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasDestroy(handle) == CUBLAS_STATUS_NOT_INITIALIZED);
}

TEST_CASE("a routine is queued; one whose result goes to the host waits") {
  const Vectors v;
  cublasHandle_t handle = nullptr;
  cudaStream_t stream = nullptr;
  REQUIRE(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cublasSetStream(handle, stream) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cudaLaunchHostFunc(stream, sleep_function, nullptr) == cudaSuccess);
  float alpha = 2, dot = 0;
  REQUIRE(cublasSaxpy(handle, Vectors::kN, &alpha, v.x, 1, v.y, 1) == CUBLAS_STATUS_SUCCESS);
  alpha = 100;  // the scalar was taken at the call
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  REQUIRE(cublasSdot(handle, Vectors::kN, v.x, 1, v.y, 1, &dot) == CUBLAS_STATUS_SUCCESS);
  CHECK(dot == 3000);
  CHECK(cudaStreamQuery(stream) == cudaSuccess);
  CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

TEST_CASE("a captured routine runs with each launch of the graph") {
  const Vectors v;
  cublasHandle_t handle = nullptr;
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t runnable = nullptr;
  REQUIRE(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cublasSetStream(handle, stream) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  const float one = 1;
  CHECK(cublasSaxpy(handle, Vectors::kN, &one, v.x, 1, v.y, 1) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  CHECK(v.first() == 1);
  REQUIRE(cudaGraphInstantiate(&runnable, graph, 0) == cudaSuccess);
  for (int i = 0; i < 3; ++i) REQUIRE(cudaGraphLaunch(runnable, stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(v.first() == 4);
  CHECK(cudaGraphExecDestroy(runnable) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}
