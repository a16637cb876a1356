#include "speaker_notes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "failure.h"
#include "markdown.h"

namespace warpup {
namespace {

constexpr int kWidth = 80;
constexpr const char* kClear = "\x1b[2J\x1b[H";

int columns_of(int terminal) {
  winsize size{};
  return ::ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : kWidth;
}

}  // namespace

SpeakerNotes::SpeakerNotes(const std::filesystem::path& target) {
  // Without O_NONBLOCK a pipe that nobody reads would hold up the demo.
  fd_ = ::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY | O_NONBLOCK | O_CLOEXEC,
               0644);
  if (fd_ < 0) {
    const std::string why = errno == ENXIO ? "nobody reads that pipe" : std::strerror(errno);
    throw Failure::usage(fmt::format("the notes can't be written to {}: {}", target.string(), why),
                         "tty, in the other terminal, tells its name");
  }
  terminal_ = ::isatty(fd_) == 1;
}

SpeakerNotes::~SpeakerNotes() {
  if (fd_ >= 0) ::close(fd_);
}

void SpeakerNotes::show(const Demo& demo) {
  if (fd_ < 0) return;
  Screen plain;
  plain.unicode = true;
  const int width = terminal_ ? columns_of(fd_) : kWidth;
  const std::string text = notes_text(plain, demo.place(), demo.slide(), demo.next_title(), width);
  if (text == shown_) return;
  shown_ = text;
  const std::string all = (terminal_ ? kClear : "") + text + (terminal_ ? "" : "\n");
  // A reader that is gone, or a terminal that is full, must not end the demo.
  const ssize_t ignored = ::write(fd_, all.data(), all.size());
  (void)ignored;
}

std::string notes_text(const Screen& screen, const std::string& place, const Slide& slide,
                       const std::string& next, int width) {
  MarkdownOptions options;
  options.width = width;
  std::string text = titled_rule(screen, place, width) + '\n' + slide.title + "\n\n";
  text += slide.notes.empty() ? "(no notes)\n" : markdown_text(screen, slide.notes, options);
  return text + (next.empty() ? "\nthe last screen\n" : "\nnext: " + next + '\n');
}

}  // namespace warpup
