#include "support.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace warpup::report::test {

TemporaryFile::TemporaryFile(const std::string& text) {
  char name[] = "/tmp/warpup_report_XXXXXX.cu";
  const int descriptor = mkstemps(name, 3);
  if (descriptor >= 0) close(descriptor);
  path_ = name;
  std::ofstream(path_) << text;
}

TemporaryFile::~TemporaryFile() { std::remove(path_.c_str()); }

Side device_side(unsigned block, unsigned thread, Access access, int size) {
  Side side;
  side.block[0] = block;
  side.thread[0] = thread;
  side.access = access;
  side.size = size;
  return side;
}

Side host_side(const std::string& api, Access access) {
  Side side;
  side.device = false;
  side.api = api;
  side.access = access;
  return side;
}

Place place_of(Memory memory, const std::string& name, size_t bytes, long offset) {
  Place place;
  place.memory = memory;
  place.name = name;
  place.bytes = bytes;
  place.offset = offset;
  if (memory == Memory::kGlobal) place.made_api = "cudaMalloc";
  return place;
}

Finding finding_at(const TemporaryFile& file, const Report& report, int first_line, int second_line,
                   int made_line) {
  Positions positions;
  if (first_line > 0) positions.first = file.at(first_line);
  if (second_line > 0) positions.second = file.at(second_line);
  if (made_line > 0) positions.made = file.at(made_line);
  Seen seen;
  seen.count = 1;
  seen.add(report.first);
  seen.within_warp = false;
  Finding finding = resolve(report, seen, positions);
  finding.report.sub = classify(finding);
  return finding;
}

std::string text_of(const Finding& finding) { return to_text(finding, explain(finding)); }

namespace {

std::string captured(int descriptor, const std::function<void()>& work) {
  char name[] = "/tmp/warpup_captured_XXXXXX";
  const int file = mkstemp(name);
  const int saved = dup(descriptor);
  dup2(file, descriptor);
  work();
  dup2(saved, descriptor);
  close(saved);
  close(file);
  std::ostringstream text;
  text << std::ifstream(name).rdbuf();
  std::remove(name);
  return text.str();
}

}  // namespace

std::string captured_stderr(const std::function<void()>& work) {
  unsetenv("WARPUP_EVENT_FD");
  return captured(STDERR_FILENO, work);
}

std::string captured_events(const std::function<void()>& work) {
  const int descriptor = dup(STDOUT_FILENO);
  setenv("WARPUP_EVENT_FD", std::to_string(descriptor).c_str(), 1);
  std::string text = captured(descriptor, work);
  unsetenv("WARPUP_EVENT_FD");
  close(descriptor);
  return text;
}

}  // namespace warpup::report::test
