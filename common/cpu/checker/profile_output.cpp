#include "profile_output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "report.h"
#include "symbolize.h"
#include "tables.h"

namespace warpup::check {
namespace {

// A pattern worth a word: warps that are mostly full, more than once, and far from the best.
constexpr uint64_t kFewRequests = 8;
constexpr uint64_t kBadSectorRatio = 8;  // each lane its own sector, with 4-byte elements
constexpr uint64_t kBadConflicts = 8;    // extra passes a request
constexpr uint64_t kFullEnough = 16;     // lanes

struct Line {
  std::string kernel, file;
  int line = 0;
  bool shared = false;
  ProfileAccess access = ProfileAccess::kLoad;
  const KernelInfo* info = nullptr;
  uint32_t site = 0;
  ProfileRow row;
};

// One source line may have several code sites.
std::vector<Line> by_line(const ProfileRows& rows) {
  std::vector<Line> lines;
  for (const auto& [key, row] : rows) {
    const report::SourcePosition at = report::locate(site_pc(key.site));
    Line l{kernel_name(*key.kernel),
           at.file,
           at.line,
           key.shared,
           key.access,
           key.kernel,
           key.site,
           row};
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& o) {
      return o.info == l.info && o.file == l.file && o.line == l.line && o.shared == l.shared &&
             o.access == l.access;
    });
    if (same == lines.end()) {
      lines.push_back(l);
    } else {
      same->row.add(row);
    }
  }
  std::sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return std::tie(a.kernel, a.file, a.line, a.shared, a.access) <
           std::tie(b.kernel, b.file, b.line, b.shared, b.access);
  });
  return lines;
}

const char* name_of(ProfileAccess a) {
  return a == ProfileAccess::kLoad ? "load" : a == ProfileAccess::kStore ? "store" : "atomic";
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string json_row(const Line& l) {
  const ProfileRow& r = l.row;
  return "{\"kernel\":" + quoted(l.kernel) + ",\"file\":" + quoted(l.file) +
         ",\"line\":" + std::to_string(l.line) +
         ",\"space\":" + (l.shared ? "\"shared\"" : "\"global\"") + ",\"access\":\"" +
         name_of(l.access) + "\",\"requests\":" + std::to_string(r.requests) +
         ",\"sectors\":" + std::to_string(r.sectors) +
         ",\"ideal_sectors\":" + std::to_string(r.ideal_sectors) +
         ",\"conflicts\":" + std::to_string(r.conflicts) + ",\"lanes\":" + std::to_string(r.lanes) +
         "}";
}

void write_event(const std::vector<Line>& lines, int fd) {
  std::string text = "{\"event\":\"profile\",\"rows\":[";
  for (size_t i = 0; i < lines.size(); ++i) text += (i > 0 ? "," : "") + json_row(lines[i]);
  text += "]}\n";
  if (write(fd, text.data(), text.size()) < 0) std::perror("warpup: cannot write the profile");
}

void write_table(const std::vector<Line>& lines) {
  std::fprintf(stderr, "%-24s %-22s %-6s %-6s %10s %10s %10s %10s %6s\n", "kernel", "line",
               "memory", "access", "requests", "sectors", "ideal", "conflicts", "lanes");
  for (const Line& l : lines) {
    const std::string place = l.file.substr(l.file.rfind('/') + 1) + ":" + std::to_string(l.line);
    std::fprintf(stderr, "%-24s %-22s %-6s %-6s %10llu %10llu %10llu %10llu %6.1f\n",
                 l.kernel.c_str(), place.c_str(), l.shared ? "shared" : "global", name_of(l.access),
                 static_cast<unsigned long long>(l.row.requests),
                 static_cast<unsigned long long>(l.row.sectors),
                 static_cast<unsigned long long>(l.row.ideal_sectors),
                 static_cast<unsigned long long>(l.row.conflicts),
                 static_cast<double>(l.row.lanes) / static_cast<double>(l.row.requests));
  }
}

}  // namespace

void report_slow_patterns(const ProfileRows& rows) {
  for (const Line& l : by_line(rows)) {
    const ProfileRow& r = l.row;
    if (r.requests < kFewRequests || r.lanes < kFullEnough * r.requests) continue;
    const bool sectors = !l.shared && l.access != ProfileAccess::kAtomic &&
                         r.sectors >= kBadSectorRatio * r.ideal_sectors;
    const bool banks =
        l.shared && l.access != ProfileAccess::kAtomic && r.conflicts >= kBadConflicts * r.requests;
    if (!sectors && !banks) continue;
    report::Report report;
    report.kind = sectors ? report::Kind::kPerfCoalescing : report::Kind::kPerfBankConflict;
    report.note = true;
    report.kernel = l.kernel;
    report.first.pc = site_pc(l.site);
    report.first.access =
        l.access == ProfileAccess::kLoad ? report::Access::kRead : report::Access::kWrite;
    report.amount = sectors ? r.sectors / r.requests : r.conflicts / r.requests + 1;
    report.limit = sectors ? r.ideal_sectors / r.requests : 1;
    report::submit(report);
  }
}

void write_profile(const ProfileRows& rows) {
  const std::vector<Line> lines = by_line(rows);
  const char* fd = std::getenv("WARPUP_EVENT_FD");
  if (fd != nullptr) {
    write_event(lines, std::atoi(fd));
  } else if (!lines.empty()) {
    write_table(lines);
  }
}

}  // namespace warpup::check
