// Texts for pointers on the wrong side, refused launches and calls, and errors that stay.
#include "checker/explain.h"
#include "checker/words.h"

namespace warpup::report {

Explanation explain_host_deref(const Finding& f) {
  Explanation e;
  const Side& side = f.report.first;
  e.lesson = lesson(2);
  if (f.report.sub == SubKind::kApiArgument) {
    e.message = side.api +
                " reads its argument from host memory, but was given the device address of " +
                memory_text(f) + ".";
    e.cause =
        "The call wants the address of a host variable and got a device pointer itself. For "
        "cudaLaunchKernel each entry of args is the address of an argument.";
    e.advice = "Pass &pointer, not pointer: void* args[] = {&d, &n};";
    e.first_label = "read by " + side.api;
    e.lesson = lesson(side.api.find("Launch") != std::string::npos ? 1 : 2);
    return e;
  }
  e.message =
      "host code " + does(side) + " " +
      (side.size > 0 ? bytes_text(static_cast<unsigned long long>(side.size)) + " of " : "") +
      memory_text(f) + ", which is device memory.";
  e.cause =
      "A pointer from cudaMalloc is an address on the GPU: the host can hold it and pass it on, "
      "but not follow it.";
  e.advice =
      "Copy to a host array first (cudaMemcpy, cudaMemcpyDeviceToHost), or use "
      "cudaMallocManaged.";
  e.first_label = deed(side) + " on the host";
  return e;
}

namespace {

void device_deref_cause(const Finding& f, Explanation* e) {
  switch (f.report.sub) {
    case SubKind::kHostShadow:
      e->cause =
          "In host code the name of a __constant__ or __device__ variable is its shadow on the "
          "host, so the kernel was passed a host address.";
      e->advice =
          "Don't pass it: use the name inside the kernel. Or ask cudaGetSymbolAddress for the "
          "device address.";
      return;
    case SubKind::kVtable:
      e->cause =
          "The object was constructed on the host and copied byte by byte, together with its "
          "hidden pointer to the host's table of virtual functions.";
      e->advice =
          "Construct the object in a kernel (placement new), or do without virtual functions.";
      return;
    case SubKind::kHostVariable:
      e->cause =
          "The kernel was passed the address of a variable of the host (&x), or a struct that "
          "holds such an address.";
      e->advice = "Pass values by value; memory that the kernel changes must come from cudaMalloc.";
      return;
    default:
      e->cause =
          "The pointer comes from malloc, new or a std::vector. Only device, managed and pinned "
          "memory can be used by a kernel (systems with full pageable access aside).";
      e->advice = "Allocate with cudaMalloc and copy with cudaMemcpy, or use cudaMallocManaged.";
  }
}

}  // namespace

Explanation explain_device_deref(const Finding& f) {
  Explanation e;
  std::string what = "host memory";
  if (!f.name.empty() || f.made.known()) what = memory_text(f) + ", which is host memory";
  if (f.report.sub == SubKind::kHostShadow && !f.name.empty()) {
    what = "the host's copy of " + code_quoted(f.name);
  }
  if (f.report.sub == SubKind::kVtable) what = "a table of virtual functions in host memory";
  e.message = who(f.report.first) + " " + does(f.report.first) + " ";
  if (!f.first.expression.empty() && f.report.sub != SubKind::kVtable) {
    e.message += code_quoted(f.first.expression) + " in ";
  }
  e.message += what + ".";
  device_deref_cause(f, &e);
  e.lesson = lesson(2);
  return e;
}

namespace {

std::string launch_of(const Finding& f) {
  return "the launch of " + (f.report.kernel.empty() ? "the kernel" : f.report.kernel) +
         " is refused";
}

// What was asked for and what is allowed.
std::string launch_reason(const Finding& f) {
  const Report& r = f.report;
  const std::string amount = with_commas(r.amount), limit = with_commas(r.limit);
  const std::string axis = r.value.empty() ? "" : "." + r.value;
  switch (r.sub) {
    case SubKind::kThreadsPerBlock:
      return amount + " threads a block, and " + limit + " is the most a block can have";
    case SubKind::kBlockDimension:
      return "blockDim" + axis + " = " + amount + " is above " + limit;
    case SubKind::kGridDimension:
      return "gridDim" + axis + " = " + amount + " is above " + limit;
    case SubKind::kZeroBlocks:
      return "the grid " + triple(r.grid) + " has no blocks";
    case SubKind::kZeroThreads:
      return "the block " + triple(r.block_dim) + " has no threads";
    case SubKind::kDynamicShared:
      return bytes_text(r.amount) + " of dynamic shared memory, and " + limit +
             " is the most without asking for more";
    case SubKind::kSharedTooLarge:
      return bytes_text(r.amount) + " of shared memory a block, and the device has " + limit;
    case SubKind::kLaunchBounds:
      return amount + " threads a block, and __launch_bounds__ promised at most " + limit;
    case SubKind::kCooperativeSize:
      return amount + " blocks in a cooperative launch, and " + limit + " fit at once";
    default:
      return r.code_name.empty() ? "its configuration is not valid" : r.code_name;
  }
}

void explain_block_size(Explanation* e) {
  e->cause =
      "A block runs on one multiprocessor, which takes 1,024 threads a block at most (x and y up "
      "to 1,024, z up to 64). The product of all three counts.";
  e->advice = "Use 128 to 256 threads a block, and more blocks: (n + 255) / 256.";
}

void explain_zero(const Finding& f, Explanation* e) {
  e->cause = "A division rounded down to 0 (n / 4, n / 256), or there was nothing to do.";
  e->advice = "Divide rounding up, (n + 255) / 256; return before the launch where n is 0";
  e->advice +=
      f.report.sub == SubKind::kZeroBlocks ? "; handle the rest that does not fill a vector." : ".";
}

void explain_shared_size(const Finding& f, Explanation* e) {
  e->lesson = lesson(6);
  if (f.report.sub == SubKind::kSharedTooLarge) {
    e->cause = "Static and dynamic shared memory together exceed what a block can have.";
    e->advice = "Use smaller tiles, or keep part of the data in registers.";
    return;
  }
  const std::string kernel = f.report.kernel.empty() ? "kernel" : f.report.kernel;
  e->cause = "A kernel gets 48 KB of shared memory unless it opts in to more.";
  e->advice = "Before the launch: cudaFuncSetAttribute(" + kernel +
              ", cudaFuncAttributeMaxDynamicSharedMemorySize, bytes).";
}

void launch_cause(const Finding& f, Explanation* e) {
  e->lesson = lesson(5);
  switch (f.report.sub) {
    case SubKind::kThreadsPerBlock:
    case SubKind::kBlockDimension:
      return explain_block_size(e);
    case SubKind::kGridDimension:
      e->cause = "Only gridDim.x may be large (2^31 - 1); y and z end at 65,535.";
      e->advice =
          "Put the long dimension in x, or let each block walk over several rows in a loop.";
      return;
    case SubKind::kZeroBlocks:
    case SubKind::kZeroThreads:
      return explain_zero(f, e);
    case SubKind::kDynamicShared:
    case SubKind::kSharedTooLarge:
      return explain_shared_size(f, e);
    case SubKind::kLaunchBounds:
      e->cause =
          "The compiler gave each thread as many registers as the bound allows; a larger block "
          "does not fit.";
      e->advice = "Launch with fewer threads, or raise the bound.";
      return;
    case SubKind::kCooperativeSize:
      e->cause = "All blocks of a cooperative launch must be on the device at once.";
      e->advice =
          "Ask cudaOccupancyMaxActiveBlocksPerMultiprocessor how many fit, and loop over the "
          "rest.";
      e->lesson = lesson(7);
      return;
    default:
      e->cause = "The grid, the block or the shared memory is outside of what the device allows.";
      e->advice = "Print the configuration, and compare it with cudaGetDeviceProperties.";
  }
}

}  // namespace

Explanation explain_launch(const Finding& f) {
  Explanation e;
  e.message = launch_of(f) + ": " + launch_reason(f) + ".";
  launch_cause(f, &e);
  e.cause += " The kernel did not run, and its results are whatever was there before.";
  e.advice += " Check cudaGetLastError() after every launch.";
  e.first_label = "refused here";
  return e;
}

namespace {

// The kernel ended itself, and the error came to light where it was looked for.
Explanation explain_stop(const Finding& f) {
  Explanation e;
  const Report& r = f.report;
  const bool assertion = r.first.api == "assert";
  e.message = who(r.first) + (assertion ? " finds that an assertion does not hold" : " stops") +
              ", which ends the kernel with " + (r.code_name.empty() ? "an error" : r.code_name) +
              ".";
  e.cause = assertion ? "assert() in a kernel ends it, and the context with it: every later call "
                        "fails with the same error."
                      : "__trap() or a division by zero ends the kernel, and the context with it: "
                        "every later call fails with the same error.";
  e.advice = "Find out why this thread came here; only a new process starts afresh.";
  e.first_label = "stops here";
  e.lesson = lesson(12);
  return e;
}

}  // namespace

Explanation explain_sticky(const Finding& f) {
  if (f.report.first.device && !f.report.second) return explain_stop(f);
  Explanation e;
  const Report& r = f.report;
  const std::string code = r.code_name.empty() ? "an error" : r.code_name;
  const std::string kernel = r.second && !r.second->kernel.empty() ? r.second->kernel : r.kernel;
  e.message = (r.first.api.empty() ? "a later call" : r.first.api) + " returns " + code +
              ", but the fault was in " +
              (kernel.empty() ? "an earlier kernel" : "kernel " + kernel);
  if (f.second && f.second->at.known()) e.message += " at " + at_text(f.second->at);
  e.message += ".";
  e.cause =
      "A kernel's fault shows in whatever call comes next. The context is lost with it: reading "
      "the error does not repair it, and every later call fails.";
  e.advice =
      "Mend the kernel. While searching, call cudaDeviceSynchronize() after each launch (or set "
      "CUDA_LAUNCH_BLOCKING=1); only a new process starts afresh.";
  e.first_label = "the innocent call";
  e.second_label = "the cause";
  e.lesson = lesson(12);
  return e;
}

}  // namespace warpup::report
