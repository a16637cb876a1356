// The source of a lesson on the screen, with the lines that a slide speaks of.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lesson_slides.h"
#include "screen.h"

namespace warpup {

struct SourceText {
  std::string name;  // "lesson.cu"
  std::string text;
};

/// The .cu and .h files of a lesson's folder, by name.
std::vector<SourceText> lesson_source_texts(const std::filesystem::path& folder);

struct CodePage {
  std::vector<std::string> lines;
  std::vector<int> marks;  // where the blocks of the slide begin in `lines`
};

/// The files that hold the slide's blocks, whole, with the blocks marked; a block that is in no
/// file stands by itself.
CodePage code_page(const Screen& screen, const std::vector<SlideCode>& blocks,
                   const std::vector<SourceText>& sources, int width);

/// The line of its file on which the block begins, 0 if it is in none.
int first_line_of(const std::string& code, const std::vector<SourceText>& sources);

/// "lesson.cu:44-54, lesson.cu:60": where the blocks are; empty if they are in no file.
std::string code_places(const std::vector<SlideCode>& blocks,
                        const std::vector<SourceText>& sources);

}  // namespace warpup
