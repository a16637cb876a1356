// The state of a demo: which screen is shown, what was run, what a key does. No terminal here:
// keys and results go in, a frame of text comes out.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "code_page.h"
#include "demo_page.h"
#include "full_screen.h"
#include "key.h"
#include "lesson_slides.h"
#include "renderer.h"
#include "step_record.h"

namespace warpup {

/// What a demo is about.
struct DemoLesson {
  Subject subject;
  std::vector<Slide> slides;
  std::vector<SourceText> sources;
  std::string unmet_need;  // why no step can run here; empty if they can
  Settings settings;       // of parameters, to begin with
};

/// A step to run, or with an empty name only the program to build.
struct DemoJob {
  std::string step;
  Settings settings;
};

class Demo {
 public:
  Demo(const Screen& screen, DemoLesson lesson);

  void resize(ScreenSize size);

  /// What a key asks of the terminal's side.
  enum class Wish { kNothing, kStop, kOpenPicture, kSuspend, kRedraw, kQuit, kInterrupt };
  Wish press(const Key& key);

  /// What should run now, if nothing does.
  std::optional<DemoJob> next_job() const;
  void job_begins(const DemoJob& job);
  void built(const std::string& failure, const std::vector<StepInfoEvent>& steps);
  void reported(const Event& event, const std::string& line);
  void printed(Renderer::Stream stream, std::string_view bytes);
  void job_ended(const Judged& judged);
  bool busy() const { return job_.has_value(); }
  /// Of the job that runs, in seconds.
  void time_passes(double seconds);

  /// A line for the person at the keyboard, until the next key.
  void say(std::string message) { message_ = std::move(message); }
  /// The next picture of this screen, in turn; empty if it has none.
  std::string take_picture();

  /// The whole screen, a line each row.
  std::vector<std::string> frame();

  const Slide& slide() const { return lesson_.slides[at_]; }
  std::size_t position() const { return at_; }
  std::size_t slides() const { return lesson_.slides.size(); }
  /// "7 reduce · step 3 of 20"
  std::string place() const;
  /// The title of the screen that follows; empty at the last one.
  std::string next_title() const;
  /// Of the worst step.
  JudgedOutcome outcome() const;

 private:
  enum class View { kSlide, kCode, kHelp };
  /// A line that is being typed: a screen to go to, or a parameter's value.
  struct Prompt {
    bool go_to = false;
    std::vector<ParameterEvent> parameters;
    std::size_t chosen = 0;
    std::string text, error;
  };

  Wish press_in_slide(const Key& key);
  Wish press_letter(char letter);
  void move(char letter);
  void show_help();
  void press_in_code(const Key& key);
  void press_in_prompt(const Key& key);
  bool scroll_key(const Key& key);
  void accept_prompt();
  void go_to(std::size_t slide);
  void go_on();
  void go_back();
  void run_again();
  void reveal();
  void scroll_to_results();
  void open_prompt();
  void show_code();
  void jump_to_block(bool forward);
  bool hidden() const;
  bool waits_for_answer() const;

  SlideState& state() { return states_[at_]; }
  const SlideState& state() const { return states_[at_]; }
  std::size_t steps_before(std::size_t slide) const;
  int body_rows() const;
  int last_scroll();
  const std::vector<std::string>& body();
  PageContent page_content() const;
  std::string header() const;
  std::string status_line();
  std::string keys_line() const;
  void forget_body() { body_.reset(); }

  Screen screen_;
  ScreenSize size_;
  DemoLesson lesson_;
  std::vector<SlideState> states_;
  std::size_t at_ = 0;
  View view_ = View::kSlide;
  std::map<std::size_t, int> scrolls_;  // of slides that were left
  int scroll_ = 0, slide_scroll_ = 0;
  bool follows_results_ = false;  // until the next scrolling: the page begins with the results
  std::optional<Page> body_;
  std::optional<Prompt> prompt_;
  std::string message_;
  std::size_t picture_ = 0;

  std::optional<DemoJob> job_;
  std::size_t job_slide_ = 0;
  double elapsed_ = 0;
  bool is_built_ = false;
  bool stopped_by_user_ = false;
  std::string build_failure_;
  std::vector<StepInfoEvent> listed_;
};

}  // namespace warpup
