// What a child reads as its stdin, and the terminal as it was before the child.
#pragma once

#include <termios.h>
#include <uv.h>

#include <memory>
#include <string>

#include "child_fd.h"

namespace warpup {

/// Puts the terminal's settings back when it goes out of scope, if something changed them.
class TerminalState {
 public:
  TerminalState();
  ~TerminalState();
  TerminalState(const TerminalState&) = delete;
  TerminalState& operator=(const TerminalState&) = delete;

 private:
  bool saved_ = false;
  termios settings_{};
};

/// Gives the child the runner's stdin. A pipe or a file is handed over as it is. A terminal is read
/// here and passed on through a pipe: the child is no foreground process, so it may not read it,
/// and Ctrl-C stays the runner's.
class ChildStdin {
 public:
  /// Without `forward` the child reads nothing (/dev/null). Throws std::system_error.
  explicit ChildStdin(bool forward);
  ~ChildStdin();
  ChildStdin(const ChildStdin&) = delete;
  ChildStdin& operator=(const ChildStdin&) = delete;

  /// The descriptor for the child; it is there until child_started().
  int child_fd() const { return child_end_.get(); }
  void child_started() { child_end_.reset(); }

  /// Passes on what is typed, as long as `loop` runs.
  void start(uv_loop_t* loop);
  /// Closes the handles; the loop must run once more.
  void stop();

 private:
  void on_terminal_ready();
  void on_pipe_ready();
  void flush();
  void wait_for_terminal();
  void wait_for_pipe();
  void end_of_input();

  UniqueFd child_end_, terminal_, pipe_;
  uv_poll_t terminal_poll_{}, pipe_poll_{};
  bool started_ = false;
  std::string pending_;  // read from the terminal, not yet taken by the child
};

}  // namespace warpup
