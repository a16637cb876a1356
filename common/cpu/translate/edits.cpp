#include "edits.h"

#include <algorithm>
#include <utility>

namespace warpup::cu2cpp {

void Edits::replace(std::uint32_t begin, std::uint32_t end, std::string text, Place place) {
  edits_.push_back({begin, end, std::move(text), place});
}

void Edits::sort() {
  std::stable_sort(edits_.begin(), edits_.end(),
                   [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  // an outer launch before those inside its kernel expression
  std::sort(moves_.begin(), moves_.end(), [](const LaunchMove& a, const LaunchMove& b) {
    return a.kernel_begin != b.kernel_begin ? a.kernel_begin < b.kernel_begin : a.end > b.end;
  });
}

std::string Edits::apply(const Source& source) {
  sort();
  Output output(source);
  text_end_ = static_cast<std::uint32_t>(source.text.size());
  pieces_.push_back({0, text_end_, nullptr, {}, 0});
  while (!pieces_.empty()) {
    const Piece piece = pieces_.back();
    pieces_.pop_back();
    render(piece, output);
  }
  return output.take();
}

void Edits::render(const Piece& piece, Output& output) {
  if (piece.words != nullptr) {
    output.add_words(piece.words, piece.place);
    output.move_to(piece.place);
  }
  const auto launch = std::lower_bound(
      moves_.begin() + piece.first_launch, moves_.end(), piece.begin,
      [](const LaunchMove& move, std::uint32_t at) { return move.kernel_begin < at; });
  if (launch == moves_.end() || launch->kernel_begin >= piece.end) {
    render_edits(piece.begin, piece.end, output);
    return;
  }
  render_edits(piece.begin, launch->kernel_begin, output);
  push_launch(launch - moves_.begin(), piece.end);
}

/// The parts of a launch, and what follows it up to `end`; the last one pushed is written first.
void Edits::push_launch(std::size_t index, std::uint32_t end) {
  const LaunchMove& launch = moves_[index];
  const std::size_t inner = index + 1;
  pieces_.push_back({launch.end, std::max(launch.end, end), "", launch.end_place, inner});
  pieces_.push_back({launch.kernel_begin, launch.kernel_end, "), ", launch.kernel_place, inner});
  pieces_.push_back({launch.config_begin, launch.config_end, "(::warpup::configure(",
                     launch.config_place, inner});
}

/// Renders [begin, end), which has no launch in it. An edit belongs to the range its first byte
/// is in.
void Edits::render_edits(std::uint32_t begin, std::uint32_t end, Output& output) const {
  auto edit = std::lower_bound(edits_.begin(), edits_.end(), begin,
                               [](const Edit& e, std::uint32_t at) { return e.begin < at; });
  const bool last = end == text_end_;
  std::uint32_t at = begin;
  std::uint32_t edited = begin;  // where the edit before this one begins
  for (; edit != edits_.end() && (edit->begin < end || (last && edit->begin == end)); ++edit) {
    if (edit->begin < at && edit->begin != edited) continue;  // inside of what another replaced
    output.copy(at, edit->begin);
    if (!edit->text.empty()) output.add_words(edit->text, edit->place);
    if (edit->end > at) {
      output.skip(std::max(at, edit->begin), std::min(edit->end, end), edit->place);
    }
    edited = edit->begin;
    at = std::max({at, edit->begin, edit->end});
  }
  output.copy(std::min(at, end), end);
}

}  // namespace warpup::cu2cpp
