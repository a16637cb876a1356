// The event pipe's text, cut into lines that are JSON objects.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace warpup {

class EventLines {
 public:
  using Sink = std::function<void(const std::string& line)>;

  /// `sink` gets each whole line that is a JSON object of at most kLongest bytes.
  explicit EventLines(Sink sink) : sink_(std::move(sink)) {}

  void add(std::string_view text);
  /// The pipe is at its end: a last line without a newline counts if it is whole JSON.
  void finish();

  std::size_t accepted() const { return accepted_; }
  std::size_t dropped() const { return dropped_; }

  static constexpr std::size_t kLongest = std::size_t{1} << 20;

 private:
  void append(std::string_view part);
  void end_line();

  Sink sink_;
  std::string line_;
  bool too_long_ = false;
  std::size_t accepted_ = 0, dropped_ = 0;
};

}  // namespace warpup
