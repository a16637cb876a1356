#include "sanitizer_words.h"

namespace warpup {
namespace {

struct Words {
  const char *kind, *cause, *advice, *lesson;
};

constexpr Words kWords[] = {
    {"memcheck-oob",
     "The index runs past the array: a last block that is only partly needed, a neighbour that "
     "the first or last element does not have, or a size in bytes where elements are meant.",
     "Guard the access with the array's length. An access of 8 or 16 bytes needs an address that "
     "is a multiple of its size.",
     "5"},
    {"device-deref-host",
     "A pointer to memory of the host went into the kernel: an array or an object of the program, "
     "not memory of cudaMalloc.",
     "Allocate it with cudaMalloc, copy the data there, and pass that pointer.", "2"},
    {"uninit",
     "Memory of cudaMalloc and shared memory begin with whatever was there. An accumulator that is "
     "never set to zero is the usual case, and an index past what was filled the next.",
     "Set it with cudaMemset or a copy before the launch, or by the kernel before it reads.", "2"},
    {"race-shared",
     "Between the two accesses stands no barrier that all threads of the block pass.",
     "Put __syncthreads() between them; for lanes of one warp, __syncwarp(); for counters, "
     "atomicAdd.",
     "6"},
    {"barrier-divergence",
     "The barrier stands in a branch or a loop that not every thread of the block takes.",
     "Move it out of the branch: all threads pass the same barrier, and only the work is guarded.",
     "6"},
    {"double-free",
     "The pointer was freed before, or never came from cudaMalloc. A copied object whose "
     "destructor frees is the usual case.",
     "Let one owner free it, and set the pointer to null when it is moved or freed.", "2"},
    {"leak", "No cudaFree is reached for it: an early return, or a loop that allocates anew.",
     "Free it on each way out, or let an object's destructor do it.", "2"},
    {"launch-config",
     "The launch asks for what the GPU does not have: a dimension of 0, more than 1,024 threads a "
     "block, or more shared memory than 48 KB without permission.",
     "Look at the numbers in <<< >>>, and check cudaGetLastError() after each launch.", "5"},
    {"api-error", "", "Check what each call returns, and look at its arguments.", "12"},
    {"sticky-error", "A kernel before this call failed, and its error stays with the process.",
     "Find the kernel that failed: check cudaDeviceSynchronize() after each launch.", "12"},
};

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

std::string noun_of(const std::string& access, bool capital) {
  std::string noun = access == "atomic" ? "atomic update" : access;
  if (noun.empty()) noun = "access";
  if (capital) noun[0] = static_cast<char>(noun[0] - 'a' + 'A');
  return noun;
}

std::string kind_of_failed_call(const std::string& call, const std::string& error) {
  for (const char* sticky : {"LaunchFailure", "IllegalAddress", "MisalignedAddress", "Assert",
                             "LAUNCH_FAILED", "ILLEGAL_ADDRESS", "MISALIGNED_ADDRESS"}) {
    if (has(error, sticky)) return "sticky-error";
  }
  if (has(call, "Free") || has(call, "free")) return "double-free";
  return has(call, "Launch") ? "launch-config" : "api-error";
}

void explain_sanitizer_report(DiagnosisEvent& diagnosis) {
  for (const Words& words : kWords) {
    if (diagnosis.kind != words.kind) continue;
    diagnosis.cause = words.cause;
    diagnosis.advice = words.advice;
    diagnosis.lesson = words.lesson;
  }
}

}  // namespace warpup
