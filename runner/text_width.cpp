#include "text_width.h"

#include <algorithm>
#include <iterator>

#include "width_tables.h"

namespace warpup {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

template <std::size_t N>
bool contains(const CodeRange (&ranges)[N], char32_t c) {
  const auto* after =
      std::upper_bound(std::begin(ranges), std::end(ranges), c,
                       [](char32_t value, const CodeRange& range) { return value < range.first; });
  return after != std::begin(ranges) && c <= std::prev(after)->last;
}

// Length of the sequence that `lead` begins, 0 if it can't begin one.
int sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

}  // namespace

char32_t take_code_point(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const int length = sequence_length(lead);
  char32_t result = length == 1 ? lead : lead & (0xFFU >> (length + 1));
  for (int i = 1; i < length; ++i) {
    const bool there = static_cast<std::size_t>(i) < text.size();
    const unsigned char next = there ? static_cast<unsigned char>(text[i]) : 0;
    if ((next & 0xC0U) != 0x80) {
      text.remove_prefix(1);
      return kReplacement;
    }
    result = (result << 6U) | (next & 0x3FU);
  }
  text.remove_prefix(std::max(length, 1));
  return length == 0 ? kReplacement : result;
}

int code_point_width(char32_t c) {
  if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return 0;
  if (c < 0x300) return 1;
  if (contains(kZeroWidth, c)) return 0;
  return contains(kDoubleWidth, c) ? 2 : 1;
}

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) width += code_point_width(take_code_point(text));
  return width;
}

std::string cut_to_width(std::string_view text, int width, std::string_view mark) {
  if (display_width(text) <= width) return std::string(text);
  const int room = std::max(0, width - display_width(mark));
  std::string_view rest = text;
  int used = 0;
  while (!rest.empty()) {
    std::string_view ahead = rest;
    used += code_point_width(take_code_point(ahead));
    if (used > room) break;
    rest = ahead;
  }
  std::string cut(text.substr(0, text.size() - rest.size()));
  cut.erase(cut.find_last_not_of(' ') + 1);
  return cut.append(mark);
}

std::string pad_right(std::string_view text, int width) {
  std::string result(text);
  result.append(static_cast<std::size_t>(std::max(0, width - display_width(text))), ' ');
  return result;
}

std::string pad_left(std::string_view text, int width) {
  std::string result(static_cast<std::size_t>(std::max(0, width - display_width(text))), ' ');
  return result.append(text);
}

}  // namespace warpup
