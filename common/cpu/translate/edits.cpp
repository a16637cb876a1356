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
  pieces_.push_back({0, static_cast<std::uint32_t>(text.size()), std::string(), 0});
  while (!pieces_.empty()) {
    const Piece piece = std::move(pieces_.back());
    pieces_.pop_back();
    render(piece);
  }
  return std::move(out_);
}

void Edits::render(const Piece& piece) {
  out_ += piece.words;
  const auto launch = std::lower_bound(
      moves_.begin() + piece.first_launch, moves_.end(), piece.begin,
      [](const LaunchMove& move, std::uint32_t at) { return move.kernel_begin < at; });
  if (launch == moves_.end() || launch->kernel_begin >= piece.end) {
    render_edits(piece.begin, piece.end);
    return;
  }
  render_edits(piece.begin, launch->kernel_begin);
  push_launch(launch - moves_.begin(), piece.end);
}

/// The parts of a launch, and what follows it up to `end`; the last one pushed is written first.
void Edits::push_launch(std::size_t index, std::uint32_t end) {
  const LaunchMove& launch = moves_[index];
  const std::size_t inner = index + 1;
  pieces_.push_back({launch.end, std::max(launch.end, end), launch.end_marker, inner});
  pieces_.push_back({launch.kernel_begin, launch.kernel_end, "), " + launch.kernel_marker, inner});
  pieces_.push_back({launch.config_begin, launch.config_end,
                     "(::warpup::configure(" + launch.config_marker, inner});
}

/// The newlines and line markers of an erased stretch: what follows stays on its line.
void Edits::keep_lines(std::uint32_t begin, std::uint32_t end) {
  const std::string_view erased = text_.substr(begin, end - begin);
  std::size_t newline = erased.find('\n');
  while (newline != std::string_view::npos) {
    const std::size_t next = erased.find('\n', newline + 1);
    const std::string_view line = erased.substr(newline, next - newline);
    out_ += line.substr(1, 1) == "#" ? line : line.substr(0, 1);
    newline = next;
  }
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
    if (edit->end > at) keep_lines(std::max(at, edit->begin), std::min(edit->end, end));
    erased_from = edit->begin;
    at = std::max({at, edit->begin, edit->end});
  }
  at = std::min(at, end);
  out_ += text_.substr(at, end - at);
}

}  // namespace warpup::cu2cpp
