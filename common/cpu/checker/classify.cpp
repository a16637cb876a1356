// Which usual mistake a finding is, judged by what does not depend on the schedule.
#include <algorithm>
#include <functional>

#include "checker/finding.h"
#include "checker/source_scan.h"

namespace warpup::report {
namespace {

constexpr uintptr_t kNullPage = 65536;

SubKind classify_bounds(const Finding& f) {
  const Side& side = f.report.first;
  if (!side.device && !side.api.empty() && f.has_place()) return SubKind::kCopyTooLong;
  if (f.report.address != 0 && f.report.address < kNullPage) return SubKind::kNullPointer;
  if (!f.has_place()) return f.report.address == 0 ? SubKind::kNullPointer : SubKind::kWildAddress;
  const bool past = f.place().offset >= 0;
  for (const auto& mark : f.first.marks) {
    if (past && index_from_atomic(f.first.at.file, f.first.at.line, mark.text)) {
      return SubKind::kSlotOverflow;
    }
  }
  return SubKind::kNone;
}

bool same_line(const Finding& f) {
  return f.second && f.first.at.known() && f.first.at.line == f.second->at.line &&
         f.first.at.file == f.second->at.file;
}

// The same place written in two ways, (*p) and * p, is one text.
std::string plain_text(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return without_outer_brackets(text);
}

// What a line writes to, and whether it reads other elements of the same array.
struct Update {
  bool reads_itself = false;
  bool reads_others = false;
};

Update update_in(const Finding& f) {
  Update update;
  const std::string code = code_line(f.first.at.file, f.first.at.line);
  auto written = written_expressions(code);
  const auto accessed = [&f](const Expression& e) {
    const auto& marks = f.first.marks;
    return marks.empty() || std::any_of(marks.begin(), marks.end(), [&](const Expression& mark) {
             return mark.base == e.base;
           });
  };
  written.erase(std::remove_if(written.begin(), written.end(), std::not_fn(accessed)),
                written.end());
  for (const auto& read : read_expressions(code)) {
    for (const auto& target : written) {
      if (read.base != target.base) continue;
      const bool same = plain_text(read.text) == plain_text(target.text);
      (same ? update.reads_itself : update.reads_others) = true;
    }
  }
  // x = x + 1 on a plain variable.
  for (const auto& target : written) {
    if (target.subscripted) continue;
    if (has_word(code.substr(std::min(target.end, code.size())), target.base)) {
      update.reads_itself = true;
    }
  }
  return update;
}

bool blocks_differ(const Report& report) {
  return report.second &&
         !std::equal(report.first.block, report.first.block + 3, report.second->block);
}

bool writes_only(const Side& side) { return side.access == Access::kWrite; }

bool barrier_between(const Finding& f) {
  if (f.first.at.file != f.second->at.file) return false;
  const auto [low, high] = std::minmax(f.first.at.line, f.second->at.line);
  return word_between(f.first.at.file, low, high, "__syncthreads") ||
         word_between(f.first.at.file, low, high, "sync");
}

// Lanes that only one another can wait for: in a block of one warp, within one branch, or in a
// function that a warp calls. In the midst of a kernel __syncthreads is what is missing.
bool is_warp_code(const Finding& f) {
  constexpr unsigned kWarp = 32;
  const auto& dim = f.report.block_dim;
  if (barrier_between(f)) return false;
  if (!in_kernel(f.first.at.file, f.first.at.line) ||
      !in_kernel(f.second->at.file, f.second->at.line))
    return true;
  if (dim[0] > 0 && dim[0] * std::max(dim[1], 1u) * std::max(dim[2], 1u) <= kWarp) return true;
  const Branch branch = branch_of_line(f.first.at.file, f.first.at.line);
  return branch.head > 0 && branch.has(f.second->at.line);
}

// A read and a write: is a barrier missing between them in the text, or at the end of a loop?
SubKind order_of(const Finding& f) {
  const int write = f.first.at.line, read = f.second->at.line;  // writes come first, see resolve
  if (f.first.at.file != f.second->at.file) return SubKind::kReadAfterWrite;
  const bool barrier = barrier_between(f);
  const bool read_comes_later = write == read ? !barrier : write < read;
  return read_comes_later != barrier ? SubKind::kReadAfterWrite : SubKind::kWriteAfterRead;
}

bool ticket_between(const Finding& f) {
  if (f.first.at.file != f.second->at.file) return false;
  const int low = std::min(f.first.at.line, f.second->at.line);
  const int high = std::max(f.first.at.line, f.second->at.line);
  for (int line = low; line <= high; ++line) {
    if (!atomic_expressions(code_line(f.first.at.file, line)).empty()) return true;
  }
  return false;
}

SubKind classify_race(const Finding& f) {
  if (!f.report.second) return SubKind::kNone;
  const Side& a = f.report.first;
  const Side& b = *f.report.second;
  const bool both_write = writes_only(a) && writes_only(b);
  if (f.report.note && both_write) return SubKind::kSameValue;
  if ((a.access == Access::kAtomic) != (b.access == Access::kAtomic)) {
    return SubKind::kAtomicAndPlain;
  }
  const Update update = same_line(f) ? update_in(f) : Update{};
  if (update.reads_itself && !update.reads_others) return SubKind::kReadModifyWrite;
  const bool global = f.report.kind == Kind::kRaceGlobal;
  if (global && blocks_differ(f.report)) {
    if (same_line(f) && update.reads_others) return SubKind::kInPlace;
    if (both_write) return SubKind::kWriteWrite;
    return ticket_between(f) ? SubKind::kNoFence : SubKind::kNone;
  }
  if (!both_write && barrier_in_branch(f).line > 0) return SubKind::kBarrierInBranch;
  if (global && update.reads_others) return SubKind::kInPlace;
  if (f.seen.within_warp && is_warp_code(f)) return SubKind::kWithinWarp;
  if (both_write) return SubKind::kWriteWrite;
  return global ? SubKind::kWithinBlock : order_of(f);
}

SubKind classify_uninit(const Finding& f) {
  const Side& side = f.report.first;
  if (!side.device) return SubKind::kCopiedOut;
  return side.access == Access::kAtomic ? SubKind::kAtomicAccumulator : SubKind::kNone;
}

SubKind classify_device_deref(const Finding& f) {
  if (!f.has_place()) return SubKind::kPageable;
  const Place& place = f.place();
  if (place.memory == Memory::kSymbol) return SubKind::kHostShadow;
  return place.memory == Memory::kLocal ? SubKind::kHostVariable : SubKind::kPageable;
}

bool contains(const std::string& text, const char* piece) {
  return text.find(piece) != std::string::npos;
}

SubKind classify_api(const Finding& f) {
  const std::string& api = f.report.first.api;
  constexpr int kNotReadyCode = 600, kDriverNotInitialised = 3, kInvalidSymbol = 13,
                kInvalidDirection = 21, kInvalidValue = 1;
  if (f.report.second) return SubKind::kStaleError;
  if (f.report.code == kNotReadyCode) return SubKind::kNotReady;
  if (f.report.code == kDriverNotInitialised && api.rfind("cuda", 0) != 0) {
    return SubKind::kNotInitialised;
  }
  if (f.report.code == kInvalidSymbol) return SubKind::kSymbolByString;
  const bool kind_given = contains(api, "Memcpy") && !contains(api, "Peer");
  if (f.report.code == kInvalidDirection ||
      (f.report.code == kInvalidValue && kind_given && f.report.sub == SubKind::kKindContradicts)) {
    return SubKind::kKindContradicts;
  }
  return SubKind::kNone;
}

bool in_default_stream(const Report& report) {
  constexpr char kDefault[] = "the default stream";
  return report.first.stream == kDefault || (report.second && report.second->stream == kDefault);
}

SubKind classify_missing_sync(const Finding& f) {
  const Side& side = f.report.first;
  if (f.report.sub == SubKind::kTwoStreams) return SubKind::kNonBlockingStream;
  if (side.access == Access::kFree) return SubKind::kFreedWhileNeeded;
  if (side.device) return SubKind::kTwoStreams;
  if (!side.api.empty()) return SubKind::kNonBlockingStream;
  return side.access == Access::kWrite ? SubKind::kHostWrites : SubKind::kHostReads;
}

SubKind classify_early_exit(const Finding& f) {
  const bool branched = branched_barrier(f.first.at.file, f.first.at.line).line > 0;
  return branched ? SubKind::kSkipped : SubKind::kEarlyExit;
}

// What one pair of threads suggests is judged again: all that was seen says more.
bool is_settled(const Report& report) {
  if (symmetric(report.kind)) {
    return report.sub != SubKind::kNone && report.sub != SubKind::kWithinWarp;
  }
  if (report.kind == Kind::kMissingSync && report.sub == SubKind::kTwoStreams) {
    return !in_default_stream(report);
  }
  return report.sub != SubKind::kNone;
}

}  // namespace

BranchedBarrier barrier_in_branch(const Finding& f) {
  if (f.first.at.file != f.second->at.file) return {};
  const auto [low, high] = std::minmax(f.first.at.line, f.second->at.line);
  return branched_barrier_between(f.first.at.file, low, high);
}

SubKind classify(const Finding& f) {
  if (f.report.sub == SubKind::kEarlyExit) return classify_early_exit(f);
  if (is_settled(f.report)) return f.report.sub;
  switch (f.report.kind) {
    case Kind::kOutOfBounds:
      return classify_bounds(f);
    case Kind::kRaceShared:
    case Kind::kRaceGlobal:
      return classify_race(f);
    case Kind::kUninit:
      return classify_uninit(f);
    case Kind::kHostDeref:
      return f.report.first.api.empty() ? SubKind::kHostCode : SubKind::kApiArgument;
    case Kind::kDeviceDerefHost:
      return classify_device_deref(f);
    case Kind::kApiError:
      return classify_api(f);
    case Kind::kMissingSync:
      return classify_missing_sync(f);
    case Kind::kLeak:
      return f.has_place() ? SubKind::kMemory : SubKind::kObject;
    case Kind::kDoubleFree:
      if (f.report.second || (f.has_place() && f.place().freed)) return SubKind::kFreedTwice;
      return f.has_place() && f.place().offset != 0 ? SubKind::kInsideAllocation
                                                    : SubKind::kForeign;
    default:
      return SubKind::kNone;
  }
}

}  // namespace warpup::report
