#include "checker/words.h"

#include <algorithm>
#include <cctype>

namespace warpup::report {

std::string with_commas(unsigned long long number) {
  std::string text = std::to_string(number);
  for (size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

std::string triple(const unsigned (&index)[3]) {
  return "(" + std::to_string(index[0]) + "," + std::to_string(index[1]) + "," +
         std::to_string(index[2]) + ")";
}

std::string bytes_text(unsigned long long bytes) {
  return with_commas(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string code_quoted(const std::string& text) { return "`" + text + "`"; }

std::string base_name(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string at_text(const SourcePosition& position) {
  if (!position.known()) return {};
  return base_name(position.file) + ":" + std::to_string(position.line);
}

std::string capitalised(std::string text) {
  // Names of functions keep their case.
  const size_t end = text.find(' ');
  const bool is_name =
      text.substr(0, end).find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_`") != std::string::npos;
  if (!text.empty() && !is_name) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  }
  return text;
}

std::string joined(const std::string& text, const std::string& more) {
  return text.empty() || more.empty() ? text + more : text + " " + more;
}

std::string who(const Side& side) {
  if (side.device) return "thread " + triple(side.thread) + " of block " + triple(side.block);
  if (!side.kernel.empty()) return "kernel " + side.kernel;
  return side.api.empty() ? "the host" : side.api;
}

std::string does(const Side& side) {
  switch (side.access) {
    case Access::kRead:
      return "reads";
    case Access::kWrite:
      return "writes";
    case Access::kAtomic:
      return "atomically updates";
    case Access::kCopy:
      return "copies";
    case Access::kFill:
      return "fills";
    case Access::kFree:
      return "frees";
    case Access::kWait:
      return "waits";
    case Access::kLaunch:
      return "launches";
    case Access::kNone:
      break;
  }
  return "uses";
}

std::string deed(const Side& side) {
  switch (side.access) {
    case Access::kRead:
      return "read";
    case Access::kWrite:
      return "write";
    case Access::kAtomic:
      return "atomic update";
    case Access::kCopy:
      return "copy";
    case Access::kFill:
      return "fill";
    case Access::kFree:
      return "free";
    case Access::kWait:
      return "wait";
    case Access::kLaunch:
      return "launch";
    case Access::kNone:
      break;
  }
  return "here";
}

std::string access_text(const Finding& f) {
  std::string text = who(f.report.first) + " " + does(f.report.first) + " ";
  if (!f.first.expression.empty()) text += code_quoted(f.first.expression) + ", ";
  return text + bytes_text(static_cast<unsigned long long>(std::max(f.report.first.size, 0)));
}

std::string memory_kind(Memory memory) {
  switch (memory) {
    case Memory::kGlobal:
      return "global memory";
    case Memory::kSharedStatic:
      return "shared memory";
    case Memory::kSharedDynamic:
      return "dynamic shared memory";
    case Memory::kLocal:
      return "local memory";
    case Memory::kPageable:
      return "ordinary host memory";
    case Memory::kPinned:
      return "pinned host memory";
    case Memory::kManaged:
      return "managed memory";
    case Memory::kSymbol:
      return "a device variable";
    case Memory::kUnknown:
      break;
  }
  return "memory";
}

// `a`, or `a` or `b`.
std::string names_quoted(std::string names) {
  for (size_t at = 0; (at = names.find(" or ", at)) != std::string::npos; at += 6) {
    names.replace(at, 4, "` or `");
  }
  return code_quoted(names);
}

std::string memory_name(const Finding& finding) {
  if (!finding.name.empty()) return names_quoted(finding.name);
  if (!finding.has_place()) return "memory";
  const Place& place = finding.place();
  if (place.memory == Memory::kSharedDynamic) return "the dynamic shared memory";
  if (finding.made.known()) return "the buffer allocated at " + at_text(finding.made);
  return memory_kind(place.memory);
}

std::string memory_text(const Finding& finding) {
  const std::string name = memory_name(finding);
  if (!finding.has_place() || finding.place().bytes == 0) return name;
  const Place& place = finding.place();
  std::string inside = bytes_text(place.bytes);
  const bool named = !finding.name.empty();
  if (place.memory == Memory::kSharedStatic) inside += " of shared memory";
  if (named && place.memory == Memory::kSharedDynamic) inside += " of dynamic shared memory";
  if (place.memory == Memory::kLocal) inside += " of local memory";
  const std::string at = at_text(finding.made);
  if (named && !place.made_api.empty()) inside += ", " + place.made_api;
  if (named && !at.empty()) {
    inside += (place.made_api.empty() ? ", declared at " : " at ") + at;
  }
  return name + " (" + inside + ")";
}

int element_size(const Finding& finding) {
  const int size = finding.has_place() ? finding.place().element_size : 0;
  return size > 0 ? size : finding.report.first.size;
}

bool before_start(const Finding& finding) {
  return finding.has_place() && finding.place().offset < 0;
}

unsigned long long distance_outside(const Finding& finding) {
  const Place& place = finding.place();
  if (place.offset < 0) {
    const auto gap = static_cast<unsigned long long>(-place.offset);
    const auto size = static_cast<unsigned long long>(std::max(finding.report.first.size, 0));
    return gap > size ? gap - size : 0;
  }
  const auto offset = static_cast<unsigned long long>(place.offset);
  return offset > place.bytes ? offset - place.bytes : 0;
}

std::string where_text(const Finding& finding) {
  if (!finding.has_place()) return {};
  const Place& place = finding.place();
  const long size = std::max(finding.report.first.size, 1);
  const bool ends_inside = place.offset + size <= static_cast<long>(place.bytes);
  if (place.offset >= 0 && ends_inside) {
    return place.offset == 0 ? "at the start" : bytes_text(place.offset) + " after the start";
  }
  if (place.offset >= 0 && place.offset < static_cast<long>(place.bytes)) {
    return "partly past the end";
  }
  const unsigned long long distance = distance_outside(finding);
  const std::string edge = place.offset < 0 ? "before the start" : "past the end";
  return (distance == 0 ? "just" : bytes_text(distance)) + " " + edge;
}

std::string element_text(const Finding& finding) {
  if (!finding.has_place() || finding.report.first.size == 0) return {};
  const Place& place = finding.place();
  const long size = element_size(finding);
  // A subscript of a struct's member or of several dimensions counts in something else.
  const std::string& text = finding.first.expression;
  const bool one_subscript = std::count(text.begin(), text.end(), '[') == 1 && text.back() == ']';
  if (size <= 0 || size != finding.report.first.size || !one_subscript) return {};
  if (place.offset % size != 0 || place.bytes % size != 0) return {};
  const long count = static_cast<long>(place.bytes) / size;
  const std::string sign = place.offset < 0 ? "-" : "";
  return "element " + sign + with_commas(std::abs(place.offset / size)) + ", where " +
         (count == 1 ? "there is only element 0"
                     : "the elements are 0 to " + with_commas(count - 1));
}

std::string range_text(const Seen& seen) {
  if (seen.count < 2) return {};
  std::string text = with_commas(seen.count) + " times";
  if (!seen.device) return text;
  const unsigned low[3] = {seen.low[0], seen.low[1], seen.low[2]};
  const unsigned high[3] = {seen.high[0], seen.high[1], seen.high[2]};
  text += low[0] == high[0] && low[1] == high[1] && low[2] == high[2]
              ? ", thread " + triple(low)
              : ", threads " + triple(low) + "–" + triple(high);
  const size_t blocks = seen.blocks.size();
  return text + " of " + with_commas(blocks) + (blocks == 1 ? " block" : " blocks");
}

}  // namespace warpup::report
