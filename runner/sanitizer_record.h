// What compute-sanitizer writes, taken apart: records of a headline and indented lines below it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events.h"

namespace warpup {

struct SanitizerRecord {
  std::string headline;
  std::vector<std::string> details;  // without the prefix and the blanks before them
};

/// The records of a log, without its title.
std::vector<SanitizerRecord> split_sanitizer_log(std::string_view log);

/// A line of code: "count(int *)+0x80 in mine.cu:12", "main in mine.cu:22 [0x8b72] in mine".
struct Frame {
  std::string function, file;  // the function without its arguments
  int line = 0;                // 0: not known, and no file
};
Frame parse_frame(std::string_view text);

/// "thread (31,0,0)" after `word` "thread", whatever the case of its first letter.
std::optional<Index3> parse_index(std::string_view text, std::string_view word);

/// The text of the first detail that begins with `start`, without it.
std::optional<std::string> detail_after(const SanitizerRecord& record, std::string_view start);

/// The frame in the learner's code: the first device frame in a .cu or .cuh file, else the first.
Frame device_frame(const SanitizerRecord& record);
/// The outermost device function of the record: the kernel.
std::string kernel_of(const SanitizerRecord& record);
/// The first host frame with a line.
Frame host_frame(const SanitizerRecord& record);

}  // namespace warpup
