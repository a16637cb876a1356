#include "launch.h"

#include "navigate.h"

namespace warpup::cu2cpp {
namespace {

constexpr int kDeepestLaunch = 16;
constexpr int kLongestConfig = 100000;

class LaunchRewriter {
 public:
  LaunchRewriter(Unit& unit, Index open) : unit_(unit), source_(unit.source), open_(open) {}

  void run();

 private:
  Index kernel_begin() const;
  Index primary_begin(Index last) const;
  bool is_condition(Index paren) const;
  Index find_close(bool strict) const;
  bool closes_here(Index i, int angles, bool strict, int& run) const;
  void check_arguments(Index close);
  void move(Index begin, Index close);

  Unit& unit_;
  const Source& source_;
  Index open_;
};

void LaunchRewriter::run() {
  const Index begin = kernel_begin();
  if (begin == kNone) {
    unit_.error(open_, "this '<<<' has no kernel in front of it");
    return;
  }
  Index close = find_close(true);
  if (close == kNone) close = find_close(false);
  if (close == kNone) {
    unit_.error(open_, "this '<<<' has no matching '>>>(': write kernel<<<blocks, threads>>>(...)");
    return;
  }
  const Index paren = close + 3;
  if (source_.kind(paren) != Tok::kLeftParen) {
    unit_.error(close, "the kernel's arguments are missing: write '(' and ')' after '>>>'");
    return;
  }
  check_arguments(close);
  if (source_.partner(paren) == kNone) return;  // g++ tells what it expected
  move(begin, close);
  unit_.replace(source_.partner(paren), "))");
}

/// The first token of the postfix expression that ends before `<<<`.
Index LaunchRewriter::kernel_begin() const {
  Index begin = primary_begin(open_ - 1);
  while (begin != kNone) {
    const Tok before = source_.kind(begin - 1);
    if (before == Tok::kDot || before == Tok::kArrow) {
      begin = primary_begin(begin - 2);
    } else if (before == Tok::kTemplate && source_.kind(begin - 2) != Tok::kSemicolon) {
      begin -= 1;
    } else if (before == Tok::kColonColon) {
      const Tok qualifier = source_.kind(begin - 2);
      const bool global = qualifier != Tok::kIdentifier && qualifier != Tok::kGreater;
      begin = global ? begin - 1 : primary_begin(begin - 2);
      if (global) return begin;
    } else {
      return begin;
    }
  }
  return kNone;
}

/// The first token of `name`, `name<...>`, `(...)`, `name(...)`, `name[...]` that ends at `last`.
Index LaunchRewriter::primary_begin(Index last) const {
  while (true) {
    switch (source_.kind(last)) {
      case Tok::kIdentifier:
      case Tok::kThis:
        return last;
      case Tok::kGreater: {
        const Index angle = before_angles(source_, last);
        if (angle == kNone || source_.kind(angle - 1) != Tok::kIdentifier) return kNone;
        return angle - 1;
      }
      case Tok::kRightParen:
      case Tok::kRightBracket: {
        const Index left = source_.partner(last);
        if (left == kNone) return kNone;
        const bool subscript = source_.kind(left) == Tok::kLeftBracket;
        const Tok before = source_.kind(left - 1);
        const bool goes_on =
            before == Tok::kIdentifier || before == Tok::kRightBracket || before == Tok::kGreater ||
            (before == Tok::kRightParen && !is_condition(source_.partner(left - 1)));
        if (!goes_on) return subscript ? kNone : left;
        last = left - 1;
        break;
      }
      default:
        return kNone;
    }
  }
}

/// Whether `(` at `paren` belongs to an if, a loop or a switch.
bool LaunchRewriter::is_condition(Index paren) const {
  const Tok before = source_.kind(paren - 1);
  return before == Tok::kControl || before == Tok::kFor || before == Tok::kConstexpr;
}

/// The first '>' of the matching `>>>`. The strict search counts template argument lists; the
/// other one takes the first `>>>(` it finds, for comparisons that look like such lists.
Index LaunchRewriter::find_close(bool strict) const {
  Index i = open_ + 2;
  int nested = 0;
  int angles = 0;
  int run = 0;
  for (int steps = 0; steps < kLongestConfig; ++steps) {
    const Tok kind = source_.kind(i);
    if (kind == Tok::kGreater) {
      if (closes_here(i, angles, strict, run)) {
        if (nested == 0) return i + run - 3;
        --nested;
      } else {
        angles = std::max(0, angles - run);
      }
      i += run;
      continue;
    }
    const bool stop = kind == Tok::kEnd || kind == Tok::kSemicolon || kind == Tok::kRightParen ||
                      kind == Tok::kRightBracket || kind == Tok::kRightBrace;
    if (stop) return kNone;
    if (is_launch_open(source_, i)) {
      if (++nested > kDeepestLaunch) return kNone;
      i += 2;
      continue;
    }
    if (kind == Tok::kLess && source_.kind(i - 1) == Tok::kIdentifier) ++angles;
    i = jump(source_, i);
  }
  return kNone;
}

/// Whether the run of '>' at `i` ends with the `>>>` of a launch; `run` is its length.
bool LaunchRewriter::closes_here(Index i, int angles, bool strict, int& run) const {
  run = 0;
  while (run <= 64 && source_.kind(i + run) == Tok::kGreater) ++run;
  if (run < 3) return false;
  if (strict) return run - angles >= 3;
  return source_.kind(i + run) == Tok::kLeftParen;
}

void LaunchRewriter::check_arguments(Index close) {
  int count = open_ + 2 < close ? 1 : 0;
  for (Index i = open_ + 2; (i = find_separator(source_, i, close)) < close; ++i) ++count;
  if (count < 2) {
    unit_.error(open_,
                "a launch needs the number of blocks and of threads: "
                "kernel<<<blocks, threads>>>(...)");
  } else if (count > 4) {
    unit_.error(open_,
                "a launch takes at most four values: "
                "kernel<<<blocks, threads, shared_bytes, stream>>>(...)");
  }
}

void LaunchRewriter::move(Index begin, Index close) {
  LaunchMove move;
  move.kernel_begin = source_.at(begin).begin;
  move.kernel_end = source_.at(open_ - 1).end;
  move.config_begin = source_.at(open_ + 2).begin;
  move.config_end = source_.at(close - 1).end;
  move.end = source_.at(close + 2).end;
  move.kernel_place = unit_.place(begin);
  move.config_place = unit_.place(open_ + 2);
  move.end_place = unit_.place(close + 2);
  unit_.edits.move_launch(move);
}

}  // namespace

void rewrite_launch(Unit& unit, Index i) { LaunchRewriter(unit, i).run(); }

}  // namespace warpup::cu2cpp
