// What the output goes to: how wide it is, and whether it shows colours and Unicode drawing.
#pragma once

#include <string>
#include <string_view>

namespace warpup {

struct Screen {
  int width = 80;
  bool colour = false;
  bool unicode = false;      // line drawing, check marks, bullets
  bool drawings = false;     // pictures and plots in characters, besides their numbers
  bool true_colour = false;  // 24-bit colours, not 256 alone
  bool interactive = false;  // a terminal at both ends: it can be asked a question
};

/// The standard output. `--no-color`, NO_COLOR and TERM=dumb turn colours off; COLUMNS sets the
/// width where there is no terminal.
Screen detect_screen(bool no_color);

enum class Colour { kNone, kRed, kGreen, kYellow, kBlue, kMagenta, kCyan };

struct Style {
  bool bold = false;
  bool dim = false;
  bool italic = false;
  bool underline = false;
  Colour colour = Colour::kNone;
};

inline bool operator==(const Style& a, const Style& b) {
  return a.bold == b.bold && a.dim == b.dim && a.italic == b.italic && a.underline == b.underline &&
         a.colour == b.colour;
}

// The styles in use; everything on the screen is one of these or plain.
inline constexpr Style kPlain{};
inline constexpr Style kBold{true, false, false, false, Colour::kNone};
inline constexpr Style kDim{false, true, false, false, Colour::kNone};
inline constexpr Style kItalic{false, false, true, false, Colour::kNone};
inline constexpr Style kHeading{true, false, false, false, Colour::kCyan};
inline constexpr Style kGood{false, false, false, false, Colour::kGreen};
inline constexpr Style kBad{true, false, false, false, Colour::kRed};
inline constexpr Style kWarn{true, false, false, false, Colour::kYellow};
inline constexpr Style kCommand{true, false, false, false, Colour::kNone};

/// `text` in `style`, with escape sequences only where the screen shows colours.
std::string paint(const Screen& screen, std::string_view text, const Style& style);

/// The small drawings, in Unicode or ASCII.
struct Glyphs {
  const char *good, *bad, *open, *skip, *bullet, *rule, *bar, *ellipsis, *block, *wrap;
};
const Glyphs& glyphs(const Screen& screen);

/// `text` between lines that fill `width` columns: "── summary ─────────".
std::string titled_rule(const Screen& screen, std::string_view text, int width);

}  // namespace warpup
