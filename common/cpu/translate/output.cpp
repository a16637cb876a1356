#include "output.h"

namespace warpup::cu2cpp {
namespace {

constexpr std::size_t kWidestColumn = 512;  // farther right, nobody counts

}  // namespace

Output::Output(const Source& source) : source_(source) {
  text_.reserve(source.text.size() + source.text.size() / 8 + 4096);
}

void Output::add_words(std::string_view words, Place place) {
  text_ += words;
  place_ = place;
  off_column_ = true;
  off_line_ |= words.find('\n') != std::string_view::npos;
}

void Output::move_to(Place place) {
  place_ = place;
  off_line_ = true;
}

void Output::copy(std::uint32_t begin, std::uint32_t end) {
  if (begin >= end) return;
  if (off_line_ || off_column_) {
    const std::size_t found = source_.text.substr(begin, end - begin).find_first_not_of(" \t");
    if (found != std::string_view::npos) {
      const std::uint32_t first = begin + static_cast<std::uint32_t>(found);
      if (off_line_ || source_.text[first] != '\n') {
        resume(first);
        begin = first;
      }
      off_line_ = off_column_ = false;
    }
  }
  text_ += source_.text.substr(begin, end - begin);
}

/// A line marker, and the white space that brings the token at `at` back to its column.
void Output::resume(std::uint32_t at) {
  const File& file = source_.files[place_.file];
  text_ += "\n# " + std::to_string(place_.line) + " \"" + file.escaped + '"';
  if (file.system) text_ += " 3";
  text_ += '\n';
  const std::string_view before = source_.text.substr(0, at);
  const std::size_t nearest = at < kWidestColumn ? 0 : at - kWidestColumn;
  const std::size_t newline = before.substr(nearest).rfind('\n');
  if (newline != std::string_view::npos) {
    text_.append(before.size() - nearest - newline - 1, ' ');
  } else if (nearest == 0) {
    text_.append(before.size(), ' ');
  }
}

void Output::skip(std::uint32_t begin, std::uint32_t end, Place place) {
  const std::string_view skipped = source_.text.substr(begin, end - begin);
  std::size_t newline = skipped.find('\n');
  if (newline == std::string_view::npos) {
    if (!off_column_ && !off_line_) text_.append(skipped.size(), ' ');
    return;
  }
  while (newline != std::string_view::npos) {
    const std::size_t next = skipped.find('\n', newline + 1);
    const std::string_view line = skipped.substr(newline, next - newline);
    text_ += line.substr(1, 1) == "#" ? line : line.substr(0, 1);
    newline = next;
  }
  place_ = place;
  off_column_ = true;
}

}  // namespace warpup::cu2cpp
