// A program on a terminal of its own (a pty), under something like a shell with job control.
#pragma once

#include <sys/types.h>
#include <termios.h>

#include <functional>
#include <string>
#include <vector>

class TerminalProgram {
 public:
  TerminalProgram(const std::vector<std::string>& arguments, const std::string& folder, int columns,
                  int rows);
  ~TerminalProgram();
  TerminalProgram(const TerminalProgram&) = delete;
  TerminalProgram& operator=(const TerminalProgram&) = delete;

  void type(const std::string& bytes);
  void resize(int columns, int rows);
  /// Sends it to the program's process group, as the terminal does.
  void signal(int number);
  /// Reads until the output since the last match holds `text`, 60 seconds at most. What was read up
  /// to its end is then done with.
  bool waits_for(const std::string& text);
  /// Waits until the program has stopped (Ctrl-Z); `go_on` is what fg does.
  bool waits_for_stop();
  void go_on();
  /// Its exit code once it has ended, -1 after 60 seconds, 128 + n for signal n.
  int exit_code();
  /// The terminal goes away under the program.
  void hang_up();

  /// Everything that was written to the terminal so far.
  const std::string& output() const { return output_; }
  /// The terminal's settings now, and before the program began.
  termios settings() const;
  const termios& settings_at_start() const { return at_start_; }

 private:
  bool read_more(int milliseconds);
  char next_report(int milliseconds);

  int terminal_ = -1, reports_ = -1, commands_ = -1;
  pid_t shell_ = -1;
  std::string output_;
  std::size_t matched_ = 0;
  pid_t program_ = -1;
  termios at_start_{};
};
