#include "overview.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "session.h"
#include "text_width.h"

namespace warpup {

void Overview::add(const std::string& name, JudgedOutcome outcome) {
  rows_.push_back({name, outcome});
  worst_ = worse_outcome(worst_, outcome);
}

void Overview::print(const Session& session) const {
  if (rows_.size() < 2 || session.options().json) return;
  int width = 0;
  for (const Row& row : rows_) width = std::max(width, display_width(row.name));
  const Screen& screen = session.screen();
  std::puts("");
  for (const Row& row : rows_) {
    const bool good = row.outcome == JudgedOutcome::kPassed;
    const bool skipped = row.outcome == JudgedOutcome::kSkipped;
    const Glyphs& marks = glyphs(screen);
    const char* mark = good ? marks.good : skipped ? marks.skip : marks.bad;
    const Style& style = good ? kGood : skipped ? kWarn : kBad;
    std::puts(fmt::format("{} {}  {}", paint(screen, mark, style), pad_right(row.name, width),
                          outcome_name(row.outcome))
                  .c_str());
  }
}

}  // namespace warpup
