// Texts for accesses that are right but slow.
#include "checker/explain.h"
#include "checker/words.h"

namespace warpup::report {
namespace {

// "32 instead of 4", or nothing where no numbers are known.
std::string amount_text(const Report& r) {
  if (r.amount == 0) return {};
  std::string text = with_commas(r.amount);
  if (r.limit > 0) text += " instead of " + with_commas(r.limit);
  return text;
}

// "access at `x` in kernel", "read in kernel".
std::string access_at(const Finding& f) {
  const std::string text = f.first.expression.empty()
                               ? deed(f.report.first)
                               : "access at " + code_quoted(f.first.expression);
  return text + (f.report.kernel.empty() ? "" : " in " + f.report.kernel);
}

void explain_conflict(const Finding& f, Explanation* e) {
  const std::string amount = amount_text(f.report);
  e->message =
      "the lanes of a warp meet in the same bank of shared memory with one " + access_at(f);
  e->message += amount.empty() ? "." : ": " + amount + " passes.";
  e->cause =
      "Shared memory has 32 banks of 4 bytes. A stride of 32 words puts a whole column into one "
      "bank, and its words are served one after another.";
  e->advice =
      "Pad each row by one element, tile[32][33]; with an index made by hand, use the padded "
      "width in every index: row * 33 + col.";
  e->lesson = lesson(6);
}

void explain_scatter(const Finding& f, Explanation* e) {
  const std::string amount = amount_text(f.report);
  e->message = "one warp's " + access_at(f) + " touches many separate pieces of memory";
  e->message += amount.empty() ? "." : ": " + amount + " sectors of 32 bytes a request.";
  e->cause =
      "Neighbouring threads are far apart in memory: threadIdx.x selects the row, and rows are a "
      "stride apart.";
  e->advice =
      "Let threadIdx.x select the column, the index that moves fastest: row * width + col with "
      "col from threadIdx.x. Where both directions are needed, go through a shared tile.";
  e->lesson = lesson(5);
}

}  // namespace

Explanation explain_performance(const Finding& f) {
  Explanation e;
  const bool conflict = f.report.kind == Kind::kPerfBankConflict;
  conflict ? explain_conflict(f, &e) : explain_scatter(f, &e);
  e.first_label = amount_text(f.report).empty()
                      ? deed(f.report.first)
                      : amount_text(f.report) + (conflict ? " passes" : " sectors");
  return e;
}

}  // namespace warpup::report
