#include "code_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>

#include "code_view.h"
#include "painted_lines.h"
#include "text_file.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

struct Found {
  std::size_t source;
  int first_line;  // from 1
};

std::optional<Found> find_block(const std::string& code, const std::vector<SourceText>& sources) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string& text = sources[i].text;
    const std::size_t at = code.empty() ? std::string::npos : text.find(code);
    if (at == std::string::npos || (at > 0 && text[at - 1] != '\n')) continue;
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(at);
    return Found{i, static_cast<int>(std::count(text.begin(), end, '\n')) + 1};
  }
  return std::nullopt;
}

int line_count(const std::string& code) {
  return static_cast<int>(std::count(code.begin(), code.end(), '\n'));
}

// The block's lines, which begin at `first` (from 0), are shown; those that its fence names, or all
// of them, are marked.
void mark(std::vector<Emphasis>& lines, const SlideCode& block, int first) {
  const auto& named = block.marked;
  for (int i = 1; i <= line_count(block.code); ++i) {
    const bool wanted = named.empty() || std::find(named.begin(), named.end(), i) != named.end();
    const auto at = static_cast<std::size_t>(first + i - 1);
    if (at < lines.size()) lines[at] = wanted ? Emphasis::kMarked : Emphasis::kShown;
  }
}

class PageMaker {
 public:
  PageMaker(const Screen& screen, int width) : screen_(screen), width_(width) {}

  // `begins` are the lines (from 0) where blocks begin; `numbered` where they are those of a file.
  void add(const std::string& title, const std::string& text, const std::vector<Emphasis>& marked,
           const std::vector<int>& begins, bool numbered) {
    if (!page_.lines.empty()) page_.lines.emplace_back();
    page_.lines.push_back(titled_rule(screen_, title, width_));
    std::vector<CodeLine> lines;
    for (const std::string& line : split_lines(text)) {
      lines.push_back({numbered ? static_cast<int>(lines.size()) + 1 : 0, line});
    }
    const auto shown = marked_code_text(screen_, lines, marked, width_);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      if (std::find(begins.begin(), begins.end(), static_cast<int>(i)) != begins.end()) {
        page_.marks.push_back(static_cast<int>(page_.lines.size()));
      }
      for (std::string& line : fold_painted(without_line_end(shown[i]), width_)) {
        page_.lines.push_back(std::move(line));
      }
    }
  }

  CodePage finish() { return std::move(page_); }

 private:
  static std::string without_line_end(std::string text) {
    if (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

  const Screen& screen_;
  int width_;
  CodePage page_;
};

}  // namespace

std::vector<SourceText> lesson_source_texts(const fs::path& folder) {
  std::vector<SourceText> sources;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const fs::path ending = entry.path().extension();
    if (ending != ".cu" && ending != ".h") continue;
    if (auto text = read_file(entry.path())) {
      sources.push_back({entry.path().filename().string(), std::move(*text)});
    }
  }
  std::sort(sources.begin(), sources.end(),
            [](const SourceText& a, const SourceText& b) { return a.name < b.name; });
  return sources;
}

CodePage code_page(const Screen& screen, const std::vector<SlideCode>& blocks,
                   const std::vector<SourceText>& sources, int width) {
  PageMaker maker(screen, width);
  std::vector<bool> shown(sources.size(), false);
  for (const SlideCode& block : blocks) {
    const auto found = find_block(block.code, sources);
    if (!found) {
      std::vector<Emphasis> marked(static_cast<std::size_t>(line_count(block.code)),
                                   Emphasis::kDim);
      mark(marked, block, 0);
      maker.add("as the text shows it", block.code, marked, {0}, false);
      continue;
    }
    if (shown[found->source]) continue;
    shown[found->source] = true;
    const SourceText& source = sources[found->source];
    std::vector<Emphasis> marked(split_lines(source.text).size(), Emphasis::kDim);
    std::vector<int> begins;
    for (const SlideCode& other : blocks) {
      const auto place = find_block(other.code, sources);
      if (!place || place->source != found->source) continue;
      mark(marked, other, place->first_line - 1);
      begins.push_back(place->first_line - 1);
    }
    maker.add(source.name, source.text, marked, begins, true);
  }
  return maker.finish();
}

int first_line_of(const std::string& code, const std::vector<SourceText>& sources) {
  const auto found = find_block(code, sources);
  return found ? found->first_line : 0;
}

std::string code_places(const std::vector<SlideCode>& blocks,
                        const std::vector<SourceText>& sources) {
  std::string text;
  for (const SlideCode& block : blocks) {
    const auto found = find_block(block.code, sources);
    if (!found) continue;
    const int last = found->first_line + line_count(block.code) - 1;
    text += fmt::format("{}{}:{}", text.empty() ? "" : ", ", sources[found->source].name,
                        found->first_line);
    if (last > found->first_line) text += fmt::format("-{}", last);
  }
  return text;
}

}  // namespace warpup
