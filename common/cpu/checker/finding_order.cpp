// Counting, merging and ordering of findings, the same in every run.
#include <algorithm>
#include <iterator>
#include <tuple>

#include "checker/finding.h"

namespace warpup::report {
namespace {

uint64_t block_key(const unsigned (&block)[3]) {  // grid limits: x 31 bits, y and z 16
  return block[0] | static_cast<uint64_t>(block[1]) << 32 | static_cast<uint64_t>(block[2]) << 48;
}

// Causes come before their consequences: what never ran, then wild accesses, then missing order,
// then what was read in vain, then what is left behind.
constexpr Kind kOrder[] = {
    Kind::kLaunchConfig,   Kind::kApiError,        Kind::kHostDeref,   Kind::kDeviceDerefHost,
    Kind::kOutOfBounds,    Kind::kUseAfterFree,    Kind::kMisaligned,  Kind::kBarrierDivergence,
    Kind::kDeadlock,       Kind::kRaceShared,      Kind::kRaceGlobal,  Kind::kMissingSync,
    Kind::kUninit,         Kind::kDoubleFree,      Kind::kStickyError, Kind::kLeak,
    Kind::kPerfCoalescing, Kind::kPerfBankConflict};

long rank(const Finding& finding) {
  const SubKind sub = finding.report.sub;
  const bool late = sub == SubKind::kStaleError || sub == SubKind::kNotReady;
  const Kind kind = late ? Kind::kDoubleFree : finding.report.kind;
  return std::find(std::begin(kOrder), std::end(kOrder), kind) - std::begin(kOrder);
}

SourcePosition second_position(const Finding& finding) {
  return finding.second ? finding.second->at : SourcePosition{};
}

}  // namespace

void Seen::add(const Side& side) {
  if (!side.device) return;
  if (!device) {
    std::copy(side.thread, side.thread + 3, low.begin());
    high = low;
    device = true;
  }
  for (size_t i = 0; i < 3; ++i) {
    low[i] = std::min(low[i], side.thread[i]);
    high[i] = std::max(high[i], side.thread[i]);
  }
  blocks.insert(block_key(side.block));
}

void Seen::add(const Seen& other) {
  count += other.count;
  within_warp = within_warp && other.within_warp;
  within_block = within_block && other.within_block;
  if (!other.device) return;
  for (size_t i = 0; i < 3; ++i) {
    low[i] = device ? std::min(low[i], other.low[i]) : other.low[i];
    high[i] = device ? std::max(high[i], other.high[i]) : other.high[i];
  }
  device = true;
  blocks.insert(other.blocks.begin(), other.blocks.end());
}

bool symmetric(Kind kind) { return kind == Kind::kRaceShared || kind == Kind::kRaceGlobal; }

int compare_threads(const Side& a, const Side& b) {
  const auto key = [](const Side& s) {
    return std::make_tuple(s.block[2], s.block[1], s.block[0], s.thread[2], s.thread[1],
                           s.thread[0]);
  };
  const auto left = key(a), right = key(b);
  return left < right ? -1 : right < left ? 1 : 0;
}

int compare_sides(Kind kind, const Side& first_a, const Side* second_a, const Side& first_b,
                  const Side* second_b) {
  const bool both = second_a != nullptr && second_b != nullptr;
  if (both && symmetric(kind)) {
    const auto smaller = [](const Side& x, const Side& y) -> const Side& {
      return compare_threads(y, x) < 0 ? y : x;
    };
    const auto larger = [](const Side& x, const Side& y) -> const Side& {
      return compare_threads(y, x) < 0 ? x : y;
    };
    const Side& low_a = smaller(first_a, *second_a);
    const Side& low_b = smaller(first_b, *second_b);
    if (const int order = compare_threads(low_a, low_b)) return order;
    const Side& high_a = larger(first_a, *second_a);
    const Side& high_b = larger(first_b, *second_b);
    if (const int order = compare_threads(high_a, high_b)) return order;
  }
  if (const int order = compare_threads(first_a, first_b)) return order;
  if (!both) return (second_a != nullptr) - (second_b != nullptr);
  return compare_threads(*second_a, *second_b);
}

std::string merge_key(const Finding& finding) {
  const SourcePosition other = second_position(finding);
  const auto text = [](const SourcePosition& at) {
    return at.file + ":" + std::to_string(at.line);
  };
  std::string a = text(finding.first.at), b = text(other);
  const bool either_order =
      symmetric(finding.report.kind) || finding.report.kind == Kind::kMissingSync;
  if (either_order && b < a) std::swap(a, b);
  // Without a line, reports are told apart by what they say.
  if (!finding.first.at.known()) a += "?" + finding.report.first.api + finding.report.detail;
  return std::string(kind_name(finding.report.kind)) +
         (finding.report.kind == Kind::kMisaligned ? "/misaligned|" : "|") + a + "|" + b;
}

bool told_before(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& f) {
    const SourcePosition other = second_position(f);
    return std::make_tuple(f.report.note, rank(f), f.first.at.file, f.first.at.line, other.file,
                           other.line, f.report.first.api, f.report.detail);
  };
  return key(a) < key(b);
}

namespace {

bool same_line(const Finding& f, const SourcePosition& at) {
  return at.known() && at.line == f.first.at.line && at.file == f.first.at.file;
}

bool out_of_bounds(const Finding& f) {
  return f.report.kind == Kind::kOutOfBounds || f.report.kind == Kind::kUseAfterFree;
}

}  // namespace

bool told_elsewhere(const Finding& by_library, const Finding& other) {
  const bool both = by_library.report.kind == Kind::kMissingSync &&
                    other.report.kind == Kind::kMissingSync && by_library.second && other.second;
  return both && !by_library.first.at.known() && other.first.at.known() &&
         by_library.second->at.line == other.second->at.line &&
         by_library.second->at.file == other.second->at.file;
}

bool strays_into(const Finding& race, const Finding& stray) {
  const bool races = symmetric(race.report.kind) && !race.report.note;
  if (!races || !out_of_bounds(stray) || !stray.report.first.device) return false;
  return same_line(stray, race.first.at) || (race.second && same_line(stray, race.second->at));
}

bool follows_from(const Finding& uninit, const Finding& race) {
  const Kind kind = race.report.kind;
  const bool unordered = symmetric(kind) || kind == Kind::kMissingSync;
  if (uninit.report.kind != Kind::kUninit || !unordered || uninit.name != race.name) return false;
  const auto same = [&](const Side& side, const SourcePosition& at) {
    return side.access != Access::kWrite && at.line == uninit.first.at.line &&
           at.file == uninit.first.at.file;
  };
  if (!uninit.first.at.known()) return false;
  return same(race.report.first, race.first.at) ||
         (race.second && same(*race.report.second, race.second->at));
}

}  // namespace warpup::report
