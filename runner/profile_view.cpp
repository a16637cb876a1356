#include "profile_view.h"

#include <fmt/format.h>

#include <filesystem>

#include "table_view.h"

namespace warpup {
namespace {

std::string per_request(double count, const ProfileEvent::Row& row) {
  return row.requests > 0 ? fmt::format("{:.3g}", count / row.requests) : "";
}

}  // namespace

std::string profile_text(const Screen& screen, const ProfileEvent& profile, int width,
                         const std::string& indent) {
  Table table;
  for (const char* name : {"line", "kernel", "access", "requests", "sectors each", "ideal",
                           "conflicts each", "lanes each"}) {
    table.columns.push_back({{name, kPlain}});
    const bool text = table.columns.size() <= 3;
    table.align.push_back(text ? Align::kLeft : Align::kRight);
  }
  for (const ProfileEvent::Row& row : profile.rows) {
    const bool global = row.space == "global";
    const std::string place =
        fmt::format("{}:{}", std::filesystem::path(row.file).filename().string(), row.line);
    // More sectors than ideal, or any conflict, is what the reader looks for.
    const Style wasteful = row.sectors > row.ideal_sectors ? kWarn : kPlain;
    table.rows.push_back(
        {{{place, kPlain}},
         {{row.kernel, kPlain}},
         {{row.space + " " + row.access, kPlain}},
         {{fmt::format("{:.0f}", row.requests), kPlain}},
         {{global ? per_request(row.sectors, row) : "", wasteful}},
         {{global ? per_request(row.ideal_sectors, row) : "", kPlain}},
         {{global ? "" : per_request(row.conflicts, row), row.conflicts > 0 ? kWarn : kPlain}},
         {{per_request(row.lanes, row), kPlain}}});
  }
  return table.rows.empty() ? "" : table_text(screen, table, width, indent);
}

}  // namespace warpup
