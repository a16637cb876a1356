#include "child_stdin.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <system_error>

namespace warpup {
namespace {

bool stdin_is_open() { return fcntl(STDIN_FILENO, F_GETFD) >= 0; }

/// The terminal, opened anew: the descriptor is made non-blocking, and stdin's own is shared with
/// the shell.
UniqueFd open_terminal() {
  std::array<char, 256> name{};
  if (ttyname_r(STDIN_FILENO, name.data(), name.size()) == 0) {
    UniqueFd own(open(name.data(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (own) return own;
  }
  return open_fd("/dev/tty", O_RDONLY | O_NONBLOCK | O_NOCTTY);  // a terminal of another user
}

}  // namespace

TerminalState::TerminalState() { saved_ = tcgetattr(STDIN_FILENO, &settings_) == 0; }

TerminalState::~TerminalState() {
  termios now{};
  if (!saved_ || tcgetattr(STDIN_FILENO, &now) != 0) return;
  // A background process that sets the terminal is stopped by the system.
  if (tcgetpgrp(STDIN_FILENO) != getpgrp()) return;
  if (now.c_iflag != settings_.c_iflag || now.c_oflag != settings_.c_oflag ||
      now.c_cflag != settings_.c_cflag || now.c_lflag != settings_.c_lflag ||
      !std::equal(std::begin(now.c_cc), std::end(now.c_cc), std::begin(settings_.c_cc))) {
    tcsetattr(STDIN_FILENO, TCSANOW, &settings_);
  }
}

ChildStdin::ChildStdin(bool forward) {
  if (!forward || !stdin_is_open()) {
    child_end_ = open_fd("/dev/null", O_RDONLY);
  } else if (isatty(STDIN_FILENO) == 0) {
    child_end_ = UniqueFd(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  } else {
    terminal_ = open_terminal();
    Pipe pipe = make_pipe();
    child_end_ = std::move(pipe.read);
    pipe_ = std::move(pipe.write);
    fcntl(pipe_.get(), F_SETFL, O_NONBLOCK);
  }
}

ChildStdin::~ChildStdin() = default;

void ChildStdin::start(uv_loop_t* loop) {
  if (!terminal_) return;
  if (uv_poll_init(loop, &terminal_poll_, terminal_.get()) != 0) return end_of_input();
  if (uv_poll_init(loop, &pipe_poll_, pipe_.get()) != 0) {
    uv_close(reinterpret_cast<uv_handle_t*>(&terminal_poll_), nullptr);
    return end_of_input();
  }
  started_ = true;
  terminal_poll_.data = this;
  pipe_poll_.data = this;
  wait_for_terminal();
}

void ChildStdin::stop() {
  if (!started_) return;
  started_ = false;
  uv_close(reinterpret_cast<uv_handle_t*>(&terminal_poll_), nullptr);
  uv_close(reinterpret_cast<uv_handle_t*>(&pipe_poll_), nullptr);
}

void ChildStdin::wait_for_terminal() {
  uv_poll_start(&terminal_poll_, UV_READABLE, [](uv_poll_t* handle, int, int) {
    static_cast<ChildStdin*>(handle->data)->on_terminal_ready();
  });
}

void ChildStdin::wait_for_pipe() {
  uv_poll_start(&pipe_poll_, UV_WRITABLE, [](uv_poll_t* handle, int, int) {
    static_cast<ChildStdin*>(handle->data)->on_pipe_ready();
  });
}

void ChildStdin::on_terminal_ready() {
  std::array<char, 4096> buffer;
  const ssize_t got = read(terminal_.get(), buffer.data(), buffer.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return end_of_input();  // Ctrl-D, or the terminal is gone
  pending_.append(buffer.data(), static_cast<std::size_t>(got));
  flush();
}

void ChildStdin::on_pipe_ready() {
  uv_poll_stop(&pipe_poll_);
  flush();
  if (pending_.empty() && pipe_) wait_for_terminal();
}

void ChildStdin::flush() {
  while (!pending_.empty()) {
    const ssize_t written = write_quietly(pipe_.get(), pending_.data(), pending_.size());
    if (written > 0) {
      pending_.erase(0, static_cast<std::size_t>(written));
    } else if (written < 0 && errno == EAGAIN) {
      uv_poll_stop(&terminal_poll_);  // a child that doesn't read must not fill the runner's memory
      return wait_for_pipe();
    } else if (written < 0 && errno != EINTR) {
      return end_of_input();  // the child closed its stdin
    }
  }
}

void ChildStdin::end_of_input() {
  pending_.clear();
  stop();  // before the descriptor's number can be another's
  pipe_.reset();
}

}  // namespace warpup
