// What one screen of a demo shows below its title.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "code_page.h"
#include "lesson_slides.h"
#include "renderer.h"
#include "screen.h"
#include "step_record.h"

namespace warpup {

/// What is known of a slide's step.
struct SlideState {
  std::optional<StepRun> run;     // the latest
  std::optional<StepRun> before;  // the one that it is shown beside
  bool revealed = false;          // the answer to its question
  bool wanted = false;            // it has to run (again)
  bool compared = false;          // then beside the latest run
  Settings settings;
};

struct PageContent {
  const Slide* slide = nullptr;
  const SlideState* state = nullptr;
  const Subject* subject = nullptr;
  std::string code_places;
  const std::vector<SourceText>* sources = nullptr;
  std::string cannot_run;  // why the step can't; painted
  std::string waiting;     // "building ...", "running ...": the step has no end yet
};

struct Page {
  std::vector<std::string> lines;
  int results = 0;  // where the step's results begin
  std::vector<int> marks;
};

/// The part of a terminal that a page has: `width` columns of text; two results stand side by side
/// where `room` columns hold them; code stands in the text where `rows` leave room for results.
struct PageSize {
  int width = 72, room = 72, rows = 19;
};
Page demo_page(const Screen& screen, const PageContent& content, const PageSize& size);

/// What the keys do.
Page help_page(const Screen& screen, int width);

}  // namespace warpup
