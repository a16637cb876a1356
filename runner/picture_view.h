// A picture on the screen, small: two pixels a character, one above the other.
#pragma once

#include <string>

#include "lesson/image.h"
#include "screen.h"

namespace warpup {

/// `image` scaled down to at most `width` columns and a third of a usual screen's rows, in 24-bit
/// colours or the nearest of 256. Lines begin with `indent`.
std::string image_text(const Screen& screen, const lesson::Image& image, int width,
                       const std::string& indent);

/// The same of a PNG or JPEG file; empty where the screen shows no drawings, or the file is no such
/// picture.
std::string picture_text(const Screen& screen, const std::string& file, int width,
                         const std::string& indent);

}  // namespace warpup
