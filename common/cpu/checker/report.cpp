#include "checker/report.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "checker/report_json.h"
#include "checker/report_text.h"

namespace warpup::report {
namespace {

// The program counters of both sides: equal ones need no look at the source.
struct Key {
  Kind kind;
  const void* first;
  const void* second;
  bool operator==(const Key& o) const {
    return kind == o.kind && first == o.first && second == o.second;
  }
};

struct KeyHash {
  size_t operator()(const Key& key) const {
    auto mix = reinterpret_cast<uintptr_t>(key.first) * 0x9E3779B97F4A7C15ull;
    mix ^= reinterpret_cast<uintptr_t>(key.second) + (mix << 7) + (mix >> 3);
    return mix * 31 + static_cast<size_t>(key.kind);
  }
};

struct Entry {
  Report report;  // of the smallest threads
  Seen seen;
};

using Entries = std::unordered_map<Key, Entry, KeyHash>;

struct Collector {
  std::mutex mutex;  // of entries
  Entries entries;
  std::mutex flush_mutex;  // of written
  std::unordered_set<std::string> written;
};

Collector& collector() {
  static auto* instance = new Collector;  // outlives every destructor of the program
  return *instance;
}

bool second_first(Kind kind, const Side& a, const Side* b) {
  if (b == nullptr || !symmetric(kind)) return false;
  if (a.pc != b->pc) return std::less<const void*>()(b->pc, a.pc);
  return compare_threads(*b, a) < 0;
}

Key key_of(Kind kind, const Side& first, const Side* second) {
  return {kind, first.pc, second == nullptr ? nullptr : second->pc};
}

unsigned linear(const Side& side, const unsigned (&dim)[3]) {
  return (side.thread[2] * dim[1] + side.thread[1]) * dim[0] + side.thread[0];
}

void count(const Report& report, const Side& first, const Side* second, Seen* seen) {
  ++seen->count;
  seen->add(first);
  if (second == nullptr) return;
  if (symmetric(report.kind)) seen->add(*second);
  const bool one_block = std::equal(first.block, first.block + 3, second->block);
  seen->within_block = seen->within_block && one_block;
  const bool known = report.block_dim[0] > 0;
  const bool one_warp =
      known && one_block &&
      linear(first, report.block_dim) / 32 == linear(*second, report.block_dim) / 32;
  seen->within_warp = seen->within_warp && one_warp;
}

const Side* second_of(const Report& report) { return report.second ? &*report.second : nullptr; }

long offset_of(const Report& report) { return report.place ? report.place->offset : 0; }

// Whether sides `first`, `second` stand for their lines rather than those of `kept`: a fault rather
// than a note, then the smallest threads, then the smallest offset.
bool replaces(const Report& kept, bool note, const Side& first, const Side* second, long offset) {
  if (note != kept.note) return !note;
  const int order = compare_sides(kept.kind, first, second, kept.first, second_of(kept));
  return order != 0 ? order < 0 : offset < offset_of(kept);
}

bool replaces(const Report& kept, const Report& report) {
  return replaces(kept, report.note, report.first, second_of(report), offset_of(report));
}

// By program counter, which is the same order in every run of a program: equals are merged in it.
std::vector<const Entry*> in_order(const Entries& entries) {
  std::vector<std::pair<Key, const Entry*>> items;
  for (const auto& [key, entry] : entries) items.emplace_back(key, &entry);
  std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) {
    const std::less<const void*> less;
    if (a.first.kind != b.first.kind) return a.first.kind < b.first.kind;
    if (a.first.first != b.first.first) return less(a.first.first, b.first.first);
    return less(a.first.second, b.first.second);
  });
  std::vector<const Entry*> list;
  for (const auto& item : items) list.push_back(item.second);
  return list;
}

// Of work that came too early and work it should have waited for, the later line is the former.
bool too_early_stands_later(const Finding& f) {
  return f.second && f.first.at.file == f.second->at.file && f.first.at.line > f.second->at.line;
}

// Of the reports of one pair of lines, the one to tell: not the first that this schedule met, but
// the one whose first side, a write where there is one, has the smaller line; and rather write and
// read.
int compare_lines(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& f) {
    return std::make_tuple(f.report.note, f.first.at.file, f.first.at.line,
                           f.report.second ? f.report.second->access : Access::kNone);
  };
  return key(a) < key(b) ? -1 : key(b) < key(a) ? 1 : 0;
}

bool tells_more(const Finding& finding, const Finding& kept) {
  if (symmetric(finding.report.kind)) {
    if (const int order = compare_lines(finding, kept)) return order < 0;
  }
  return replaces(kept.report, finding.report);
}

bool by_type(const Finding& f) { return f.report.sub == SubKind::kIndex; }

// One access found twice: by the array's type, and by the memory that it met, which has a name.
void join_index(Finding finding, Finding* kept) {
  if (by_type(finding)) std::swap(finding, *kept);
  finding.report.sub = kept->report.sub;
  finding.report.value = kept->report.value;
  finding.report.detail = kept->report.detail;
  if (finding.seen.count < kept->seen.count) finding.seen = kept->seen;
  *kept = std::move(finding);
}

void merge_into(Finding finding, Finding* kept) {
  if (by_type(finding) != by_type(*kept)) return join_index(std::move(finding), kept);
  Seen seen = std::move(kept->seen);
  seen.add(finding.seen);
  const bool turned = finding.report.kind == Kind::kMissingSync && finding.second && kept->second &&
                      finding.first.at.line != kept->first.at.line;
  if (turned ? too_early_stands_later(finding) : tells_more(finding, *kept)) {
    *kept = std::move(finding);
  }
  kept->seen = std::move(seen);
}

// Findings of one pair of lines become one; those told already are left out.
std::vector<Finding> untold(const Entries& entries, std::unordered_set<std::string>* written) {
  std::map<std::string, Finding> merged;
  for (const Entry* entry : in_order(entries)) {
    Finding finding = resolve(entry->report, entry->seen, positions_of(entry->report));
    std::string id = merge_key(finding);
    const auto found = merged.find(id);
    if (found == merged.end()) {
      merged.emplace(std::move(id), std::move(finding));
    } else {
      merge_into(std::move(finding), &found->second);
    }
  }
  std::vector<Finding> list;
  for (auto& [id, finding] : merged) {
    const Finding& one = finding;
    const bool consequence = std::any_of(merged.begin(), merged.end(), [&](const auto& other) {
      return follows_from(one, other.second) || strays_into(one, other.second) ||
             told_elsewhere(one, other.second);
    });
    if (consequence) continue;
    if (!written->insert((finding.report.note ? "note " : "fault ") + id).second) continue;
    list.push_back(finding);
    list.back().report.sub = classify(finding);
  }
  std::sort(list.begin(), list.end(), told_before);
  return list;
}

void write_all(int descriptor, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = write(descriptor, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    done += static_cast<size_t>(n);
  }
}

int event_descriptor() {
  const char* text = getenv("WARPUP_EVENT_FD");
  return text == nullptr || *text == '\0' ? -1 : atoi(text);
}

void tell(const std::vector<Finding>& findings) {
  const int events = event_descriptor();
  size_t notes = 0;
  for (const auto& finding : findings) {
    const Explanation explanation = explain(finding);
    if (events >= 0) {
      write_all(events, to_json(finding, explanation));
    } else {
      write_all(STDERR_FILENO, to_text(finding, explanation));
    }
    notes += finding.report.note ? 1 : 0;
  }
  if (events < 0) write_all(STDERR_FILENO, summary_text(findings.size() - notes, notes));
}

}  // namespace

bool wanted(Kind kind, const Side& first, const Side* second, long offset, bool note) {
  if (second_first(kind, first, second)) return wanted(kind, *second, &first, offset, note);
  Collector& all = collector();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.entries.find(key_of(kind, first, second));
  if (found == all.entries.end()) return true;
  Entry& entry = found->second;
  if (replaces(entry.report, note, first, second, offset)) return true;
  count(entry.report, first, second, &entry.seen);
  return false;
}

void submit(const Report& report) {
  if (second_first(report.kind, report.first, second_of(report))) {
    Report swapped = report;
    std::swap(swapped.first, *swapped.second);
    return submit(swapped);
  }
  Collector& all = collector();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const Key key = key_of(report.kind, report.first, second_of(report));
  const auto [place, is_new] = all.entries.try_emplace(key);
  Entry& entry = place->second;
  if (is_new || replaces(entry.report, report)) entry.report = report;
  count(entry.report, report.first, second_of(report), &entry.seen);
}

void flush() {
  Collector& all = collector();
  const std::lock_guard<std::mutex> flush_lock(all.flush_mutex);
  Entries entries;
  {
    const std::lock_guard<std::mutex> lock(all.mutex);
    entries = all.entries;
  }
  tell(untold(entries, &all.written));
}

size_t fault_count() {
  Collector& all = collector();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return static_cast<size_t>(
      std::count_if(all.entries.begin(), all.entries.end(),
                    [](const auto& item) { return !item.second.report.note; }));
}

void reset() {
  Collector& all = collector();
  const std::scoped_lock lock(all.mutex, all.flush_mutex);
  all.entries.clear();
  all.written.clear();
}

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::kOutOfBounds:
    case Kind::kMisaligned:
    case Kind::kUseAfterFree:
      return "memcheck-oob";
    case Kind::kRaceShared:
      return "race-shared";
    case Kind::kRaceGlobal:
      return "race-global";
    case Kind::kUninit:
      return "uninit";
    case Kind::kBarrierDivergence:
      return "barrier-divergence";
    case Kind::kHostDeref:
      return "host-deref";
    case Kind::kDeviceDerefHost:
      return "device-deref-host";
    case Kind::kLaunchConfig:
      return "launch-config";
    case Kind::kApiError:
      return "api-error";
    case Kind::kMissingSync:
      return "missing-sync";
    case Kind::kLeak:
      return "leak";
    case Kind::kDoubleFree:
      return "double-free";
    case Kind::kStickyError:
      return "sticky-error";
    case Kind::kDeadlock:
      return "deadlock";
    case Kind::kPerfCoalescing:
      return "perf-coalescing";
    case Kind::kPerfBankConflict:
      return "perf-bank-conflict";
  }
  return "unknown";
}

}  // namespace warpup::report
