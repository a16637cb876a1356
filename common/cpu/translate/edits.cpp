#include "edits.h"

#include <algorithm>
#include <utility>

namespace warpup::cu2cpp {

void Edits::replace(std::uint32_t begin, std::uint32_t end, std::string text) {
  edits_.push_back({begin, end, std::move(text)});
}

void Edits::sort() {
  std::stable_sort(edits_.begin(), edits_.end(),
                   [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  // an outer launch before those inside its kernel expression
  std::sort(moves_.begin(), moves_.end(), [](const LaunchMove& a, const LaunchMove& b) {
    return a.kernel_begin != b.kernel_begin ? a.kernel_begin < b.kernel_begin : a.end > b.end;
  });
}

std::string Edits::apply(std::string_view text) {
  sort();
  text_ = text;
  out_.clear();
  out_.reserve(text.size() + text.size() / 8 + 4096);
  render(0, static_cast<std::uint32_t>(text.size()), 0);
  return std::move(out_);
}

/// Renders [begin, end), where `move` is the first launch that begins in it.
void Edits::render(std::uint32_t begin, std::uint32_t end, std::size_t move) {
  while (move < moves_.size() && moves_[move].kernel_begin < end) {
    if (moves_[move].kernel_begin < begin) {
      ++move;
      continue;
    }
    render_edits(begin, moves_[move].kernel_begin);
    begin = moves_[move].end;
    move = render_move(move);
  }
  render_edits(begin, end);
}

/// Renders one launch up to its arguments; returns the first move behind it.
std::size_t Edits::render_move(std::size_t move) {
  const LaunchMove& launch = moves_[move];
  out_ += "(::warpup::configure(";
  out_ += launch.config_marker;
  render(launch.config_begin, launch.config_end, move + 1);
  out_ += "), ";
  out_ += launch.kernel_marker;
  render(launch.kernel_begin, launch.kernel_end, move + 1);
  out_ += launch.end_marker;
  while (move < moves_.size() && moves_[move].kernel_begin < launch.end) ++move;
  return move;
}

/// Renders [begin, end), which has no launch in it. An edit belongs to the range its first byte
/// is in.
void Edits::render_edits(std::uint32_t begin, std::uint32_t end) {
  if (begin >= end) return;
  auto edit = std::lower_bound(edits_.begin(), edits_.end(), begin,
                               [](const Edit& e, std::uint32_t at) { return e.begin < at; });
  const bool last = end == text_.size();
  std::uint32_t at = begin;
  std::uint32_t erased_from = begin;
  for (; edit != edits_.end() && (edit->begin < end || (last && edit->begin == end)); ++edit) {
    if (edit->begin < at && edit->begin != erased_from) continue;  // inside of an erased stretch
    if (edit->begin > at) out_ += text_.substr(at, edit->begin - at);
    out_ += edit->text;
    erased_from = edit->begin;
    at = std::max({at, edit->begin, edit->end});
  }
  at = std::min(at, end);
  out_ += text_.substr(at, end - at);
}

}  // namespace warpup::cu2cpp
