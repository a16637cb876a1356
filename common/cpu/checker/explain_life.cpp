// Texts for the life of memory: used before it has a value, used after it is freed, never freed,
// freed twice.
#include <algorithm>

#include "checker/explain.h"
#include "checker/words.h"

namespace warpup::report {

Explanation explain_use_after_free(const Finding& f) {
  Explanation e;
  e.message = access_text(f) + " of " + memory_text(f) + ", which had been freed";
  const std::string at = at_text(f.freed);
  if (f.has_place() && !f.place().freed_api.empty()) e.message += " by " + f.place().freed_api;
  e.message += (at.empty() ? "" : " at " + at) + ".";
  e.cause =
      "The pointer outlived its memory: a copy of it was kept, or a destructor freed the "
      "buffer before the kernel that uses it was done.";
  e.advice =
      "Free after the last use, and wait for the kernel first; let one owner hold the buffer.";
  e.lesson = lesson(2);
  return e;
}

namespace {

void uninit_global(const Finding& f, Explanation* e) {
  if (f.report.sub == SubKind::kAtomicAccumulator) {
    e->cause =
        "cudaMalloc does not clear memory, and an atomic adds to whatever is there. It often "
        "seems to work, because fresh pages happen to be zero.";
    e->advice = "Set it before the launch: cudaMemset(" +
                (f.name.empty() || has_word(f.name, "or") ? "pointer" : f.name) + ", 0, bytes).";
    e->lesson = lesson(8);
    return;
  }
  e->lesson = lesson(2);
  if (f.report.sub == SubKind::kCopiedOut) {
    e->cause =
        "No kernel and no copy has written these bytes: the kernel did not run, covered fewer "
        "elements, or wrote to another buffer.";
    e->advice = "Check the launch (cudaGetLastError), the grid's size, and the guard.";
    return;
  }
  e->cause =
      "cudaMalloc does not clear memory, and no copy, fill or kernel has written this "
      "element.";
  e->advice =
      "Copy the input before the launch, or clear the buffer with cudaMemset. Check that the "
      "kernel that should fill it covers all elements.";
}

}  // namespace

namespace {

// "`s[t]` in `s` (1,024 bytes of shared memory)", or the name alone where that says it.
std::string uninit_subject(const Finding& f) {
  const bool local = f.has_place() && f.place().memory == Memory::kLocal;
  const std::string memory = local ? memory_name(f) : memory_text(f);
  const std::string& expression = f.first.expression;
  if (expression.empty() || expression == f.name) return memory;
  return code_quoted(expression) + (local || !f.has_place() ? "" : " in " + memory);
}

}  // namespace

Explanation explain_uninit(const Finding& f) {
  Explanation e;
  const Memory memory = f.has_place() ? f.place().memory : Memory::kUnknown;
  const std::string verb =
      f.report.first.access == Access::kAtomic ? "adds atomically to" : does(f.report.first);
  e.message =
      who(f.report.first) + " " + verb + " " + uninit_subject(f) + ", which nobody has written.";
  if (memory == Memory::kSharedStatic || memory == Memory::kSharedDynamic) {
    e.cause =
        "Shared memory starts with undefined values. Some slots were never filled: a guard kept "
        "the last block's threads from writing theirs, yet all slots are read.";
    e.advice = "Give every slot a value: else s[t] = 0. Or read only the slots that were filled.";
    e.lesson = lesson(6);
  } else if (memory == Memory::kLocal) {
    e.cause =
        "A local variable has no value until it is given one; adding to it starts from "
        "whatever the register held.";
    e.advice = "Initialise it where it is declared: float sum = 0.0f;";
    e.lesson = lesson(5);
  } else {
    uninit_global(f, &e);
  }
  return e;
}

Explanation explain_leak(const Finding& f) {
  Explanation e;
  const std::string times = f.seen.count > 1 ? with_commas(f.seen.count) + " " : "";
  if (f.report.sub == SubKind::kObject) {
    const std::string what = f.report.value.empty() ? "object" : f.report.value;
    e.message = f.seen.count > 1 ? times + what + "s were" : "One " + what + " was";
    e.message += " created by " + f.report.first.api + " and never destroyed.";
    e.advice = "Destroy what you create, on every path out of the function.";
  } else {
    e.message = memory_text(f) + (f.seen.count > 1 ? ", allocated " + times + "times," : "") +
                " was never freed.";
    e.advice =
        "Free what you allocate, on every path out of the function: cudaFree for cudaMalloc.";
  }
  e.cause =
      "A process gets everything back at its end, but a loop or a server that allocates again "
      "and again runs out of memory.";
  e.advice += " An object whose destructor does it can't forget.";
  e.first_label = f.report.sub == SubKind::kObject ? "created here" : "allocated here";
  e.lesson = lesson(2);
  return e;
}

namespace {

void bad_free_cause(const Finding& f, Explanation* e) {
  switch (f.report.sub) {
    case SubKind::kInsideAllocation:
      e->cause =
          "The pointer was moved (p++ or p + n) since it was allocated. Only the address that "
          "cudaMalloc returned can be freed.";
      e->advice = "Keep the first address, and move a copy of it.";
      return;
    case SubKind::kWrongFree:
      e->cause =
          "Each kind of memory has its own way back: cudaMalloc and cudaFree, cudaMallocHost "
          "and cudaFreeHost, malloc and free.";
      e->advice = "Free it with the function that belongs to its allocation.";
      return;
    case SubKind::kForeign:
      e->cause =
          "The address was not made by a CUDA allocation: it comes from malloc, from the "
          "stack, or was never set.";
      e->advice =
          "Initialise pointers to nullptr (cudaFree accepts it), and free what cudaMalloc gave.";
      return;
    default:
      e->cause =
          "Two owners free one buffer: an object that frees in its destructor was copied or "
          "passed by value, or an error path frees what the end frees again.";
      e->advice =
          "Forbid copies of the owning type (= delete), pass it by reference, and set the "
          "pointer to nullptr after the free.";
  }
}

}  // namespace

Explanation explain_double_free(const Finding& f) {
  Explanation e;
  const std::string api = f.report.first.api.empty() ? "cudaFree" : f.report.first.api;
  const SubKind sub = f.report.sub;
  if (sub == SubKind::kFreedTwice) {
    e.message = api + " frees " + memory_text(f) + " a second time";
    const std::string at = f.second ? at_text(f.second->at) : at_text(f.freed);
    e.message += at.empty() ? "." : "; the first time was at " + at + ".";
    e.second_label = "freed here the first time";
  } else if (sub == SubKind::kInsideAllocation) {
    e.message = api + " is given an address " +
                bytes_text(static_cast<unsigned long long>(f.place().offset)) + " inside " +
                memory_text(f) + ".";
  } else if (sub == SubKind::kWrongFree) {
    e.message = api + " is given " + memory_text(f) + ", which belongs to another kind of free.";
  } else {
    e.message = api + " is given an address that no CUDA call has allocated.";
  }
  e.first_label = "refused here";
  e.lesson = lesson(2);
  bad_free_cause(f, &e);
  return e;
}

}  // namespace warpup::report
