// Runs one program as a child process: deadline, memory and output limits, and its event pipe.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpup {

/// A limit of 0 means none.
struct ChildLimits {
  double seconds = 0;
  std::size_t memory_bytes = 0;  // resident memory of the child and all its descendants
  std::size_t output_bytes = 0;  // stdout and stderr together
};

struct ChildRequest {
  std::filesystem::path program;  // a name without a slash is looked up in PATH
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;  // added to the runner's own
  std::filesystem::path working_directory;                       // empty: the runner's
  ChildLimits limits;
  bool forward_stdin = false;
  bool suspends = true;  // Ctrl-Z stops it and the runner; false: that is the caller's affair
  // Called on the calling thread, in order of arrival. Without one, the text is dropped.
  std::function<void(const std::string& line)> on_event;
  std::function<void(std::string_view)> on_stdout, on_stderr;
};

enum class Outcome {
  kExited,
  kSignalled,
  kTimedOut,
  kOutputLimit,
  kMemoryLimit,
  kInterrupted,
  kNotStarted
};

struct ChildResult {
  Outcome outcome = Outcome::kNotStarted;
  int exit_code = -1;  // kExited
  int signal = 0;      // the signal that ended it, whatever the outcome; 0 if it exited
  std::string signal_name;
  double seconds = 0;
  std::size_t events = 0;
  std::size_t dropped_events = 0;  // lines on the event pipe that were no JSON object, or too long
  std::string detail;  // one sentence for the learner: why it did not start, which limit, ...
};

/// Starts the program and returns when it and everything it started are gone. The child writes
/// events to the descriptor in WARPUP_EVENT_FD, one JSON object a line. Ctrl-C reaches it, too.
/// Exceptions of the callbacks end the child and are passed on.
ChildResult run_child(const ChildRequest& request);

/// "SIGSEGV" for 11; "signal 99" for one without a name.
std::string signal_name(int signal);

}  // namespace warpup
