// Texts for accesses outside of memory, or at addresses that do not fit.
#include <algorithm>

#include "checker/explain.h"
#include "checker/words.h"

namespace warpup::report {
namespace {

bool mark_contains(const Finding& f, const char* piece) {
  return std::any_of(f.first.marks.begin(), f.first.marks.end(),
                     [&](const Expression& e) { return e.text.find(piece) != std::string::npos; });
}

// A pitch that is taken for a number of elements: of bytes it is one.
bool counts_pitch(const Finding& f) { return element_size(f) > 1 && mark_contains(f, "itch"); }

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
      "One of the indices in the formula lacks a guard of its own (row and column need one each), "
      "or the formula is wrong: the stride of a row (width and height exchanged), bytes taken for "
      "elements, a block index multiplied by the wrong dimension.";
  e->advice =
      "Work the formula through for this thread, each index against its own limit. The stride of "
      "a row is its width: row * width + col.";
}

// The line that makes the pointer to a row which is indexed here: `row = in + y * pitch`. 0: none.
int row_pointer_line(const Finding& f) {
  if (f.first.marks.empty()) return 0;
  const std::string& file = f.first.at.file;
  const int line = assignment_above(file, f.first.at.line, f.first.marks[0].base);
  const std::string code = line > 0 ? code_line(file, line) + code_line(file, line + 1) : "";
  return code.find('*') != std::string::npos && code.find('+') != std::string::npos ? line : 0;
}

void cause_row_pointer(const Finding& f, int line, Explanation* e) {
  const std::string code = code_line(f.first.at.file, line);
  e->cause = code_quoted(f.first.marks[0].base) + " is computed at line " + std::to_string(line) +
             ". Either the row has no guard of its own, or the stride in that formula is wrong: it "
             "counts in elements of the pointer's type";
  e->cause += code.find("itch") != std::string::npos ? ", and a pitch counts bytes." : ".";
  e->advice =
      "Work that line through for this thread: the number of the row against its limit, the stride "
      "in the units of the pointer.";
}

// `(row + 1) * width`.
bool adds_to_row(const std::string& text) {
  for (size_t at = text.find("+ 1)"); at != std::string::npos; at = text.find("+ 1)", at + 1)) {
    const size_t behind = text.find_first_not_of(' ', at + 4);
    if (behind != std::string::npos && text[behind] == '*') return true;
  }
  return false;
}

// `i + 1`, `i + B`, `(row + 1) * width`: the index of a neighbour, rather than a formula with a
// product. Or several elements of one array, of which some are not the thread's own.
bool reaches_for_neighbour(const Finding& f) {
  const auto& marks = f.first.marks;
  if (std::any_of(marks.begin(), marks.end(),
                  [](const Expression& mark) { return adds_to_row(mark.text); })) {
    return true;
  }
  const bool several = marks.size() > 1 && !f.first.expression.empty() &&
                       std::any_of(marks.begin(), marks.end(), [&](const Expression& mark) {
                         return mark.text != marks[0].text;
                       });
  return several || (any_index_adds(f) && !mark_contains(f, "*"));
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
  } else if (const int row = row_pointer_line(f)) {
    cause_row_pointer(f, row, e);
  } else if (!in_kernel(at.file, at.line) && mark_contains(f, "*")) {
    cause_wrong_stride(e);  // whoever calls the function may have a guard
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
  if (counts_pitch(f)) {
    e->cause = "A pitch counts bytes. Used as a number of elements it makes every row " +
               std::to_string(std::max(element_size(f), 1)) + " times too long.";
    e->advice = "Step rows in bytes: (float*)((char*)p + row * pitch) + col.";
    return;
  }
  if (const int row = row_pointer_line(f)) return cause_row_pointer(f, row, e);
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
    if (any_index_adds(f)) {
      e->cause += " Or what is added to it is one too large: the first of a group has rank 0.";
    }
    e->advice =
        "Return when the slot is not below the capacity, and clamp the count where it is "
        "read: it says how many there were, not how many were stored.";
    e->lesson = lesson(8);
  } else if (before_start(f)) {
    cause_before_start(f, e);
    if (on_chip) e->lesson = lesson(6);
  } else if (on_chip) {
    cause_on_chip(f, e);
  } else if (distance_outside(f) < block_reach(f) && !counts_pitch(f)) {
    cause_just_past(f, e);
  } else {
    cause_far_past(f, e);
    if (counts_pitch(f)) e->lesson = lesson(2);
  }
}

// Found by the type, whatever memory the array is in.
void explain_index(const Finding& f, Explanation* e) {
  const bool named = std::any_of(f.first.marks.begin(), f.first.marks.end(),
                                 [&](const Expression& mark) { return mark.base == f.name; });
  e->message = who(f.report.first) + " uses index " + f.report.value + " of " +
               (named ? code_quoted(f.name) : "an array") + ", whose type is " + f.report.detail +
               ".";
  e->cause =
      "The index does not fit the array: a loop runs one step too far, the block is larger than "
      "the array, a halo was not counted, or rows and columns are exchanged.";
  e->advice = "Compare the limits of the index with the array's size; the last index is size - 1.";
  if (f.report.first.access == Access::kNone) e->first_label = "by " + who(f.report.first);
  e->lesson = lesson(5);
}

void explain_stack(const Finding& f, Explanation* e) {
  e->message = "the stack of " + who(f.report.first) + " is full.";
  e->cause = "A recursion without end, or local arrays that are too large for a thread.";
  e->advice =
      "See that every recursion comes to an end. cudaDeviceSetLimit(cudaLimitStackSize, bytes) "
      "makes room for one that is deep.";
  e->first_label = "calls once too often";
  e->lesson = lesson(5);
}

}  // namespace

Explanation explain_bounds(const Finding& f) {
  Explanation e;
  if (f.report.sub == SubKind::kIndex) {
    explain_index(f, &e);
    return e;
  }
  if (f.report.sub == SubKind::kStackFull) {
    explain_stack(f, &e);
    return e;
  }
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
  e.message = access_text(f) +
              (touches                    ? " "
               : f.report.first.size == 1 ? " that lies "
                                          : " that lie ") +
              where + " of " + memory_text(f);
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

}  // namespace warpup::report
