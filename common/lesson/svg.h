// An SVG picture as text, drawn element by element. Internal to the lesson library.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lesson {

enum class Anchor { kStart, kMiddle, kEnd };

struct SvgText {
  double size = 26;  // pixels
  Anchor anchor = Anchor::kStart;
  bool bold = false;
  bool halo = false;    // a white rim, where the text stands on a pattern
  bool upward = false;  // turned to read from below
};

class Svg {
 public:
  /// A slide: 1600 x 900, white.
  static constexpr double kWidth = 1600, kHeight = 900;

  void line(double x1, double y1, double x2, double y2, const std::string& colour, double width,
            const std::string& dashes = "");
  void polyline(const std::vector<std::pair<double, double>>& points, const std::string& colour,
                double width, const std::string& dashes);
  /// `fill` is a colour or pattern(i).
  void rect(double x, double y, double width, double height, const std::string& fill,
            const std::string& edge);
  void text(double x, double y, const std::string& text, const SvgText& style);
  /// The marker of series `index`, round (x, y): shapes differ, and not the colour alone.
  void marker(int index, double x, double y, double radius, const std::string& colour);

  /// The whole document. `title` is what a screen reader says.
  std::string document(const std::string& title) const;

  /// Fills that differ in pattern and in brightness.
  static std::string pattern(int index);
  /// Line colours that differ in brightness, too.
  static std::string colour(int index);
  /// Dashes of a line; the first is solid.
  static std::string dashes(int index);

 private:
  std::string body_;
};

/// About how wide a text is in pixels: viewers bring fonts of their own.
double svg_text_width(const std::string& text, double size);

/// `text` cut to fit `width` pixels, with "..." at its end where something was cut.
std::string svg_fit(const std::string& text, double size, double width);

}  // namespace lesson
