#include "markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "code_view.h"
#include "markdown_tree.h"
#include "table_view.h"
#include "text_file.h"
#include "text_width.h"

namespace warpup {
namespace {

using Kind = MarkdownBlock::Kind;

// What stands before the lines of a block: a bullet before the first, blanks before the rest.
struct Prefix {
  std::string first, rest;
};

class MarkdownWriter {
 public:
  MarkdownWriter(const Screen& screen, const MarkdownOptions& options)
      : screen_(screen), options_(options) {}

  std::string blocks(const std::vector<MarkdownBlock>& list, const Prefix& prefix,
                     bool tight) const {
    std::string text;
    Prefix now = prefix;
    for (const MarkdownBlock& each : list) {
      if (!text.empty() && !tight) text += trimmed(prefix.rest) + '\n';
      text += block(each, now);
      now.first = prefix.rest;
    }
    return text;
  }

 private:
  std::string block(const MarkdownBlock& block, const Prefix& prefix) const {
    switch (block.kind) {
      case Kind::kHeading:
        return heading(block, prefix);
      case Kind::kCode:
        return code(block, prefix);
      case Kind::kRule:
        return trimmed(prefix.first) + paint(screen_, line_of(room(prefix)), kDim) + '\n';
      case Kind::kQuote: {
        const std::string bar = paint(screen_, glyphs(screen_).bar, kDim) + " ";
        return blocks(block.children, {prefix.first + bar, prefix.rest + bar}, false);
      }
      case Kind::kList:
        return list(block, prefix);
      case Kind::kTable:
        return bullet_line(prefix) + table_text(screen_, block.table, options_.width, prefix.rest);
      case Kind::kDocument:
      case Kind::kItem:
        return blocks(block.children, prefix, false);
      case Kind::kParagraph:
        break;
    }
    return wrapped_block(screen_, block.text, options_.width, prefix.first, prefix.rest);
  }

  std::string heading(const MarkdownBlock& block, const Prefix& prefix) const {
    StyledText text;
    for (const Span& span : block.text) text.push_back({span.text, kHeading});
    std::string result = wrapped_block(screen_, text, options_.width, prefix.first, prefix.rest);
    if (block.level > 1) return result;
    const int width = std::min(display_width(text), room(prefix));
    return result + prefix.rest + paint(screen_, line_of(width), kDim) + '\n';
  }

  std::string code(const MarkdownBlock& block, const Prefix& prefix) const {
    const bool cpp = is_cpp(block.language);
    std::string text = bullet_line(prefix);
    if (!cpp) {
      for (const std::string& line : split_lines(block.code)) {
        text += trimmed(prefix.rest + "    " + line) + '\n';
      }
      return text;
    }
    int number = options_.first_line ? std::max(1, options_.first_line(block.code)) : 1;
    std::vector<CodeLine> lines;
    for (const std::string& line : split_lines(block.code)) lines.push_back({number++, line});
    return text + code_text(screen_, lines, true, options_.width, prefix.rest);
  }

  std::string list(const MarkdownBlock& list, const Prefix& prefix) const {
    std::string text;
    int number = list.start;
    Prefix now = prefix;
    for (const MarkdownBlock& item : list.children) {
      const std::string mark =
          list.ordered ? fmt::format("{}. ", number++) : std::string(glyphs(screen_).bullet) + " ";
      const std::string blanks(static_cast<std::size_t>(display_width(mark)), ' ');
      if (!text.empty() && !list.tight) text += trimmed(prefix.rest) + '\n';
      text += blocks(item.children, {now.first + mark, prefix.rest + blanks}, list.tight);
      now.first = prefix.rest;
    }
    return text;
  }

  std::string line_of(int width) const {
    std::string line;
    for (int i = 0; i < width; ++i) line += glyphs(screen_).rule;
    return line;
  }

  int room(const Prefix& prefix) const {
    return std::max(10, options_.width - painted_width(prefix.rest));
  }

  // A bullet before a table or a code block has a line of its own.
  static std::string bullet_line(const Prefix& prefix) {
    return prefix.first == prefix.rest ? "" : trimmed(prefix.first) + '\n';
  }

  static std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }

  const Screen& screen_;
  const MarkdownOptions& options_;
};

}  // namespace

std::string markdown_text(const Screen& screen, const std::string& markdown,
                          const MarkdownOptions& options) {
  const MarkdownBlock document = parse_markdown(markdown);
  const MarkdownWriter writer(screen, options);
  return writer.blocks(document.children, {options.indent, options.indent}, false);
}

}  // namespace warpup
