// What one screen of a demo shows below its title.
#pragma once

#include <optional>
#include <string>
#include <vector>

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
  Settings settings;
};

struct PageContent {
  const Slide* slide = nullptr;
  const SlideState* state = nullptr;
  const Subject* subject = nullptr;
  std::string code_places;
  std::string cannot_run;  // why the step can't; painted
  std::string waiting;     // "building ...", "running ...": the step has no end yet
};

struct Page {
  std::vector<std::string> lines;
  int results = 0;  // where the step's results begin
  std::vector<int> marks;
};

/// `width` columns of text; two results stand side by side where `room` columns hold them.
Page demo_page(const Screen& screen, const PageContent& content, int width, int room);

/// What the keys do.
Page help_page(const Screen& screen, int width);

}  // namespace warpup
