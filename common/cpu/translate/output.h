// The translated text as it grows, with every token of the user on its line and in its column.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "source.h"

namespace warpup::cu2cpp {

/// A line of a user's file.
struct Place {
  std::uint32_t line;
  std::uint32_t file;  // in Source::files
};

class Output {
 public:
  explicit Output(const Source& source);

  /// Adds words of our own, whole lines too; what follows from the source is at `place`.
  void add_words(std::string_view words, Place place);
  /// What follows from the source is at `place`, which may be another line than the current one.
  void move_to(Place place);
  /// Copies [begin, end) of the source.
  void copy(std::uint32_t begin, std::uint32_t end);
  /// Leaves [begin, end) of the source out, but for its lines; it goes on at `place`.
  void skip(std::uint32_t begin, std::uint32_t end, Place place);

  std::string take() { return std::move(text_); }

 private:
  void resume(std::uint32_t at);

  const Source& source_;
  std::string text_;
  Place place_ = {};
  bool off_column_ = false;
  bool off_line_ = false;
};

}  // namespace warpup::cu2cpp
