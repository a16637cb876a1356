// A report ready to be told: both lines found, names taken from the source, threads counted.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "checker/report.h"
#include "checker/source_branch.h"
#include "checker/source_text.h"

namespace warpup::report {

/// How often and by whom something was done.
struct Seen {
  uint64_t count = 0;
  std::array<unsigned, 3> low{}, high{};  // box of thread indices (x, y, z)
  std::unordered_set<uint64_t> blocks;
  bool device = false;
  bool within_warp = true;  // both sides were lanes of one warp, each time
  bool within_block = true;
  void add(const Side& side);
  void add(const Seen& other);
};

/// Where one side was, with the pieces of the line that it touched.
struct Located {
  SourcePosition at;
  std::string line;               // as written
  std::vector<Expression> marks;  // empty: not known
  std::string expression;         // "in[i + 1]", empty where there are several or none
};

struct Finding {
  Report report;
  Seen seen;
  Located first;
  std::optional<Located> second;
  SourcePosition made, freed;  // of report.place
  std::string name;            // of the memory, as the source calls it; may be empty
  bool has_place() const { return report.place.has_value(); }
  const Place& place() const { return *report.place; }
};

/// Source positions of a report's code addresses.
struct Positions {
  SourcePosition first, second, made, freed;
};
Positions positions_of(const Report& report);

/// Takes lines, expressions and names from the source text. The sub-kind is left as it is.
Finding resolve(Report report, Seen seen, const Positions& positions);

/// The barrier between the two sides of a race, if it stands in a branch that one may skip.
BranchedBarrier barrier_in_branch(const Finding& finding);

/// Decides the sub-kind from place, accesses, error code and source text.
SubKind classify(const Finding& finding);

/// Strict order in which findings are told: faults first, causes before consequences.
bool told_before(const Finding& a, const Finding& b);

/// One line pair is one finding: equal keys are merged.
std::string merge_key(const Finding& finding);

/// Whether a read of what nobody has written is only what a missing order let happen in this run:
/// the same line reads the same memory too early.
bool follows_from(const Finding& uninit, const Finding& race);

/// Whether what a library did too early is the same lack of waiting that the program's own lines
/// show.
bool told_elsewhere(const Finding& by_library, const Finding& other);

/// Whether a race is with an access that strays out of its own memory, on the line of `stray`: in
/// place, it would have met nobody.
bool strays_into(const Finding& race, const Finding& stray);

/// Whether the order of the sides means nothing (races).
bool symmetric(Kind kind);

/// Negative, 0 or positive.
int compare_threads(const Side& a, const Side& b);
/// The order of representatives of one pair of lines: by the smallest threads. Where the order of
/// the sides means nothing, the smaller thread of each pair is compared first.
int compare_sides(Kind kind, const Side& first_a, const Side* second_a, const Side& first_b,
                  const Side* second_b);

}  // namespace warpup::report
