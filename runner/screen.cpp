#include "screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "text_width.h"

namespace warpup {
namespace {

constexpr int kDefaultWidth = 80;
constexpr int kMinWidth = 20;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int terminal_width() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const int columns = std::atoi(variable("COLUMNS").c_str());
  return columns > 0 ? columns : kDefaultWidth;
}

// The first of these variables that is set decides, as in the C library.
bool utf8_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value = variable(name);
    if (value.empty()) continue;
    std::transform(value.begin(), value.end(), value.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

Screen detect_screen(bool no_color) {
  const bool terminal = ::isatty(STDOUT_FILENO) == 1;
  Screen screen;
  screen.width = std::max(kMinWidth, terminal_width());
  screen.colour = terminal && !no_color && variable("NO_COLOR").empty() &&
                  variable("TERM") != "dumb" && !variable("TERM").empty();
  screen.unicode = utf8_locale();
  // Who asks for plain text, or reads it with a program, wants numbers and file names.
  screen.drawings = screen.colour && screen.unicode;
  const std::string depth = variable("COLORTERM");
  screen.true_colour = screen.colour && (depth == "truecolor" || depth == "24bit");
  screen.interactive = terminal && ::isatty(STDIN_FILENO) == 1;
  return screen;
}

std::string paint(const Screen& screen, std::string_view text, const Style& style) {
  if (!screen.colour || style == kPlain || text.empty()) return std::string(text);
  static constexpr const char* kColours[] = {"", ";31", ";32", ";33", ";34", ";35", ";36"};
  std::string codes = "\x1b[0";
  if (style.bold) codes += ";1";
  if (style.dim) codes += ";2";
  if (style.italic) codes += ";3";
  if (style.underline) codes += ";4";
  codes += kColours[static_cast<int>(style.colour)];
  return codes.append("m").append(text).append("\x1b[0m");
}

const Glyphs& glyphs(const Screen& screen) {
  static constexpr Glyphs kUnicode{"✓", "✗", "·", "–", "•", "─", "│", "…", "█", "↪"};
  static constexpr Glyphs kAscii{"+", "x", ".", "-", "*", "-", "|", "...", "#", ">"};
  return screen.unicode ? kUnicode : kAscii;
}

std::string titled_rule(const Screen& screen, std::string_view text, int width) {
  const std::string line = glyphs(screen).rule;
  const std::string title = cut_to_width(text, std::max(0, width - 4), glyphs(screen).ellipsis);
  std::string tail;
  for (int i = display_width(title) + 4; i < width; ++i) tail += line;
  return paint(screen, line + line + " ", kDim) + paint(screen, title, kBold) +
         paint(screen, " " + tail, kDim);
}

}  // namespace warpup
