#include "table_view.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "text_width.h"

namespace warpup {
namespace {

constexpr int kGap = 2;        // blanks between columns
constexpr int kNarrowest = 5;  // columns of a cell that is still worth reading

using Row = std::vector<StyledText>;

std::size_t column_count(const Table& table) {
  std::size_t count = table.columns.size();
  for (const Row& row : table.rows) count = std::max(count, row.size());
  return count;
}

const StyledText& cell(const Row& row, std::size_t column) {
  static const StyledText kEmpty;
  return column < row.size() ? row[column] : kEmpty;
}

std::vector<int> natural_widths(const Table& table) {
  std::vector<int> widths(column_count(table), 1);
  for (std::size_t c = 0; c < widths.size(); ++c) {
    widths[c] = std::max(widths[c], display_width(cell(table.columns, c)));
    for (const Row& row : table.rows) widths[c] = std::max(widths[c], display_width(cell(row, c)));
  }
  return widths;
}

int total(const std::vector<int>& widths) {
  return std::accumulate(widths.begin(), widths.end(), 0) +
         kGap * (static_cast<int>(widths.size()) - 1);
}

// Takes from the widest column until all fit; false if they can't.
bool narrow(std::vector<int>& widths, int room) {
  while (total(widths) > room) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= kNarrowest) return false;
    --*widest;
  }
  return true;
}

std::string aligned(const Screen& screen, const StyledText& text, int width, Align align) {
  const int room = std::max(0, width - display_width(text));
  const int before = align == Align::kRight ? room : align == Align::kCentre ? room / 2 : 0;
  return std::string(static_cast<std::size_t>(before), ' ') + paint(screen, text) +
         std::string(static_cast<std::size_t>(room - before), ' ');
}

Align align_of(const Table& table, std::size_t column) {
  return column < table.align.size() ? table.align[column] : Align::kLeft;
}

std::string row_text(const Screen& screen, const Table& table, const Row& row,
                     const std::vector<int>& widths, const std::string& indent) {
  std::vector<std::vector<StyledText>> cells;
  std::size_t height = 1;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    cells.push_back(wrap(cell(row, c), widths[c]));
    height = std::max(height, cells.back().size());
  }
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    std::string one = indent;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      if (c > 0) one.append(kGap, ' ');
      one += aligned(screen, cell(cells[c], line), widths[c], align_of(table, c));
    }
    one.erase(one.find_last_not_of(' ') + 1);
    text += one + '\n';
  }
  return text;
}

Row in_bold(Row row) {
  for (StyledText& text : row) {
    for (Span& span : text) span.style.bold = true;
  }
  return row;
}

std::string heading_rule(const Screen& screen, const std::vector<int>& widths) {
  std::string line;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    if (c > 0) line.append(kGap, ' ');
    for (int i = 0; i < widths[c]; ++i) line += glyphs(screen).rule;
  }
  return paint(screen, line, kDim);
}

std::string as_records(const Screen& screen, const Table& table, int width,
                       const std::string& indent) {
  std::string text;
  for (const Row& row : table.rows) {
    if (!text.empty()) text += '\n';
    for (std::size_t c = 0; c < row.size(); ++c) {
      StyledText line = in_bold({cell(table.columns, c)}).front();
      if (!line.empty()) line.push_back({": ", kPlain});
      line.insert(line.end(), row[c].begin(), row[c].end());
      text += wrapped_block(screen, line, width, indent, indent + "  ");
    }
  }
  return text;
}

bool looks_numeric(const std::string& text) {
  const std::size_t sign = text.find_first_not_of("+-~<>=≤≥ ");
  return sign != std::string::npos && std::isdigit(static_cast<unsigned char>(text[sign])) != 0 &&
         std::count(text.begin(), text.end(), ' ') <= 1;
}

}  // namespace

std::string table_text(const Screen& screen, const Table& table, int width,
                       const std::string& indent) {
  std::vector<int> widths = natural_widths(table);
  if (widths.empty()) return "";
  if (!narrow(widths, width - painted_width(indent))) {
    return as_records(screen, table, width, indent);
  }
  std::string text;
  if (!table.columns.empty()) {
    text += row_text(screen, table, in_bold(table.columns), widths, indent);
    text += indent + heading_rule(screen, widths) + '\n';
  }
  for (const Row& row : table.rows) text += row_text(screen, table, row, widths, indent);
  return text;
}

std::vector<Align> align_numbers(const std::vector<std::vector<std::string>>& rows,
                                 std::size_t columns) {
  std::vector<Align> result(columns, Align::kLeft);
  for (std::size_t c = 0; c < columns; ++c) {
    const bool numbers =
        !rows.empty() && std::all_of(rows.begin(), rows.end(), [c](const auto& row) {
          return c >= row.size() || row[c].empty() || looks_numeric(row[c]);
        });
    if (numbers) result[c] = Align::kRight;
  }
  return result;
}

}  // namespace warpup
