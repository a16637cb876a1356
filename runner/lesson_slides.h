// A lesson's text as the screens of a demo: one for each section, and one for each step.
#pragma once

#include <string>
#include <vector>

namespace warpup {

/// A block of C++ or CUDA in the text.
struct SlideCode {
  std::string code;
  std::vector<int> marked;  // lines of `code`, from 1, that the fence names: ```cuda {3,5-6}
};

struct Slide {
  std::string title;
  std::string before;  // Markdown
  std::string step;    // runs on this screen; empty: none
  std::string after;   // Markdown: what the text says of the results
  std::vector<SlideCode> code;
  std::string notes;  // Markdown, for the speaker alone: <!-- notes: ... -->
};

/// A section begins a screen, and so does a second step in one section. Text after a step belongs
/// to it, up to the next heading or step; notes belong to the screen they stand in. `title` is
/// that of the first screen.
std::vector<Slide> make_slides(const std::string& readme, const std::string& title);

/// `markdown` without its blocks of C++ and CUDA.
std::string without_code(const std::string& markdown);

}  // namespace warpup
