// Changes to a text, collected in any order and applied at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpup::cu2cpp {

/// `kernel<<<config>>>` in byte offsets: the configuration moves in front of the kernel. The line
/// markers bring each part back to its line; they are empty where all stands on one.
struct LaunchMove {
  std::uint32_t kernel_begin;
  std::uint32_t kernel_end;
  std::uint32_t config_begin;
  std::uint32_t config_end;
  std::uint32_t end;  // behind >>>
  std::string config_marker;
  std::string kernel_marker;
  std::string end_marker;
};

class Edits {
 public:
  void insert(std::uint32_t at, std::string text) { replace(at, at, std::move(text)); }
  void erase(std::uint32_t begin, std::uint32_t end) { replace(begin, end, std::string()); }
  void replace(std::uint32_t begin, std::uint32_t end, std::string text);
  /// Launches nest or are disjoint.
  void move_launch(LaunchMove move) { moves_.push_back(std::move(move)); }

  /// The text with all changes; insertions at one place appear in the order they were made.
  std::string apply(std::string_view text);

 private:
  struct Edit {
    std::uint32_t begin;
    std::uint32_t end;
    std::string text;
  };

  /// A piece of the output still to be written: a stretch of the text, or words of our own.
  struct Piece {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::string words;             // come first
    std::size_t first_launch = 0;  // launches before this one are none of its own
  };

  void sort();
  void render(const Piece& piece);
  void push_launch(std::size_t index, std::uint32_t end);
  void keep_lines(std::uint32_t begin, std::uint32_t end);
  void render_edits(std::uint32_t begin, std::uint32_t end);

  std::vector<Edit> edits_;
  std::vector<LaunchMove> moves_;
  std::vector<Piece> pieces_;  // a stack: launches may nest to any depth
  std::string_view text_;
  std::string out_;
};

}  // namespace warpup::cu2cpp
