#include "markdown_tree.h"

#include <md4c.h>

#include <cstdlib>
#include <utility>

namespace warpup {
namespace {

using Kind = MarkdownBlock::Kind;

constexpr Style kCodeSpan{false, false, false, false, Colour::kYellow};
constexpr Style kLink{false, false, false, true, Colour::kNone};

std::string attribute_text(const MD_ATTRIBUTE& attribute) {
  return attribute.text == nullptr ? "" : std::string(attribute.text, attribute.size);
}

void append_utf8(std::string& text, unsigned long c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
    return;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static constexpr unsigned kLead[] = {0, 0xC0, 0xE0, 0xF0};
  text += static_cast<char>(kLead[more] | (c >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3F));
}

// "&lt;" -> "<"; an entity that is not known stays as it is.
std::string entity_text(const std::string& entity) {
  static const std::pair<const char*, const char*> kNames[] = {
      {"&lt;", "<"},        {"&gt;", ">"},    {"&amp;", "&"},    {"&quot;", "\""},
      {"&nbsp;", "\u00a0"}, {"&times;", "×"}, {"&middot;", "·"}, {"&le;", "≤"},
      {"&ge;", "≥"},        {"&rarr;", "→"},  {"&hellip;", "…"}, {"&ndash;", "–"},
      {"&mdash;", "—"},     {"&deg;", "°"}};
  for (const auto& [name, text] : kNames) {
    if (entity == name) return text;
  }
  if (entity.rfind("&#", 0) != 0) return entity;
  const bool hex = entity.size() > 2 && (entity[2] == 'x' || entity[2] == 'X');
  const unsigned long c = std::strtoul(entity.c_str() + (hex ? 3 : 2), nullptr, hex ? 16 : 10);
  if (c == 0 || c > 0x10FFFF) return entity;
  std::string text;
  append_utf8(text, c);
  return text;
}

// Receives md4c's calls and builds the tree.
class TreeBuilder {
 public:
  TreeBuilder() : open_(1) {}

  void enter_block(MD_BLOCKTYPE type, void* detail) {
    if (type == MD_BLOCK_DOC) return;
    if (table_part(type)) {
      if (type == MD_BLOCK_THEAD) in_head_ = true;
      if (type == MD_BLOCK_TR && !in_head_) open_.back().table.rows.emplace_back();
      if (type == MD_BLOCK_TH) {
        open_.back().table.align.push_back(align(static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align));
      }
      return;
    }
    flush_item_text();
    open_.push_back(opened(type, detail));
    html_ = type == MD_BLOCK_HTML;
  }

  void leave_block(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_DOC) return;
    if (table_part(type)) {
      leave_table_part(type);
      return;
    }
    flush_item_text();
    MarkdownBlock block = std::move(open_.back());
    open_.pop_back();
    if (block.kind == Kind::kParagraph || block.kind == Kind::kHeading) {
      block.text = std::exchange(inline_, {});
    }
    if (!html_) open_.back().children.push_back(std::move(block));
    html_ = false;
  }

  void enter_span(MD_SPANTYPE type, void* detail) {
    Style style = styles_.back();
    if (type == MD_SPAN_STRONG) style.bold = true;
    if (type == MD_SPAN_EM) style.italic = true;
    if (type == MD_SPAN_CODE) style = kCodeSpan;
    if (type == MD_SPAN_A) style = kLink;
    if (type == MD_SPAN_IMG) add("[picture: ", style);
    styles_.push_back(style);
    if (type == MD_SPAN_A) {
      links_.push_back(attribute_text(static_cast<MD_SPAN_A_DETAIL*>(detail)->href));
      link_text_.clear();
    }
  }

  void leave_span(MD_SPANTYPE type, void* detail) {
    styles_.pop_back();
    if (type == MD_SPAN_A) {
      const std::string target = std::move(links_.back());
      links_.pop_back();
      const bool shown = target == link_text_ || target == "mailto:" + link_text_;
      if (!shown && target.rfind('#', 0) != 0) add(" (" + target + ")", kDim);
    } else if (type == MD_SPAN_IMG) {
      add("] ", styles_.back());
      add(attribute_text(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src), kDim);
    }
  }

  void text(MD_TEXTTYPE type, const std::string& piece) {
    if (html_) return;
    if (open_.back().kind == Kind::kCode) {
      open_.back().code += piece;
    } else if (type == MD_TEXT_BR) {
      add("\n", styles_.back());
    } else if (type == MD_TEXT_SOFTBR) {
      add(" ", styles_.back());
    } else if (type == MD_TEXT_HTML) {
      if (piece.rfind("<br", 0) == 0) add("\n", styles_.back());
    } else if (type == MD_TEXT_ENTITY) {
      add(entity_text(piece), styles_.back());
    } else if (type != MD_TEXT_NULLCHAR) {
      add(piece, styles_.back());
    }
  }

  MarkdownBlock finish() { return std::move(open_.front()); }

 private:
  static bool table_part(MD_BLOCKTYPE type) {
    return type == MD_BLOCK_THEAD || type == MD_BLOCK_TBODY || type == MD_BLOCK_TR ||
           type == MD_BLOCK_TH || type == MD_BLOCK_TD;
  }

  static Align align(MD_ALIGN align) {
    if (align == MD_ALIGN_RIGHT) return Align::kRight;
    return align == MD_ALIGN_CENTER ? Align::kCentre : Align::kLeft;
  }

  static MarkdownBlock opened(MD_BLOCKTYPE type, void* detail) {
    MarkdownBlock block;
    block.kind = kind_of(type);
    if (type == MD_BLOCK_H) {
      block.level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
    } else if (type == MD_BLOCK_CODE) {
      block.language = attribute_text(static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang);
    } else if (type == MD_BLOCK_UL) {
      block.tight = static_cast<MD_BLOCK_UL_DETAIL*>(detail)->is_tight != 0;
    } else if (type == MD_BLOCK_OL) {
      const auto* list = static_cast<MD_BLOCK_OL_DETAIL*>(detail);
      block.tight = list->is_tight != 0;
      block.ordered = true;
      block.start = static_cast<int>(list->start);
    }
    return block;
  }

  static Kind kind_of(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        return Kind::kQuote;
      case MD_BLOCK_UL:
      case MD_BLOCK_OL:
        return Kind::kList;
      case MD_BLOCK_LI:
        return Kind::kItem;
      case MD_BLOCK_HR:
        return Kind::kRule;
      case MD_BLOCK_H:
        return Kind::kHeading;
      case MD_BLOCK_CODE:
        return Kind::kCode;
      case MD_BLOCK_TABLE:
        return Kind::kTable;
      default:
        return Kind::kParagraph;
    }
  }

  void leave_table_part(MD_BLOCKTYPE type) {
    Table& table = open_.back().table;
    if (type == MD_BLOCK_THEAD) in_head_ = false;
    if (type == MD_BLOCK_TH) table.columns.push_back(std::exchange(inline_, {}));
    if (type == MD_BLOCK_TD) table.rows.back().push_back(std::exchange(inline_, {}));
  }

  // The text of an item in a tight list comes without a paragraph around it.
  void flush_item_text() {
    if (open_.back().kind != Kind::kItem || inline_.empty()) return;
    MarkdownBlock paragraph;
    paragraph.kind = Kind::kParagraph;
    paragraph.text = std::exchange(inline_, {});
    open_.back().children.push_back(std::move(paragraph));
  }

  void add(const std::string& piece, const Style& style) {
    if (!links_.empty()) link_text_ += piece;
    inline_.push_back({piece, style});
  }

  std::vector<MarkdownBlock> open_;
  StyledText inline_;
  std::vector<Style> styles_{kPlain};
  std::vector<std::string> links_;
  std::string link_text_;
  bool in_head_ = false, html_ = false;
};

TreeBuilder& builder(void* data) { return *static_cast<TreeBuilder*>(data); }

}  // namespace

MarkdownBlock parse_markdown(const std::string& markdown) {
  TreeBuilder tree;
  MD_PARSER parser{};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_PERMISSIVEURLAUTOLINKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
    builder(data).enter_block(type, detail);
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* data) {
    builder(data).leave_block(type);
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* data) {
    builder(data).enter_span(type, detail);
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE type, void* detail, void* data) {
    builder(data).leave_span(type, detail);
    return 0;
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* data) {
    builder(data).text(type, std::string(text, size));
    return 0;
  };
  md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &tree);
  return tree.finish();
}

}  // namespace warpup
