#include "profile_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
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

void add_row(Table& table, const Row& row) {
  const bool global = row.space == "global";
  // More sectors than ideal, or any conflict, is what the reader looks for.
  const Style sectors = row.sectors > row.ideal_sectors ? kWarn : kPlain;
  const Style conflicts = row.conflicts > 0 ? kWarn : kPlain;
  table.rows.push_back({{{std::to_string(row.line), kPlain}},
                        {{row.space + " " + row.access, kPlain}},
                        {{fmt::format("{:.0f}", row.requests), kPlain}},
                        {{global ? per_request(row.sectors, row) : "", sectors}},
                        {{global ? per_request(row.ideal_sectors, row) : "", kPlain}},
                        {{global ? "" : per_request(row.conflicts, row), conflicts}},
                        {{per_request(row.lanes, row), kPlain}}});
}

}  // namespace

std::string profile_text(const Screen& screen, const ProfileEvent& profile, int width,
                         const std::string& indent) {
  // One table a kernel and file, in the order of arrival.
  std::vector<std::pair<std::string, Table>> tables;
  for (const Row& row : profile.rows) {
    const std::string file = std::filesystem::path(row.file).filename().string();
    const std::string name = fmt::format("{}, {}", row.kernel, file);
    auto table = std::find_if(tables.begin(), tables.end(),
                              [&](const auto& entry) { return entry.first == name; });
    if (table == tables.end()) table = tables.insert(table, {name, empty_table()});
    add_row(table->second, row);
  }
  std::string text;
  for (const auto& [name, table] : tables) {
    const StyledText head{{name, kBold}, {": accesses by line, an average request", kDim}};
    if (!text.empty()) text += '\n';
    text += wrapped_block(screen, head, width, indent, indent);
    text += table_text(screen, table, width, indent);
  }
  return text;
}

}  // namespace warpup
