#include "sanitizer_record.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "text_file.h"

namespace warpup {
namespace {

constexpr std::string_view kPrefix = "=========";
constexpr std::string_view kTitle = "COMPUTE-SANITIZER";

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// "file.cu:12" into its parts; false if it is no such thing.
bool parse_place(std::string_view text, Frame& frame) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return false;
  const std::string digits(text.substr(colon + 1));
  if (!std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c); })) {
    return false;
  }
  frame.file = std::string(text.substr(0, colon));
  frame.line = std::atoi(digits.c_str());
  return true;
}

// "void sum<float>(const float *)+0x80" is sum<float>.
std::string function_name(std::string_view text) {
  text = text.substr(0, text.find("+0x"));
  const std::size_t anonymous = text.find("(anonymous namespace)");
  const std::size_t from = anonymous == std::string_view::npos ? 0 : anonymous + 21;
  text = text.substr(0, text.find('(', from));
  if (starts_with(text, "void ")) text.remove_prefix(5);
  return std::string(trimmed(text));
}

bool is_learners(const Frame& frame) {
  return ends_with(frame.file, ".cu") || ends_with(frame.file, ".cuh");
}

std::vector<Frame> device_frames(const SanitizerRecord& record) {
  std::vector<Frame> frames;
  for (const std::string& line : record.details) {
    if (starts_with(line, "at ")) frames.push_back(parse_frame(line.substr(3)));
    if (starts_with(line, "Device Frame: ")) frames.push_back(parse_frame(line.substr(14)));
  }
  return frames;
}

}  // namespace

std::vector<SanitizerRecord> split_sanitizer_log(std::string_view log) {
  std::vector<SanitizerRecord> records;
  for (const std::string& line : split_lines(log)) {
    if (!starts_with(line, kPrefix)) continue;
    std::string_view text = std::string_view(line).substr(kPrefix.size());
    const bool indented = starts_with(text, "  ");
    text = trimmed(text);
    if (text.empty() || text == kTitle) continue;
    if (!indented) {
      records.push_back({std::string(text), {}});
    } else if (!records.empty()) {
      records.back().details.emplace_back(text);
    }
  }
  return records;
}

Frame parse_frame(std::string_view text) {
  Frame frame;
  constexpr std::string_view kIn = " in ";
  for (std::size_t at = text.find(kIn); at != std::string_view::npos; at = text.find(kIn, at + 1)) {
    std::string_view place = text.substr(at + kIn.size());
    place = place.substr(0, place.find(" ["));
    if (!parse_place(place, frame)) continue;
    frame.function = function_name(text.substr(0, at));
    return frame;
  }
  frame.function = function_name(text.substr(0, text.find(" [")));
  return frame;
}

std::optional<Index3> parse_index(std::string_view text, std::string_view word) {
  const std::string rest = std::string(word.substr(1)) + " (";  // "Thread (" and "thread ("
  const std::size_t at = text.find(rest);
  if (at == std::string_view::npos) return std::nullopt;
  Index3 index{};
  const std::string numbers(text.substr(at + rest.size()));
  const int read = std::sscanf(numbers.c_str(), "%lld,%lld,%lld", &index[0], &index[1], &index[2]);
  return read == 3 ? std::optional<Index3>(index) : std::nullopt;
}

std::optional<std::string> detail_after(const SanitizerRecord& record, std::string_view start) {
  for (const std::string& line : record.details) {
    if (starts_with(line, start)) return line.substr(start.size());
  }
  return std::nullopt;
}

Frame device_frame(const SanitizerRecord& record) {
  const std::vector<Frame> frames = device_frames(record);
  const auto own = std::find_if(frames.begin(), frames.end(), is_learners);
  if (own != frames.end()) return *own;
  return frames.empty() ? Frame() : frames.front();
}

std::string kernel_of(const SanitizerRecord& record) {
  const std::vector<Frame> frames = device_frames(record);
  return frames.empty() ? "" : frames.back().function;
}

Frame host_frame(const SanitizerRecord& record) {
  for (const std::string& line : record.details) {
    if (!starts_with(line, "Host Frame: ")) continue;
    Frame frame = parse_frame(line.substr(12));
    if (frame.line > 0) return frame;
  }
  return {};
}

}  // namespace warpup
