#include "checker/report_text.h"

#include <unistd.h>

#include <algorithm>
#include <climits>

#include "checker/words.h"

namespace warpup::report {
namespace {

constexpr size_t kTab = 4;

// Relative to the working directory where it lies below it.
std::string shown_path(const std::string& path) {
  char buffer[PATH_MAX];
  if (getcwd(buffer, sizeof buffer) == nullptr) return path;
  const std::string here = std::string(buffer) + "/";
  return path.compare(0, here.size(), here) == 0 ? path.substr(here.size()) : path;
}

std::string untabbed(const std::string& line) {
  std::string text;
  for (char c : line) text += c == '\t' ? std::string(kTab, ' ') : std::string(1, c);
  return text;
}

// Columns on a screen of the first `end` bytes: tabs as four, UTF-8 sequences as one.
size_t width(const std::string& line, size_t end) {
  size_t columns = 0;
  for (size_t i = 0; i < std::min(end, line.size()); ++i) {
    if (line[i] == '\t')
      columns += kTab;
    else if ((static_cast<unsigned char>(line[i]) & 0xC0) != 0x80)
      ++columns;
  }
  return columns;
}

// Carets under the marked pieces, or under the whole statement.
std::string caret_bar(const Located& located) {
  const std::string& line = located.line;
  std::string bar;
  const auto mark = [&](size_t begin, size_t end) {
    const size_t from = width(line, begin), to = width(line, end);
    if (bar.size() < to) bar.resize(to, ' ');
    std::fill(bar.begin() + static_cast<long>(from), bar.begin() + static_cast<long>(to), '^');
  };
  for (const auto& e : located.marks) mark(e.begin, e.end);
  if (bar.empty()) {
    std::string code = code_line(located.at.file, located.at.line);
    const size_t begin = code.find_first_not_of(" \t");
    if (begin != std::string::npos) mark(begin, code.find_last_not_of(" \t") + 1);
  }
  return bar;
}

struct Frame {
  const Located* at;
  std::string label;
  std::string kernel;
};

std::string kernel_of(const Report& report, const Side& side) {
  if (!side.device) return {};
  return side.kernel.empty() ? report.kernel : side.kernel;
}

std::string gutter(size_t digits, const std::string& number) {
  return " " + std::string(digits - number.size(), ' ') + number + " | ";
}

std::string trimmed_end(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string frame_text(const Frame& frame, size_t digits, bool repeated) {
  const Located& at = *frame.at;
  if (at.line.empty()) return gutter(digits, "") + "(" + frame.label + "; no source text)\n";
  const std::string source = gutter(digits, std::to_string(at.at.line)) + untabbed(at.line) + "\n";
  return (repeated ? "" : source) +
         trimmed_end(gutter(digits, "") + caret_bar(at) + " " + frame.label) + "\n";
}

// Both places; two in one file stand in the order of their lines.
std::vector<Frame> frames_of(const Finding& f, const Explanation& e) {
  std::vector<Frame> frames;
  if (f.first.at.known()) {
    frames.push_back({&f.first, e.first_label, kernel_of(f.report, f.report.first)});
  }
  if (f.second && f.second->at.known()) {
    frames.push_back({&*f.second, e.second_label, kernel_of(f.report, *f.report.second)});
  }
  const auto above = [](const Frame& a, const Frame& b) {
    return a.at->at.file == b.at->at.file && a.at->at.line < b.at->at.line;
  };
  if (frames.size() == 2 && above(frames[1], frames[0])) std::swap(frames[0], frames[1]);
  return frames;
}

std::string source_block(const Finding& f, const Explanation& e) {
  const auto frames = frames_of(f, e);
  size_t digits = 1;
  for (const auto& frame : frames) {
    digits = std::max(digits, std::to_string(frame.at->at.line).size());
  }
  std::string text, file, kernel;
  int line = 0;
  for (const auto& frame : frames) {
    const SourcePosition& at = frame.at->at;
    const bool same_file = at.file == file;
    if (!same_file || frame.kernel != kernel) {
      text += std::string(digits, ' ') + "--> " + shown_path(at.file) + ":" +
              std::to_string(at.line) + (frame.kernel.empty() ? "" : ", kernel " + frame.kernel) +
              "\n";
    } else if (at.line > line + 1) {
      text += std::string(digits + 1, ' ') + "...\n";
    }
    text += frame_text(frame, digits, same_file && at.line == line);
    file = at.file;
    kernel = frame.kernel;
    line = at.line;
  }
  return text;
}

// Breaks at blanks so that lines stay within 100 columns.
std::string wrapped(const std::string& text, size_t indent, size_t first_column) {
  constexpr size_t kColumns = 100;
  std::string out;
  size_t column = first_column;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = text.find(' ', begin);
    if (end == std::string::npos) end = text.size();
    const std::string word = text.substr(begin, end - begin);
    const size_t length = width(word, word.size());
    if (column + length > kColumns && column > indent) {
      while (!out.empty() && out.back() == ' ') out.pop_back();
      out += "\n" + std::string(indent, ' ');
      column = indent;
    }
    out += word + " ";
    column += length + 1;
    begin = end + 1;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string field(const std::string& name, const std::string& text) {
  if (text.empty()) return {};
  constexpr size_t kIndent = 11;
  std::string label = "  " + name + ":";
  label.resize(kIndent, ' ');
  return label + wrapped(text, kIndent, kIndent) + "\n";
}

// What the sentence has not said already.
std::string memory_field(const Finding& f, const Explanation& e) {
  if (!f.has_place() || f.place().bytes == 0) return {};
  const std::string text = memory_text(f);
  return e.message.find(text) == std::string::npos ? text : std::string();
}

bool value_is_in_message(Kind kind) { return kind == Kind::kLaunchConfig || kind == Kind::kLeak; }

}  // namespace

std::string to_text(const Finding& f, const Explanation& e) {
  const std::string head =
      std::string(f.report.note ? "note: " : "fault: ") + kind_name(f.report.kind) + ": ";
  std::string text = head + wrapped(e.message, 2, head.size()) + "\n";
  text += source_block(f, e);
  text += field("memory", memory_field(f, e));
  if (!value_is_in_message(f.report.kind)) text += field("value", f.report.value);
  text += field("seen", range_text(f.seen));
  text += field("cause", e.cause);
  text += field("try", e.advice);
  const std::string number = (e.lesson.number < 10 ? "0" : "") + std::to_string(e.lesson.number);
  text += field("lesson", number + ", " + e.lesson.title + ": ./warpup run " +
                              std::to_string(e.lesson.number));
  return text + "\n";
}

std::string summary_text(size_t faults, size_t notes) {
  std::string text;
  const auto add = [&text](size_t count, const char* noun) {
    if (count == 0) return;
    text += (text.empty() ? "" : ", ") + with_commas(count) + " " + noun + (count == 1 ? "" : "s");
  };
  add(faults, "fault");
  add(notes, "note");
  return text.empty() ? text : text + "\n";
}

}  // namespace warpup::report
