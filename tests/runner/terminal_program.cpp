#include "terminal_program.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "catch.hpp"

namespace {

constexpr int kPatienceMs = 60000;

struct ChildReport {
  char what;  // 'p' started, 's' stopped, 'x' ended
  int value;
};

void tell(int fd, char what, int value) {
  const ChildReport report{what, value};
  (void)!write(fd, &report, sizeof(report));
}

// What a shell does with one job in the foreground. Runs in a fork; it never returns.
[[noreturn]] void be_shell(char* const* argv, const char* folder, int reports, int commands) {
  signal(SIGTTOU, SIG_IGN);
  signal(SIGTTIN, SIG_IGN);
  signal(SIGTSTP, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  char go = 0;
  if (read(commands, &go, 1) != 1) _exit(1);
  const pid_t job = fork();
  if (job == 0) {
    setpgid(0, 0);
    tcsetpgrp(0, getpid());
    signal(SIGTTOU, SIG_DFL);
    signal(SIGTTIN, SIG_DFL);
    signal(SIGTSTP, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    close(reports);
    close(commands);
    if (chdir(folder) != 0) _exit(126);
    execv(argv[0], argv);
    _exit(127);
  }
  setpgid(job, job);
  tcsetpgrp(0, job);
  tell(reports, 'p', job);
  for (int status = 0;;) {
    if (waitpid(job, &status, WUNTRACED) < 0) _exit(1);
    if (!WIFSTOPPED(status)) {
      tell(reports, 'x', WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
      _exit(0);
    }
    tell(reports, 's', 0);
    if (read(commands, &go, 1) != 1) _exit(1);
    tcsetpgrp(0, job);
    kill(-job, SIGCONT);
  }
}

}  // namespace

TerminalProgram::TerminalProgram(const std::vector<std::string>& arguments,
                                 const std::string& folder, int columns, int rows) {
  std::array<int, 2> reports{}, commands{};
  REQUIRE(pipe(reports.data()) == 0);
  REQUIRE(pipe(commands.data()) == 0);
  std::vector<std::string> words = arguments;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  winsize size{};
  size.ws_col = static_cast<unsigned short>(columns);
  size.ws_row = static_cast<unsigned short>(rows);
  setenv("TERM", "xterm-256color", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  unsetenv("NO_COLOR");
  shell_ = forkpty(&terminal_, nullptr, nullptr, &size);
  REQUIRE(shell_ >= 0);
  if (shell_ == 0) {
    close(reports[0]);
    close(commands[1]);
    be_shell(argv.data(), folder.c_str(), reports[1], commands[0]);
  }
  close(reports[1]);
  close(commands[0]);
  reports_ = reports[0];
  commands_ = commands[1];
  at_start_ = settings();
  go_on();
  ChildReport report{};
  REQUIRE(read(reports_, &report, sizeof(report)) == static_cast<ssize_t>(sizeof(report)));
  program_ = report.value;
}

TerminalProgram::~TerminalProgram() {
  if (program_ > 0) kill(-program_, SIGKILL);
  kill(shell_, SIGKILL);
  waitpid(shell_, nullptr, 0);
  for (const int fd : {terminal_, reports_, commands_}) {
    if (fd >= 0) close(fd);
  }
}

void TerminalProgram::type(const std::string& bytes) {
  REQUIRE(write(terminal_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
}

void TerminalProgram::resize(int columns, int rows) {
  winsize size{};
  size.ws_col = static_cast<unsigned short>(columns);
  size.ws_row = static_cast<unsigned short>(rows);
  ioctl(terminal_, TIOCSWINSZ, &size);
}

void TerminalProgram::signal(int number) { kill(-program_, number); }

bool TerminalProgram::read_more(int milliseconds) {
  pollfd ready{terminal_, POLLIN, 0};
  if (terminal_ < 0 || poll(&ready, 1, milliseconds) <= 0) return false;
  std::array<char, 65536> buffer{};
  const ssize_t got = read(terminal_, buffer.data(), buffer.size());
  if (got <= 0) return false;
  output_.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

bool TerminalProgram::waits_for(const std::string& text) {
  for (;;) {
    const std::size_t at = output_.find(text, matched_);
    if (at != std::string::npos) {
      matched_ = at + text.size();
      return true;
    }
    if (read_more(kPatienceMs)) continue;
    UNSCOPED_INFO("what was written:\n" << output_);
    return false;
  }
}

// Reads the terminal meanwhile, so that the program never waits for a reader.
char TerminalProgram::next_report(int milliseconds) {
  for (int waited = 0; waited < milliseconds; waited += 20) {
    while (read_more(0)) {
    }
    pollfd ready{reports_, POLLIN, 0};
    if (poll(&ready, 1, 20) <= 0) continue;
    ChildReport report{};
    if (read(reports_, &report, sizeof(report)) != static_cast<ssize_t>(sizeof(report))) return 0;
    if (report.what == 'x') program_ = -report.value - 1;
    while (read_more(0)) {
    }
    return report.what;
  }
  return 0;
}

bool TerminalProgram::waits_for_stop() { return next_report(kPatienceMs) == 's'; }

void TerminalProgram::go_on() { REQUIRE(write(commands_, "c", 1) == 1); }

int TerminalProgram::exit_code() {
  if (program_ > 0 && next_report(kPatienceMs) != 'x') return -1;
  return -program_ - 1;
}

void TerminalProgram::hang_up() {
  close(terminal_);
  terminal_ = -1;
}

termios TerminalProgram::settings() const {
  termios now{};
  REQUIRE(tcgetattr(terminal_, &now) == 0);
  return now;
}
