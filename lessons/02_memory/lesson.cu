// Lesson 02, memory: which kinds of memory there are, who sees them,
// and how data moves from one to another.
//
// What to notice: a pointer does not say which memory it points to,
// but the API does; every copy names a direction and counts bytes; and
// host memory is not all alike for a device.
#include <cuda_runtime.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/stream.h"
#include "lesson/lesson.h"
#include "steps.h"

constexpr int kFloats = 100;

void check_code(const std::string& name, cudaError_t expected,
                cudaError_t got) {
  lesson::check(name, std::string(cudaGetErrorName(expected)),
                std::string(cudaGetErrorName(got)));
}

// ---- the spaces ----

__device__ float device_variable;
__constant__ float constant_variable;

std::string type_name(cudaMemoryType type) {
  switch (type) {
    case cudaMemoryTypeUnregistered:
      return "unregistered";
    case cudaMemoryTypeHost:
      return "host";
    case cudaMemoryTypeDevice:
      return "device";
    case cudaMemoryTypeManaged:
      return "managed";
  }
  return "?";
}

// Adds a row about `pointer`; returns the type.
std::string describe(lesson::Table& table, const std::string& memory,
                     const void* pointer) {
  cudaPointerAttributes a = {};
  CUDA_CHECK(cudaPointerGetAttributes(&a, pointer));
  const std::string type = type_name(a.type);
  table.row(memory, type, a.devicePointer ? "yes" : "no",
            a.hostPointer ? "yes" : "no");
  return type;
}

// One block of each kind of memory that the host can ask for.
struct Blocks {
  std::vector<float> pageable = std::vector<float>(kFloats);
  float *pinned = nullptr, *mapped = nullptr, *managed = nullptr;
  float* d_global = nullptr;
  size_t bytes = kFloats * sizeof(float);

  Blocks() {
    CUDA_CHECK(cudaMallocHost(&pinned, bytes));
    CUDA_CHECK(cudaHostAlloc(&mapped, bytes, cudaHostAllocMapped));
    CUDA_CHECK(cudaMallocManaged(&managed, bytes));
    CUDA_CHECK(cudaMalloc(&d_global, bytes));
  }
  ~Blocks() {
    CUDA_CHECK_NOTHROW(cudaFreeHost(pinned));
    CUDA_CHECK_NOTHROW(cudaFreeHost(mapped));
    CUDA_CHECK_NOTHROW(cudaFree(managed));
    CUDA_CHECK_NOTHROW(cudaFree(d_global));
  }
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;
};

void step_spaces() {
  const Blocks blocks;
  void *d_variable = nullptr, *d_constant = nullptr;
  CUDA_CHECK(cudaGetSymbolAddress(&d_variable, device_variable));
  CUDA_CHECK(cudaGetSymbolAddress(&d_constant, constant_variable));
  lesson::Table table(
      {"memory", "type", "device pointer", "host pointer"});
  const std::string pageable =
      describe(table, "new, malloc", blocks.pageable.data());
  const std::string pinned =
      describe(table, "cudaMallocHost", blocks.pinned);
  describe(table, "cudaHostAlloc, mapped", blocks.mapped);
  const std::string managed =
      describe(table, "cudaMallocManaged", blocks.managed);
  const std::string global =
      describe(table, "cudaMalloc", blocks.d_global);
  const std::string inside =
      describe(table, "cudaMalloc, element 7", blocks.d_global + 7);
  describe(table, "__device__ variable", d_variable);
  describe(table, "__constant__ variable", d_constant);
  table.show("what cudaPointerGetAttributes says");
  lesson::check("new, malloc", std::string("unregistered"), pageable);
  lesson::check("cudaMallocHost", std::string("host"), pinned);
  lesson::check("cudaMallocManaged", std::string("managed"), managed);
  lesson::check("cudaMalloc", std::string("device"), global);
  lesson::check("in the middle of it", std::string("device"), inside);
}

// ---- what a kernel's pointers point to ----

// seen is (3, 3): for a global, a shared and a local address, whether
// it is a global, a shared or a local one.
__global__ void address_kernel(int* seen) {
  __shared__ int shared;
  int local = threadIdx.x;
  const void* addresses[] = {seen, &shared, &local};
  for (int k = 0; k < 3; ++k) {
    seen[3 * k] = __isGlobal(addresses[k]) != 0;
    seen[3 * k + 1] = __isShared(addresses[k]) != 0;
    seen[3 * k + 2] = __isLocal(addresses[k]) != 0;
  }
}

void step_in_kernel() {
  gpu::DeviceBuffer<int> d_seen(9);
  address_kernel<<<1, 1>>>(d_seen.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> seen = d_seen.download();
  const char* const names[] = {"argument from cudaMalloc",
                               "__shared__ variable", "local variable"};
  lesson::Table table({"address of", "global", "shared", "local"});
  for (int k = 0; k < 3; ++k) {
    table.row(names[k], seen[3 * k] != 0, seen[3 * k + 1] != 0,
              seen[3 * k + 2] != 0);
  }
  table.show("what a kernel finds at its addresses");
  lesson::check("cudaMalloc's is global", true, seen[0] != 0);
  lesson::check("a __shared__ variable's is shared", true,
                seen[4] != 0);
  lesson::check("a local variable's is local", true, seen[8] != 0);
}

// ---- there and back ----

void step_round_trip() {
  std::vector<float> pageable(kFloats);
  pageable[2] = 520.25f;
  const size_t bytes = pageable.size() * sizeof(float);
  float *d_values = nullptr, *pinned = nullptr;
  CUDA_CHECK(cudaMalloc(&d_values, bytes));
  CUDA_CHECK(cudaMallocHost(&pinned, bytes));
  CUDA_CHECK(cudaMemcpy(d_values, pageable.data(), bytes,
                        cudaMemcpyHostToDevice));
  CUDA_CHECK(
      cudaMemcpy(pinned, d_values, bytes, cudaMemcpyDeviceToHost));
  lesson::check("pinned[2]", 520.25f, pinned[2]);
  lesson::check_same(
      "all of them",
      lesson::compare(pageable,
                      std::vector<float>(pinned, pinned + kFloats)));
  CUDA_CHECK(cudaFreeHost(pinned));
  CUDA_CHECK(cudaFree(d_values));
}

void step_directions() {
  lesson::expect_diagnosis("api-error");
  lesson::expect_diagnosis("double-free");  // of the wrong free
  std::vector<float> host(kFloats, 1);
  gpu::DeviceBuffer<float> d_values(host);
  const size_t bytes = d_values.bytes();
  const cudaError_t wrong = cudaMemcpy(d_values.data(), host.data(),
                                       bytes, cudaMemcpyDeviceToHost);
  cudaGetLastError();  // takes note of it
  const cudaError_t own = cudaMemcpy(d_values.data(), host.data(),
                                     bytes, cudaMemcpyDefault);
  const cudaError_t freed = cudaFree(host.data());
  cudaGetLastError();
  check_code("host to device, called device to host",
             cudaErrorInvalidValue, wrong);
  check_code("cudaMemcpyDefault finds out itself", cudaSuccess, own);
  check_code("cudaFree of host memory", cudaErrorInvalidValue, freed);
}

int main(int argc, char** argv) {
  if (lesson::is_case(argc, argv)) {
    return lesson::run_case(argv, kCases);
  }
  lesson::Program program;
  program.step("spaces", "Every kind of memory", step_spaces);
  program.step("in_kernel", "As a kernel sees them", step_in_kernel);
  program.step("round_trip", "There and back", step_round_trip);
  program.step("directions", "Directions", step_directions);
  program.step("bandwidth", "Pageable against pinned", step_bandwidth);
  program.step("staging", "Staging by hand", step_staging);
  program.step("registered", "Memory that is pinned later",
               step_registered);
  program.step("zero_copy", "A kernel reads host memory",
               step_zero_copy);
  program.step("fill", "Bytes and words", step_fill);
  program.step("constant", "Constant memory", step_constant);
  program.step("local", "Local memory", step_local);
  program.step("texture", "A texture", step_texture);
  program.step("pitch", "Rows with a pitch", step_pitch);
  program.step("managed", "Managed memory", step_managed);
  program.step("prefetch", "Pages that move", step_prefetch);
  program.step("wrong_bytes", "Wrong: elements taken for bytes",
               step_wrong_bytes);
  program.step("wrong_side", "Wrong: the host follows a device pointer",
               step_wrong_side);
  program.step("wrong_managed", "Wrong: the host reads too early",
               step_wrong_managed);
  return program.run(argc, argv);
}
