#include "lesson/svg.h"

#include <algorithm>

#include "lesson/format.h"

namespace lesson {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (static_cast<unsigned char>(c) >= 0x20) {  // XML has no other controls
      out += c;
    } else {
      out += ' ';
    }
  }
  return out;
}

std::string at(double value) { return format("%.1f", value); }

std::string stroke(const std::string& colour, double width, const std::string& dashes) {
  std::string out = " stroke=\"" + colour + "\" stroke-width=\"" + at(width) + "\"";
  if (!dashes.empty()) out += " stroke-dasharray=\"" + dashes + "\"";
  return out;
}

// Six fills. Their average brightness falls from one to the next, so that they differ in grey.
const char* const kPatterns =
    "<pattern id=\"p0\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
    "<rect width=\"8\" height=\"8\" fill=\"#e3edf7\"/></pattern>\n"
    "<pattern id=\"p1\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><rect width=\"14\" height=\"14\" fill=\"#f7d9ae\"/>"
    "<rect width=\"4\" height=\"14\" fill=\"#b5651d\"/></pattern>\n"
    "<pattern id=\"p2\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\">"
    "<rect width=\"14\" height=\"14\" fill=\"#a9d5c3\"/>"
    "<circle cx=\"7\" cy=\"7\" r=\"3.4\" fill=\"#0b5f45\"/></pattern>\n"
    "<pattern id=\"p3\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\">"
    "<rect width=\"12\" height=\"12\" fill=\"#b9b4d8\"/>"
    "<rect width=\"12\" height=\"4\" fill=\"#4a3f8c\"/></pattern>\n"
    "<pattern id=\"p4\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><rect width=\"14\" height=\"14\" fill=\"#d08ca8\"/>"
    "<rect width=\"4\" height=\"14\" fill=\"#6d1f3f\"/><rect width=\"14\" height=\"4\" "
    "fill=\"#6d1f3f\"/></pattern>\n"
    "<pattern id=\"p5\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
    "<rect width=\"8\" height=\"8\" fill=\"#6b7280\"/></pattern>\n";
constexpr int kPatternCount = 6;

}  // namespace

void Svg::line(double x1, double y1, double x2, double y2, const std::string& colour, double width,
               const std::string& dashes) {
  body_ += "<line x1=\"" + at(x1) + "\" y1=\"" + at(y1) + "\" x2=\"" + at(x2) + "\" y2=\"" +
           at(y2) + "\"" + stroke(colour, width, dashes) + "/>\n";
}

void Svg::polyline(const std::vector<std::pair<double, double>>& points, const std::string& colour,
                   double width, const std::string& dashes) {
  body_ += "<polyline fill=\"none\" stroke-linejoin=\"round\"" + stroke(colour, width, dashes) +
           " points=\"";
  for (const auto& point : points) body_ += at(point.first) + "," + at(point.second) + " ";
  body_ += "\"/>\n";
}

void Svg::rect(double x, double y, double width, double height, const std::string& fill,
               const std::string& edge) {
  body_ += "<rect x=\"" + at(x) + "\" y=\"" + at(y) + "\" width=\"" + at(width) + "\" height=\"" +
           at(height) + "\" fill=\"" + fill + "\" stroke=\"" + edge + "\" stroke-width=\"2\"/>\n";
}

void Svg::text(double x, double y, const std::string& text, const SvgText& style) {
  static const char* const kAnchors[] = {"start", "middle", "end"};
  body_ += "<text x=\"" + at(x) + "\" y=\"" + at(y) + "\" font-size=\"" + at(style.size) +
           "\" text-anchor=\"" + kAnchors[static_cast<int>(style.anchor)] + "\"";
  if (style.bold) body_ += " font-weight=\"bold\"";
  if (style.halo) {
    body_ +=
        " stroke=\"#ffffff\" stroke-width=\"8\" stroke-linejoin=\"round\" "
        "paint-order=\"stroke\"";
  }
  if (style.upward) body_ += " transform=\"rotate(-90 " + at(x) + " " + at(y) + ")\"";
  body_ += ">" + escaped(text) + "</text>\n";
}

void Svg::marker(int index, double x, double y, double radius, const std::string& colour) {
  const double r = radius;
  const std::string paint = " fill=\"" + std::string(index % 8 < 4 ? colour : "#ffffff") +
                            "\" stroke=\"" + colour + "\" stroke-width=\"3\"/>\n";
  const auto polygon = [&](const std::vector<std::pair<double, double>>& corners) {
    body_ += "<polygon points=\"";
    for (const auto& c : corners) body_ += at(x + c.first) + "," + at(y + c.second) + " ";
    body_ += "\"" + paint;
  };
  switch (index % 4) {
    case 0:
      body_ += "<circle cx=\"" + at(x) + "\" cy=\"" + at(y) + "\" r=\"" + at(r) + "\"" + paint;
      break;
    case 1:
      polygon({{-r, -r}, {r, -r}, {r, r}, {-r, r}});
      break;
    case 2:
      polygon({{0, -1.25 * r}, {1.2 * r, r}, {-1.2 * r, r}});
      break;
    default:
      polygon({{0, -1.35 * r}, {1.35 * r, 0}, {0, 1.35 * r}, {-1.35 * r, 0}});
  }
}

std::string Svg::document(const std::string& title) const {
  const std::string size = format("width=\"%.0f\" height=\"%.0f\"", kWidth, kHeight);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" " +
         size + format(" viewBox=\"0 0 %.0f %.0f\"", kWidth, kHeight) +
         " role=\"img\" font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\" "
         "fill=\"#111111\">\n<title>" +
         escaped(title) + "</title>\n<defs>\n" + kPatterns + "</defs>\n<rect " + size +
         " fill=\"#ffffff\"/>\n" + body_ + "</svg>\n";
}

std::string Svg::pattern(int index) { return format("url(#p%d)", index % kPatternCount); }

std::string Svg::colour(int index) {
  static const char* const kColours[] = {"#0b3c6f", "#c2571a", "#14805e",
                                         "#8c2d62", "#5b5b5b", "#a08200"};
  return kColours[index % 6];
}

std::string Svg::dashes(int index) {
  static const char* const kDashes[] = {"", "18 8", "4 8", "24 8 4 8", "10 4", "2 4"};
  return kDashes[index % 6];
}

double svg_text_width(const std::string& text, double size) {
  double columns = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0u) == 0x80u) continue;  // counted with its first byte
    columns += byte >= 0xE0 ? 1.6 : 1;      // scripts of three bytes are mostly wide ones
  }
  return 0.62 * size * columns;
}

std::string svg_fit(const std::string& text, double size, double width) {
  if (svg_text_width(text, size) <= width) return text;
  std::string cut = text;
  while (!cut.empty() && svg_text_width(cut + "...", size) > width) {
    while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0u) == 0x80u) {
      cut.pop_back();
    }
    if (!cut.empty()) cut.pop_back();
  }
  return cut.empty() ? "" : cut + "...";
}

}  // namespace lesson
