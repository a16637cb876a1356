#include "checker/allocation_sites.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <vector>

#include "checker/symbolize.h"

namespace warpup::report {
namespace {

constexpr size_t kMany = 4096;  // sites; a program that has more is told "a or b"

struct Sites {
  std::mutex mutex;
  std::set<const void*> all;  // in the order of the program's code
};
Sites& sites() {
  static Sites* s = new Sites;
  return *s;
}

std::vector<std::string> split(const std::string& names) {
  constexpr char kOr[] = " or ";
  std::vector<std::string> list;
  size_t begin = 0;
  for (size_t at; (at = names.find(kOr, begin)) != std::string::npos; begin = at + 4) {
    list.push_back(names.substr(begin, at - begin));
  }
  list.push_back(names.substr(begin));
  return list;
}

std::vector<const void*> sites_on_line_of(const void* pc) {
  std::set<const void*> all;
  {
    const std::lock_guard<std::mutex> lock(sites().mutex);
    all = sites().all;
  }
  const SourcePosition line = locate(pc);
  std::vector<const void*> list;
  for (const void* site : all) {
    const SourcePosition at = locate(site);
    if (at.line == line.line && at.file == line.file) list.push_back(site);
  }
  return list;
}

}  // namespace

void note_allocation_site(const void* pc) {
  const std::lock_guard<std::mutex> lock(sites().mutex);
  if (sites().all.size() < kMany) sites().all.insert(pc);
}

std::string name_at_site(const std::string& names, const void* pc) {
  const std::vector<std::string> list = split(names);
  if (list.size() == 1 || pc == nullptr) return names;
  const std::vector<const void*> made = sites_on_line_of(pc);
  const auto site = std::find(made.begin(), made.end(), pc);
  if (made.size() != list.size() || site == made.end()) return names;
  return list[static_cast<size_t>(site - made.begin())];
}

}  // namespace warpup::report
