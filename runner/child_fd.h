// A file descriptor that closes itself, and pipes made of them.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <utility>

namespace warpup {

class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    if (this != &other) reset(std::exchange(other.fd_, -1));
    return *this;
  }
  UniqueFd(const UniqueFd&) = delete;
  UniqueFd& operator=(const UniqueFd&) = delete;
  ~UniqueFd() { reset(); }

  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }
  explicit operator bool() const { return fd_ >= 0; }
  void reset(int fd = -1) {
    if (fd_ >= 0) close(fd_);
    fd_ = fd;
  }

 private:
  int fd_ = -1;
};

struct Pipe {
  UniqueFd read, write;
};

/// A pipe whose ends are closed on exec and never take the numbers 0 to 2, which a runner started
/// with a closed stdin would hand out. Throws std::system_error.
Pipe make_pipe();

/// Opens `path`, closed on exec; throws std::system_error.
UniqueFd open_fd(const char* path, int flags);

/// write() that gives EPIPE without the signal, which would end the runner.
ssize_t write_quietly(int fd, const void* data, std::size_t size);

}  // namespace warpup
