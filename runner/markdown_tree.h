// A Markdown text as a tree of blocks.
#pragma once

#include <string>
#include <vector>

#include "styled_text.h"
#include "table_view.h"

namespace warpup {

struct MarkdownBlock {
  enum class Kind { kDocument, kParagraph, kHeading, kCode, kRule, kQuote, kList, kItem, kTable };

  Kind kind = Kind::kDocument;
  StyledText text;                      // of a paragraph or heading
  int level = 0;                        // of a heading, from 1
  std::string code, language;           // of a code block
  bool ordered = false, tight = false;  // of a list
  int start = 1;                        // number of the first item
  Table table;
  std::vector<MarkdownBlock> children;
};

/// Never fails: what is no Markdown is text. HTML is left out; links are their text and their
/// target.
MarkdownBlock parse_markdown(const std::string& markdown);

}  // namespace warpup
