// Texts for accesses outside of, after or before the life of memory.
#include <algorithm>

#include "checker/explain.h"
#include "checker/words.h"

namespace warpup::report {
namespace {

// "thread (5,0,0) of block (3,0,0) reads `in[i]`, 4 bytes"
std::string access_text(const Finding& f) {
  std::string text = who(f.report.first) + " " + does(f.report.first) + " ";
  if (!f.first.expression.empty()) text += code_quoted(f.first.expression) + ", ";
  return text + bytes_text(static_cast<unsigned long long>(std::max(f.report.first.size, 0)));
}

bool mark_contains(const Finding& f, const char* piece) {
  return std::any_of(f.first.marks.begin(), f.first.marks.end(),
                     [&](const Expression& e) { return e.text.find(piece) != std::string::npos; });
}

bool any_index_adds(const Finding& f) { return mark_contains(f, "+ ") || mark_contains(f, "+1"); }

// Bytes that one block covers, one element a thread.
unsigned long long block_reach(const Finding& f) {
  const auto& dim = f.report.block_dim;
  const unsigned long long threads =
      dim[0] == 0 ? 1024 : 1ull * dim[0] * std::max(dim[1], 1u) * std::max(dim[2], 1u);
  return threads * static_cast<unsigned long long>(std::max(element_size(f), 1));
}

void explain_null(const Finding& f, Explanation* e) {
  e->message = access_text(f) + " at a null pointer";
  if (f.report.address > 0) e->message += " plus " + bytes_text(f.report.address);
  e->message += ".";
  e->cause =
      "The pointer was never given memory: cudaMalloc was left out, failed without being "
      "noticed, or filled another variable.";
  e->advice = "Follow the pointer back to the launch, and check the result of its cudaMalloc.";
  e->lesson = lesson(12);
}

void explain_copy(const Finding& f, Explanation* e) {
  const Side& side = f.report.first;
  e->message = side.api + " " + (side.access == Access::kFill ? "fills" : "covers") + " " +
               (f.report.amount > 0 ? bytes_text(f.report.amount) : "bytes") + " and leaves " +
               memory_text(f) + ".";
  e->cause =
      "The size of a copy is in bytes. Usual slips: another array's size, sizeof of a "
      "pointer, elements counted twice, or destination and source exchanged.";
  e->advice = "Write the size as count * sizeof(element), with the count that was allocated.";
  e->lesson = lesson(2);
}

void cause_before_start(const Finding& f, Explanation* e) {
  if (any_index_adds(f) || mark_contains(f, "-")) {
    e->cause =
        "The index goes below 0 for the first threads: a halo or a left neighbour (i - 1) "
        "that the first block does not have.";
    e->advice =
        "Guard the access with i > 0 (or clamp the index to 0), and give the border a value "
        "of its own.";
  } else {
    e->cause =
        "The index is negative: a difference of unsigned numbers, or an offset subtracted "
        "twice.";
    e->advice = "Print the index of this thread, and guard the lower end.";
  }
}

void cause_wrong_stride(Explanation* e) {
  e->cause =
      "The formula of the index is wrong, rather than its guard: the stride of a row (width "
      "and height exchanged), bytes taken for elements, or a block index multiplied by the "
      "wrong dimension.";
  e->advice =
      "The stride of a row is its width: row * width + col. Work the formula through for "
      "this thread.";
}

// `i + 1`, `i + B`: the index of a neighbour, rather than a formula with a product.
bool reaches_for_neighbour(const Finding& f) {
  return f.first.marks.size() > 1 || (any_index_adds(f) && !mark_contains(f, "*"));
}

void cause_just_past(const Finding& f, Explanation* e) {
  const SourcePosition& at = f.first.at;
  if (const int guard = loose_guard_above(at.file, at.line)) {
    e->cause = "Line " + std::to_string(guard) +
               " compares with <=, so the index one past the last "
               "element passes.";
    e->advice = "Compare with < : n elements have the indices 0 to n - 1.";
  } else if (reaches_for_neighbour(f)) {
    e->cause =
        "The index reaches beyond the thread's own element: a right or lower neighbour "
        "(i + 1) that the last thread does not have.";
    e->advice = "Guard the neighbour's index itself (i + 1 < n), or clamp it to the last element.";
  } else if (!guarded(at.file, at.line)) {
    e->cause =
        "The grid has more threads than there are elements, and the threads that are left "
        "over are not held back.";
    e->advice = "Guard the access: if (i < n). The last block may be partial.";
  } else if (mark_contains(f, "*")) {
    cause_wrong_stride(e);
  } else {
    e->cause =
        "The guard lets too many threads pass: its limit is not the number of elements that "
        "were allocated.";
    e->advice =
        "Compare the n that the kernel is passed with the size given to the allocation (in "
        "bytes).";
  }
}

void cause_far_past(const Finding& f, Explanation* e) {
  if (mark_contains(f, "itch")) {
    e->cause = "A pitch counts bytes. Used as a number of elements it makes every row " +
               std::to_string(std::max(element_size(f), 1)) + " times too long.";
    e->advice = "Step rows in bytes: (float*)((char*)p + row * pitch) + col.";
    return;
  }
  cause_wrong_stride(e);
}

void cause_on_chip(const Finding& f, Explanation* e) {
  const bool local = f.place().memory == Memory::kLocal;
  const char* what = local ? "local array" : "shared array";
  e->cause = std::string("The index of the ") + what +
             " does not fit its size: the block is larger "
             "than the array, a halo was not counted, or rows and columns are exchanged.";
  e->advice = local ? "Compare the loop's bounds with the array's size."
                    : "Give the array one element for each thread that writes it, halo included; "
                      "with dynamic shared memory, the third launch parameter counts bytes.";
  e->lesson = lesson(local ? 5 : 6);
}

void cause_of_bounds(const Finding& f, Explanation* e) {
  e->lesson = lesson(5);
  const Memory memory = f.place().memory;
  const bool on_chip = memory == Memory::kSharedStatic || memory == Memory::kSharedDynamic ||
                       memory == Memory::kLocal;
  if (f.report.sub == SubKind::kSlotOverflow) {
    e->cause =
        "The slot comes from an atomic counter, which goes on counting when the list is full.";
    e->advice =
        "Return when the slot is not below the capacity, and clamp the count where it is "
        "read: it says how many there were, not how many were stored.";
    e->lesson = lesson(8);
  } else if (before_start(f)) {
    cause_before_start(f, e);
    if (on_chip) e->lesson = lesson(6);
  } else if (on_chip) {
    cause_on_chip(f, e);
  } else if (distance_outside(f) < block_reach(f) && !mark_contains(f, "itch")) {
    cause_just_past(f, e);
  } else {
    cause_far_past(f, e);
    if (mark_contains(f, "itch")) e->lesson = lesson(2);
  }
}

}  // namespace

Explanation explain_bounds(const Finding& f) {
  Explanation e;
  if (f.report.sub == SubKind::kNullPointer) {
    explain_null(f, &e);
    return e;
  }
  if (f.report.sub == SubKind::kCopyTooLong) {
    explain_copy(f, &e);
    return e;
  }
  if (!f.has_place()) {
    e.message = access_text(f) + " where nothing was ever allocated.";
    e.cause =
        "The pointer or the index holds a value that means no memory: it was not initialised, "
        "or an integer overflowed.";
    e.advice = "Print the index as a long long; compute large offsets in size_t.";
    e.lesson = lesson(2);
    return e;
  }
  const std::string where = where_text(f);
  const bool touches = where.compare(0, 4, "just") == 0 || where.compare(0, 6, "partly") == 0;
  e.message = access_text(f) + (touches ? " " : " that lie ") + where + " of " + memory_text(f);
  const std::string element = element_text(f);
  e.message += (element.empty() ? "" : ": " + element) + ".";
  cause_of_bounds(f, &e);
  return e;
}

Explanation explain_misaligned(const Finding& f) {
  Explanation e;
  const int size = std::max(f.report.first.size, 1);
  e.message = access_text(f) + " at once from an address that is no multiple of " +
              std::to_string(size) + ": it lies " + where_text(f) + " of " + memory_text(f) + ".";
  if (!f.has_place()) {
    e.message = access_text(f) + " at once from an address that is no multiple of " +
                std::to_string(size) + ".";
  }
  e.cause = size >= 8 ? "Memory was taken for a wider type (float2, float4, double) after an odd "
                        "number of smaller elements was skipped."
                      : "A pointer was moved by a number of bytes that is no multiple of the type.";
  e.advice = "Memory from cudaMalloc is aligned to 256 bytes: keep offsets a multiple of " +
             std::to_string(size) + " bytes, or read the elements one by one.";
  e.lesson = lesson(5);
  return e;
}

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
    e->advice = "Set it before the launch: cudaMemset(" + (f.name.empty() ? "pointer" : f.name) +
                ", 0, bytes).";
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
