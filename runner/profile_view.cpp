#include "profile_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "styled_text.h"
#include "table_view.h"

namespace warpup {
namespace {

using Row = ProfileEvent::Row;

std::string per_request(double count, const Row& row) {
  return row.requests > 0 ? fmt::format("{:.3g}", count / row.requests) : "";
}

Table empty_table() {
  Table table;
  for (const char* name :
       {"line", "access", "requests", "sectors", "ideal", "conflicts", "lanes"}) {
    table.columns.push_back({{name, kPlain}});
    table.align.push_back(table.columns.size() == 2 ? Align::kLeft : Align::kRight);
  }
  return table;
}

void add_row(Table& table, const Row& row, const std::string& first) {
  const bool global = row.space == "global";
  // More sectors than ideal, or any conflict, is what the reader looks for.
  const Style sectors = row.sectors > row.ideal_sectors ? kWarn : kPlain;
  const Style conflicts = row.conflicts > 0 ? kWarn : kPlain;
  table.rows.push_back({{{first, kPlain}},
                        {{row.space + " " + row.access, kPlain}},
                        {{fmt::format("{:.0f}", row.requests), kPlain}},
                        {{global ? per_request(row.sectors, row) : "", sectors}},
                        {{global ? per_request(row.ideal_sectors, row) : "", kPlain}},
                        {{global ? "" : per_request(row.conflicts, row), conflicts}},
                        {{per_request(row.lanes, row), kPlain}}});
}

struct Sum {
  Row row;
  int lines = 0;
};

// The lines of one kernel in one file, and their sums.
struct KernelTable {
  std::string name;
  Table table = empty_table();
  Sum global, shared;
};

void add_line(KernelTable& kernel, const Row& row) {
  add_row(kernel.table, row, std::to_string(row.line));
  Sum& space = row.space == "global" ? kernel.global : kernel.shared;
  ++space.lines;
  Row& sum = space.row;
  sum.space = row.space;
  sum.access = "in all";
  sum.requests += row.requests;
  sum.sectors += row.sectors;
  sum.ideal_sectors += row.ideal_sectors;
  sum.conflicts += row.conflicts;
  sum.lanes += row.lanes;
}

void add_sums(KernelTable& kernel) {
  for (const Sum* sum : {&kernel.global, &kernel.shared}) {
    if (sum->lines > 1) add_row(kernel.table, sum->row, "");
  }
}

}  // namespace

std::string profile_text(const Screen& screen, const ProfileEvent& profile, int width,
                         const std::string& indent) {
  // One table a kernel and file, in the order of arrival.
  std::vector<KernelTable> kernels;
  for (const Row& row : profile.rows) {
    const std::string file = std::filesystem::path(row.file).filename().string();
    const std::string name = fmt::format("{}, {}", row.kernel, file);
    auto kernel = std::find_if(kernels.begin(), kernels.end(),
                               [&](const KernelTable& known) { return known.name == name; });
    if (kernel == kernels.end()) {
      kernel = kernels.insert(kernel, KernelTable());
      kernel->name = name;
    }
    add_line(*kernel, row);
  }
  std::string text;
  for (KernelTable& kernel : kernels) {
    add_sums(kernel);
    const StyledText head{{kernel.name, kBold}, {": accesses by line, an average request", kDim}};
    if (!text.empty()) text += '\n';
    text += wrapped_block(screen, head, width, indent, indent);
    text += table_text(screen, kernel.table, width, indent);
  }
  return text;
}

}  // namespace warpup
