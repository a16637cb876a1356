// Markdown on the screen.
#pragma once

#include <functional>
#include <string>

#include "screen.h"

namespace warpup {

struct MarkdownOptions {
  int width = 80;
  std::string indent;  // before every line
  /// The line on which a code block begins in the file that it shows, 0 where it shows none.
  std::function<int(const std::string& code)> first_line;
};

/// Headings, paragraphs, lists, quotes, tables, code blocks, emphasis and links. HTML comments are
/// left out. The text ends in one line end and begins with no empty line.
std::string markdown_text(const Screen& screen, const std::string& markdown,
                          const MarkdownOptions& options);

}  // namespace warpup
