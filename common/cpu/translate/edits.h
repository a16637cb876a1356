// Changes to a source, collected in any order and applied at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "output.h"

namespace warpup::cu2cpp {

/// `kernel<<<config>>>` in byte offsets: the configuration moves in front of the kernel.
struct LaunchMove {
  std::uint32_t kernel_begin;
  std::uint32_t kernel_end;
  std::uint32_t config_begin;
  std::uint32_t config_end;
  std::uint32_t end;  // behind >>>
  Place kernel_place;
  Place config_place;
  Place end_place;
};

class Edits {
 public:
  /// Replaces [begin, end) by `text`; `place` is where the source goes on.
  void replace(std::uint32_t begin, std::uint32_t end, std::string text, Place place);
  /// Launches nest or are disjoint.
  void move_launch(const LaunchMove& move) { moves_.push_back(move); }

  /// The text with all changes; insertions at one place appear in the order they were made.
  std::string apply(const Source& source);

 private:
  struct Edit {
    std::uint32_t begin;
    std::uint32_t end;
    std::string text;
    Place place;
  };

  /// A piece of the output still to be written.
  struct Piece {
    std::uint32_t begin;
    std::uint32_t end;
    const char* words;         // come first, unless they are null
    Place place;               // of `begin`
    std::size_t first_launch;  // launches before this one are none of its own
  };

  void sort();
  void render(const Piece& piece, Output& output);
  void push_launch(std::size_t index, std::uint32_t end);
  void render_edits(std::uint32_t begin, std::uint32_t end, Output& output) const;

  std::vector<Edit> edits_;
  std::vector<LaunchMove> moves_;
  std::vector<Piece> pieces_;  // a stack: launches may nest to any depth
  std::uint32_t text_end_ = 0;
};

}  // namespace warpup::cu2cpp
