// The text of a lesson: its README, cut where steps run.
#pragma once

#include <string>
#include <vector>

namespace warpup {

/// A piece of text, and the step that runs after it; the last piece has no step.
struct LessonPart {
  std::string text;  // Markdown
  std::string step;
};

/// Cuts at lines that hold `<!-- run: step -->` and nothing else, outside of code blocks. A leading
/// title ("# ...") is left out. Link definitions are repeated in each piece, so that each can be
/// rendered alone.
std::vector<LessonPart> split_lesson_text(const std::string& readme);

}  // namespace warpup
