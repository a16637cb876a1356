#include "child_fd.h"

#include <fcntl.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace warpup {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

UniqueFd above_stdio(UniqueFd fd) {
  if (fd.get() > STDERR_FILENO) return fd;
  UniqueFd moved(fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!moved) fail("no free file descriptor");
  return moved;
}

}  // namespace

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("can't make a pipe");
  UniqueFd read_end(ends[0]);
  UniqueFd write_end(ends[1]);
  return {above_stdio(std::move(read_end)), above_stdio(std::move(write_end))};
}

UniqueFd open_fd(const char* path, int flags) {
  UniqueFd fd(open(path, flags | O_CLOEXEC));
  if (!fd) fail(path);
  return above_stdio(std::move(fd));
}

ssize_t write_quietly(int fd, const void* data, std::size_t size) {
  sigset_t pipe_only, before;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
  const ssize_t written = write(fd, data, size);
  const int error = errno;
  if (written < 0 && error == EPIPE) {
    const timespec now = {0, 0};
    sigtimedwait(&pipe_only, nullptr, &now);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

}  // namespace warpup
