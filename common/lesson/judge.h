// What the judge of an exercise stands on: cases that must hold, in order from simple to hard. The
// first that does not hold ends the judge, so that a learner sees the simplest failure.
//
//   void judge() {
//     for (int n : lesson::edge_sizes()) {
//       lesson::begin_case("n = " + std::to_string(n));
//       lesson::require_same("sums", lesson::compare(expected, got));
//     }
//   }
//   int main() { return lesson::run_judge("block_sum", judge); }
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lesson/backend.h"
#include "lesson/check.h"
#include "lesson/compare.h"

namespace lesson {

/// 0, 1, 31, 32, 33, a prime, whole blocks of 256 and one more and less, many blocks.
std::vector<int> edge_sizes();

/// Names the case that follows, for messages: "n = 33".
void begin_case(const std::string& name);

/// Records a check of the current case; if it fails, the judge ends there.
void require_same(const std::string& what, const Comparison& comparison);
void require(const std::string& what, bool ok, const std::string& expected, const std::string& got);
/// The same for a count: requests, sectors, bank conflicts (cuda/profile.h). 0 is "none".
void require_at_most(const std::string& what, double got, double most);

/// The seed of this run's random inputs: WARPUP_SEED where it is set, otherwise fresh. Reported, so
/// that a failure can be repeated.
uint64_t judge_seed();

/// Runs `body`, turns exceptions into a failed verdict, and returns the exit code.
int run_judge(const std::string& exercise, void (*body)());

}  // namespace lesson
