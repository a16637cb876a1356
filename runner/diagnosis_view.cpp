#include "diagnosis_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "code_view.h"
#include "source_line.h"
#include "styled_text.h"
#include "text_file.h"
#include "text_width.h"

namespace warpup {
namespace {

constexpr Style kCodeSpan{false, false, false, false, Colour::kYellow};
constexpr int kLabelWidth = 8;
constexpr const char* kBelowCode = "          ";  // where the code of marked_line begins

std::string index_text(const Index3& index) {
  return fmt::format("({},{},{})", index[0], index[1], index[2]);
}

std::string location_text(const std::string& file, int line) {
  if (file.empty()) return "";
  return line > 0 ? fmt::format("{}:{}", shown_path(file), line) : shown_path(file);
}

// "write by thread (1, 0, 0) of block (2, 0, 0) in reverse"
std::string who(const Place& place) {
  std::string text = place.label.empty() ? place.what : place.label;
  if (place.label.empty() && place.thread) {
    text += (text.empty() ? "thread " : " by thread ") + index_text(*place.thread);
    if (place.block) text += " of block " + index_text(*place.block);
  } else if (place.label.empty() && place.block) {
    text += (text.empty() ? "block " : " by block ") + index_text(*place.block);
  }
  const bool in_kernel = place.thread || place.label.empty();  // else it is the kernel of the work
  if (in_kernel && !place.kernel.empty()) text += (text.empty() ? "in " : " in ") + place.kernel;
  return text;
}

// The pieces of code that a message quotes in backticks.
std::vector<std::string> quotes_of(const std::string& message) {
  std::vector<std::string> quotes;
  std::size_t begin = message.find('`');
  while (begin != std::string::npos) {
    const std::size_t end = message.find('`', begin + 1);
    if (end == std::string::npos) break;
    quotes.push_back(message.substr(begin + 1, end - begin - 1));
    begin = message.find('`', end + 1);
  }
  return quotes;
}

// What the carets stand below: what was accessed, or the longest piece that the message quotes; all
// of the line where neither is known.
std::vector<Mark> marks_of(const Place& place, const std::string& code,
                           const std::string& message) {
  std::vector<Mark> marks;
  for (const auto& [begin, end] : place.columns) {
    if (static_cast<std::size_t>(end) <= code.size()) marks.push_back({begin + 1, end - begin});
  }
  if (!marks.empty()) return marks;
  for (const std::string& quote : quotes_of(message)) {
    const std::size_t at = code.find(quote);
    const int bytes = static_cast<int>(quote.size());
    if (at == std::string::npos || (!marks.empty() && bytes <= marks[0].bytes)) continue;
    marks = {{static_cast<int>(at) + 1, bytes}};
  }
  return marks;
}

// Quoted code in the style of code; without colours it keeps its backticks.
StyledText message_text(const Screen& screen, const std::string& message) {
  StyledText text;
  bool code = false;
  std::size_t begin = 0;
  while (begin <= message.size()) {
    const std::size_t end = std::min(message.find('`', begin), message.size());
    std::string piece = message.substr(begin, end - begin);
    if (code && !screen.colour) piece = fmt::format("`{}`", piece);
    text.push_back({std::move(piece), code ? kCodeSpan : kPlain});
    code = !code;
    begin = end + 1;
  }
  return text;
}

std::string place_text(const Screen& screen, const Place& place, const std::string& message,
                       int width, bool with_location, const Style& style) {
  std::string text;
  const std::string location = location_text(place.file, place.line);
  if (with_location && !location.empty()) {
    text += wrapped_block(screen, {{location, kBold}}, width, "  ", "    ");
  }
  const auto code = source_line(place.file, place.line);
  if (code) {
    text += marked_line(screen, {place.line, *code}, marks_of(place, *code, message), width, "  ",
                        style);
  }
  const std::string by = who(place);
  if (!by.empty()) text += wrapped_block(screen, {{by, kPlain}}, width, kBelowCode, kBelowCode);
  return text;
}

std::string labelled(const Screen& screen, const std::string& label, const std::string& value,
                     int width) {
  if (value.empty()) return "";
  const std::string first = "  " + paint(screen, pad_right(label, kLabelWidth), kDim) + " ";
  const std::string rest(static_cast<std::size_t>(kLabelWidth) + 3, ' ');
  return wrapped_block(screen, {{value, kPlain}}, width, first, rest);
}

// Empty where the message itself names the allocation.
std::string memory_text(const DiagnosisEvent& diagnosis) {
  std::string text;
  const bool named =
      diagnosis.allocation && !diagnosis.allocation->name.empty() &&
      diagnosis.message.find('`' + diagnosis.allocation->name + '`') != std::string::npos;
  if (named) return text;
  const auto add = [&text](const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
  };
  if (diagnosis.allocation) {
    const Allocation& allocation = *diagnosis.allocation;
    add(allocation.where);
    add(allocation.name);
    if (allocation.bytes) add(fmt::format("{} bytes", *allocation.bytes));
    const std::string made = location_text(allocation.file, allocation.line);
    if (!made.empty()) add("allocated at " + made);
  }
  if (!diagnosis.address.empty()) add("address " + diagnosis.address);
  return text;
}

std::string count_text(const DiagnosisEvent& diagnosis) {
  if (!diagnosis.threads.empty()) return diagnosis.threads;
  return diagnosis.count > 1 ? fmt::format("{} times", diagnosis.count) : "";
}

// Smaller is nearer to the cause. An error that a call returns follows from the access before it.
int cause_rank(const DiagnosisEvent& diagnosis) {
  if (!diagnosis.fault) return 3;
  if (diagnosis.kind == "sticky-error" || diagnosis.kind == "leak") return 2;
  return diagnosis.kind == "api-error" || diagnosis.kind == "missing-sync" ? 1 : 0;
}

Style style_of(const DiagnosisEvent& diagnosis) {
  return diagnosis.fault && !diagnosis.expected ? kBad : kWarn;
}

// Kind, place and message.
std::string head_text(const Screen& screen, const DiagnosisEvent& diagnosis, int width) {
  const std::string severity = diagnosis.fault ? "fault" : "note";
  std::string head = severity + ": " + diagnosis.kind;
  if (diagnosis.expected) head += " (shown on purpose)";
  const std::string location = location_text(diagnosis.place.file, diagnosis.place.line);
  StyledText title{{head, style_of(diagnosis)}};
  if (!location.empty()) title.push_back({"  " + location, kBold});
  return wrapped_block(screen, title, width, "", "  ") +
         wrapped_block(screen, message_text(screen, diagnosis.message), width, "  ", "  ");
}

}  // namespace

std::string short_note_text(const Screen& screen, const DiagnosisEvent& note, int width) {
  return head_text(screen, note, width) + '\n';
}

std::string diagnosis_text(const Screen& screen, const DiagnosisEvent& diagnosis, int width) {
  const Style style = style_of(diagnosis);
  std::string text = head_text(screen, diagnosis, width);
  text += place_text(screen, diagnosis.place, diagnosis.message, width, false, style);
  if (diagnosis.other) {
    text += place_text(screen, *diagnosis.other, diagnosis.message, width, true, style);
  }
  text += labelled(screen, "memory", memory_text(diagnosis), width);
  const bool told =
      diagnosis.kind == "launch-config" || diagnosis.kind == "leak";  // in the message
  if (!told) text += labelled(screen, "value", diagnosis.value, width);
  text += labelled(screen, "seen", count_text(diagnosis), width);
  text += labelled(screen, "cause", diagnosis.cause, width);
  text += labelled(screen, "try", diagnosis.advice, width);
  if (!diagnosis.lesson.empty()) {
    text += labelled(screen, "lesson", "warpup run " + diagnosis.lesson, width);
  }
  return text + '\n';
}

void sort_by_cause(std::vector<DiagnosisEvent>& diagnoses) {
  std::stable_sort(diagnoses.begin(), diagnoses.end(),
                   [](const DiagnosisEvent& a, const DiagnosisEvent& b) {
                     return cause_rank(a) < cause_rank(b);
                   });
}

std::string diagnoses_text(const Screen& screen, const std::vector<DiagnosisEvent>& diagnoses,
                           int width, int lines, const std::string& more) {
  std::string text;
  std::size_t shown = 0;
  for (const DiagnosisEvent& diagnosis : diagnoses) {
    const std::string next = diagnosis_text(screen, diagnosis, width);
    const auto height =
        std::count(text.begin(), text.end(), '\n') + std::count(next.begin(), next.end(), '\n');
    if (shown > 0 && lines > 0 && height > lines) break;
    text += next;
    ++shown;
  }
  const std::size_t left = diagnoses.size() - shown;
  if (left > 0) {
    text += wrapped_block(screen,
                          {{fmt::format("{} more report{}: ", left, left == 1 ? "" : "s"), kPlain},
                           {more, kCommand}},
                          width, "", "  ") +
            '\n';
  }
  return text;
}

}  // namespace warpup
