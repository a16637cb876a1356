#include "full_screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

namespace warpup {
namespace {

constexpr std::string_view kEnterPage = "\x1b[?1049h\x1b[?25l\x1b[2J";
constexpr std::string_view kLeavePage = "\x1b[?25h\x1b[?1049l";
constexpr std::array<int, 6> kDeadly = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGQUIT};

// What a signal handler needs to put the terminal back.
struct State {
  std::atomic<bool> entered{false};
  bool page = false;
  bool saved = false;
  termios before{};
  std::array<struct sigaction, kDeadly.size()> handlers{};
};
State state;

// Only system calls: it runs in signal handlers, too. A terminal that is gone is left alone.
void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

void put_back() {
  if (!state.entered.exchange(false)) return;
  const int error = errno;
  if (state.page) write_all(kLeavePage);
  if (state.saved) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &state.before);
  errno = error;
}

void put_back_and_die(int signal) {
  put_back();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void catch_deadly_signals() {
  struct sigaction action {};
  action.sa_handler = put_back_and_die;
  for (std::size_t i = 0; i < kDeadly.size(); ++i) {
    ::sigaction(kDeadly[i], &action, &state.handlers[i]);
  }
}

void release_deadly_signals() {
  for (std::size_t i = 0; i < kDeadly.size(); ++i) {
    ::sigaction(kDeadly[i], &state.handlers[i], nullptr);
  }
}

}  // namespace

ScreenSize terminal_size() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    return {};
  }
  return {size.ws_col, size.ws_row};
}

FullScreen::FullScreen(Mode mode) {
  state.page = mode == Mode::kPage;
  state.saved = ::tcgetattr(STDIN_FILENO, &state.before) == 0;
  static const bool registered = std::atexit(put_back) == 0;
  (void)registered;
  catch_deadly_signals();
  enter();
}

FullScreen::~FullScreen() {
  leave();
  release_deadly_signals();
}

void FullScreen::enter() {
  if (state.entered.exchange(true)) return;
  if (state.saved) {
    termios raw = state.before;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    // A page must be left before the program stops: there Ctrl-C and Ctrl-Z are keys.
    if (state.page) raw.c_lflag &= ~static_cast<tcflag_t>(ISIG | IEXTEN);
    raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | INLCR | IXON);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  }
  if (state.page) write_all(kEnterPage);
}

void FullScreen::leave() { put_back(); }

void FullScreen::draw(const std::vector<std::string>& lines, int rows) {
  std::string text = "\x1b[?2026h\x1b[H";  // shown at once, where a terminal knows that mode
  for (int i = 0; i < rows; ++i) {
    if (i > 0) text += "\r\n";
    // Cleared before: after a line that fills the row, this would take its last character.
    text += "\x1b[0m\x1b[2K";
    if (static_cast<std::size_t>(i) < lines.size()) text += lines[static_cast<std::size_t>(i)];
  }
  write_all(text + "\x1b[0m\x1b[?2026l");
}

}  // namespace warpup
