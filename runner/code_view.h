// Source code on the screen: lightly coloured, with line numbers.
#pragma once

#include <string>
#include <vector>

#include "screen.h"
#include "styled_text.h"

namespace warpup {

/// True for the info strings of Markdown code blocks that hold C++ or CUDA: "cpp", "cuda", "c++",
/// ...
bool is_cpp(const std::string& language);

/// Colours C++ and CUDA line by line; comments may go on from one line to the next.
class CodeColourer {
 public:
  StyledText colour(const std::string& line);

 private:
  bool in_comment_ = false;
};

struct CodeLine {
  int number = 0;  // 0: none is shown
  std::string text;
};

/// `lines` behind a gutter of line numbers. Lines wider than `width` go on in the next.
std::string code_text(const Screen& screen, const std::vector<CodeLine>& lines, bool cpp, int width,
                      const std::string& indent);

/// How a line stands out among others: kShown has its colours, kMarked a bar before it, too.
enum class Emphasis { kDim, kShown, kMarked };

/// The same for source of which some lines matter. A text for each of `lines`; a long line has more
/// than one line in it.
std::vector<std::string> marked_code_text(const Screen& screen, const std::vector<CodeLine>& lines,
                                          const std::vector<Emphasis>& emphasis, int width);

/// A piece of a line: `bytes` bytes from `column` on (counted from 1).
struct Mark {
  int column, bytes;
};

/// One line of source with its number, and carets below it: under its marks, or under all of its
/// code where there are none.
std::string marked_line(const Screen& screen, const CodeLine& line, const std::vector<Mark>& marks,
                        int width, const std::string& indent, const Style& style);

}  // namespace warpup
