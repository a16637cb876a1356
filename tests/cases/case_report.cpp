// case_report README.md [--write]: each example in the file, a text block below `<!-- report: NAME
// -->`, must be what the checker says of that case program, run by itself. --write puts it there.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>

#include "case_run.h"

namespace fs = std::filesystem;

namespace {

constexpr double kTimeLimit = 60;  // seconds

// The checker's report, as a program that runs without the runner prints it.
std::string report_of(const fs::path& file) {
  const warpup::BuildResult built = build_case(file);
  warpup::ChildRequest request;
  request.program = "env";  // the child's event pipe is taken away, so that it writes text
  request.arguments = {"-u", "WARPUP_EVENT_FD", "WARPUP_SEED=0", "WARPUP_WORKERS=1",
                       built.program.string()};
  request.limits.seconds = kTimeLimit;
  std::string text;
  request.on_stderr = [&text](std::string_view bytes) { text += bytes; };
  warpup::run_child(request);
  const std::string folder = file.parent_path().string() + "/";
  for (std::size_t at; (at = text.find(folder)) != std::string::npos;) {
    text.erase(at, folder.size());
  }
  const auto last = text.find_last_not_of('\n');
  return text.substr(0, last == std::string::npos ? 0 : last + 1) + "\n";
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("can't read " + file.string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The text with all examples as they should be.
std::string renewed(const std::string& text) {
  static const std::regex kExample("(<!-- report: (\\w+) -->\n\n```text\n)([^`]*)(```)");
  std::string result;
  auto at = text.cbegin();
  for (std::sregex_iterator it(text.begin(), text.end(), kExample), end; it != end; ++it) {
    const std::smatch& match = *it;
    result.append(at, match[1].second);
    result += report_of(fs::path(CASE_PROGRAMS) / (match.str(2) + ".cu"));
    at = match[3].second;
  }
  return result.append(at, text.cend());
}

// How often something was seen depends on the schedule.
std::string without_counts(const std::string& text) {
  return std::regex_replace(text, std::regex("\n  seen:  [^\n]*"), "");
}

int compare(const fs::path& file, bool write) {
  const std::string shown = text_of(file), renewed_text = renewed(shown);
  if (write) {
    std::ofstream(file) << renewed_text;
    return 0;
  }
  const std::string old = without_counts(shown), now = without_counts(renewed_text);
  if (now == old) return 0;
  std::size_t at = 0;
  while (at < old.size() && at < now.size() && old[at] == now[at]) ++at;
  const auto begin = old.rfind('\n', at) + 1;
  fmt::print(stderr, "{}: the checker's report is another; case_report {} --write\n  {}\n",
             file.string(), file.string(), old.substr(begin, old.find('\n', begin) - begin));
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const bool write = argc == 3 && std::string(argv[2]) == "--write";
  if (argc != 2 && !write) {
    std::fputs("usage: case_report README.md [--write]\n", stderr);
    return 2;
  }
  try {
    return compare(argv[1], write);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
