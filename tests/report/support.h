// Reports and source files for the tests.
#pragma once

#include <functional>
#include <string>

#include "checker/explain.h"
#include "checker/report.h"
#include "checker/report_text.h"

namespace warpup::report::test {

/// A source file that exists as long as the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }
  SourcePosition at(int line) const { return {path_, line, {}}; }

 private:
  std::string path_;
};

Side device_side(unsigned block, unsigned thread, Access access, int size = 4);
Side host_side(const std::string& api, Access access = Access::kNone);
Place place_of(Memory memory, const std::string& name, size_t bytes, long offset);

/// A finding at lines of a file, classified; second line 0: none.
Finding finding_at(const TemporaryFile& file, const Report& report, int first_line,
                   int second_line = 0, int made_line = 0);
/// The whole text of it.
std::string text_of(const Finding& finding);

/// What `work` writes to stderr, with WARPUP_EVENT_FD unset.
std::string captured_stderr(const std::function<void()>& work);
/// What `work` writes to the event stream.
std::string captured_events(const std::function<void()>& work);

}  // namespace warpup::report::test
