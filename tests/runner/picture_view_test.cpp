#include "picture_view.h"

#include "catch.hpp"
#include "temporary_folder.h"
#include "text_file.h"

using namespace warpup;

namespace {

Screen screen_of(bool true_colour) {
  Screen screen;
  screen.colour = screen.unicode = screen.drawings = true;
  screen.true_colour = true_colour;
  return screen;
}

void set_pixel(lesson::Image& image, int row, int col, int red, int green, int blue) {
  image.at(row, col, 0) = static_cast<std::uint8_t>(red);
  image.at(row, col, 1) = static_cast<std::uint8_t>(green);
  image.at(row, col, 2) = static_cast<std::uint8_t>(blue);
}

}  // namespace

TEST_CASE("two pixels stand in a character, the upper one in front") {
  lesson::Image image(1, 2, 3);
  set_pixel(image, 0, 0, 255, 0, 0);
  set_pixel(image, 1, 0, 1, 2, 3);
  CHECK(image_text(screen_of(true), image, 80, "  ") ==
        "  \x1b[38;2;255;0;0;48;2;1;2;3m▀\x1b[0m\n");
}

TEST_CASE("without 24-bit colours the nearest of 256 is taken") {
  lesson::Image image(3, 1, 3);
  set_pixel(image, 0, 0, 255, 0, 0);      // the cube's red
  set_pixel(image, 0, 1, 128, 128, 128);  // a grey
  set_pixel(image, 0, 2, 0, 0, 0);
  CHECK(image_text(screen_of(false), image, 80, "") ==
        "\x1b[38;5;196m▀\x1b[38;5;244m▀\x1b[38;5;16m▀\x1b[0m\n");
}

TEST_CASE("a large picture is scaled by means, with its proportions") {
  lesson::Image image(640, 320, 1, 100);
  const auto lines = split_lines(image_text(screen_of(true), image, 200, ""));
  CHECK(lines.size() == 16);  // 64 x 32 pixels
  for (int col = 0; col < 640; col += 2) {
    for (int row = 0; row < 320; ++row) image.at(row, col) = 200;
  }
  CHECK(image_text(screen_of(true), image, 66, "  ").find("38;2;150;150;150") != std::string::npos);
}

TEST_CASE("a picture is drawn where the screen shows drawings, and only then") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "a.png").string();
  lesson::save_png(lesson::Image(2, 2, 3, 9), file);
  CHECK_FALSE(picture_text(screen_of(true), file, 80, "").empty());
  CHECK(picture_text(Screen(), file, 80, "").empty());
  CHECK(picture_text(screen_of(true), folder.write("b.svg", "<svg/>").string(), 80, "").empty());
  CHECK(picture_text(screen_of(true), "/none.png", 80, "").empty());
}
