// warpup watch: checks an exercise again at each save.
#include <fmt/format.h>
#include <unistd.h>
#include <uv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <system_error>

#include "commands.h"
#include "exercise_check.h"
#include "failure.h"
#include "file_watch.h"
#include "full_screen.h"
#include "key.h"
#include "lookup.h"
#include "text_file.h"

namespace warpup {
namespace {

constexpr std::array<int, 5> kSignals = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT};

class Watch {
 public:
  Watch(Session& session, std::size_t first)
      : session_(session),
        exercises_(session.catalog().exercises()),
        at_(first),
        has_keys_(session.screen().interactive) {
    uv_loop_init(&loop_);
    if (has_keys_) uv_poll_init(&loop_, &keyboard_, STDIN_FILENO);
    keyboard_.data = this;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      uv_signal_init(&loop_, &signals_[i]);
      signals_[i].data = this;
    }
  }

  ~Watch() {
    file_.reset();
    const auto close = [](uv_handle_t* handle, void*) {
      if (uv_is_closing(handle) == 0) uv_close(handle, nullptr);
    };
    uv_walk(&loop_, close, nullptr);
    uv_run(&loop_, UV_RUN_DEFAULT);
    uv_loop_close(&loop_);
  }

  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  int run() {
    choose(at_);
    while (!left_) {
      if (wanted_) check_now();
      if (!left_) wait();
    }
    return exit_code_;
  }

 private:
  template <typename Handle>
  static Watch* self(Handle* handle) {
    return static_cast<Watch*>(handle->data);
  }

  const Exercise& exercise() const { return *exercises_[at_]; }

  void choose(std::size_t index) {
    at_ = index;
    wanted_ = true;
    try {
      file_ = std::make_unique<FileWatch>(&loop_, exercise().file, [this] { want_check(); });
    } catch (const std::system_error& error) {
      throw Failure::internal(error.what(), "warpup check " + exercise().name);
    }
  }

  void want_check() {
    wanted_ = true;
    uv_stop(&loop_);
  }

  // The terminal is as for any command while the check runs: Ctrl-C and Ctrl-Z are the child's.
  void check_now() {
    wanted_ = false;
    file_->mark_as_seen();
    const JudgedOutcome outcome = check_exercise(session_, exercise());
    last_ = outcome_exit_code(outcome);
    if (outcome == JudgedOutcome::kInterrupted) return leave(kExitInterrupted);
    tell_keys();
  }

  void tell_keys() const {
    if (session_.options().json) return;
    const Screen& screen = session_.screen();
    const std::string file = shown_path(exercise().file);
    std::puts(("\n" + paint(screen, "watching " + file, kBold)).c_str());
    if (has_keys_) {
      const char* keys = "n next  p previous  h hint  l list  r run again  q quit";
      std::puts(paint(screen, keys, kDim).c_str());
    }
    std::fflush(stdout);
  }

  // Until a save, a key or a signal asks for something.
  void wait() {
    start_listening();  // first: a signal that nobody catches would leave the terminal changed
    std::unique_ptr<FullScreen> mode;
    if (has_keys_) mode = std::make_unique<FullScreen>(FullScreen::Mode::kKeys);
    uv_run(&loop_, UV_RUN_DEFAULT);
    mode.reset();
    stop_listening();
  }

  void start_listening() {
    if (has_keys_) {
      uv_poll_start(&keyboard_, UV_READABLE,
                    [](uv_poll_t* poll, int, int) { self(poll)->on_keyboard(); });
    }
    for (std::size_t i = 0; i < kSignals.size(); ++i) listen_to(i);
  }

  void listen_to(std::size_t i) {
    const auto on_signal = [](uv_signal_t* watcher, int signal) {
      self(watcher)->on_signal(signal);
    };
    uv_signal_start(&signals_[i], on_signal, kSignals[i]);
  }

  void stop_listening() {
    if (has_keys_) uv_poll_stop(&keyboard_);
    for (uv_signal_t& signal : signals_) uv_signal_stop(&signal);
  }

  void on_signal(int signal) {
    constexpr std::size_t kStop = 3;
    static_assert(kSignals[kStop] == SIGTSTP);
    if (signal == SIGTSTP) {
      if (has_keys_) FullScreen::leave();
      uv_signal_stop(&signals_[kStop]);
      ::kill(0, SIGTSTP);  // as the terminal does: to all of this job
      listen_to(kStop);
    }
    if (signal != SIGTSTP && signal != SIGCONT) return leave(kExitInterrupted);
    if (!has_keys_) return;
    FullScreen::leave();
    FullScreen::enter();
  }

  void on_keyboard() {
    std::array<char, 256> buffer{};
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) return leave(kExitInterrupted);  // the terminal is gone
    for (const Key& key : decoder_.add({buffer.data(), static_cast<std::size_t>(got)})) {
      if (left_) return;
      press(key);
    }
  }

  void press(const Key& key) {
    if (key.is('q')) return leave(last_);
    if (key.is('r')) return want_check();
    if (key.is('n')) return step(1);
    if (key.is('p')) return step(-1);
    if (key.is('h')) hint();
    if (key.is('l')) show_list(session_);
    if (key.is('?') || key.is('h') || key.is('l')) tell_keys();
  }

  void hint() {
    try {
      show_hint(session_, exercise());
    } catch (const Failure& failure) {
      std::puts(failure.what());
    }
  }

  void step(int by) {
    const auto last = static_cast<int>(exercises_.size()) - 1;
    const int wanted = static_cast<int>(at_) + by;
    if (wanted < 0 || wanted > last) {
      std::puts(wanted < 0 ? "this is the first exercise" : "this is the last exercise");
      return;
    }
    choose(static_cast<std::size_t>(wanted));
    uv_stop(&loop_);
  }

  void leave(int exit_code) {
    left_ = true;
    exit_code_ = exit_code;
    uv_stop(&loop_);
  }

  Session& session_;
  std::vector<const Exercise*> exercises_;
  std::size_t at_;
  bool has_keys_;
  uv_loop_t loop_{};
  uv_poll_t keyboard_{};
  std::array<uv_signal_t, kSignals.size()> signals_{};
  std::unique_ptr<FileWatch> file_;
  KeyDecoder decoder_;
  bool wanted_ = false, left_ = false;
  int last_ = kExitPassed, exit_code_ = kExitPassed;
};

// The exercise that was named, or the first that has not passed.
std::size_t first_exercise(Session& session, const std::string& typed) {
  const auto exercises = session.catalog().exercises();
  if (exercises.empty()) throw Failure::usage("this course has no exercises", "warpup list");
  const Exercise* chosen = typed.empty() ? next_unfinished(session)
                                         : find_exercises(session.catalog(), typed, "watch")[0];
  if (chosen == nullptr) {
    throw Failure::usage("every exercise has passed; name one to watch it",
                         "warpup watch " + exercises.front()->name);
  }
  return static_cast<std::size_t>(std::find(exercises.begin(), exercises.end(), chosen) -
                                  exercises.begin());
}

}  // namespace

void add_watch_command(CLI::App& app, Action& chosen) {
  auto exercise = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("watch", "Check an exercise again at each save");
  command->add_option("exercise", *exercise,
                      "7.2, block_sum, ...; none: the first that has not passed");
  command->footer("Keys: n next, p previous, h hint, l list, r run again, q quit.");
  command->callback([exercise, &chosen] {
    chosen = [exercise](Session& session) {
      const std::size_t first = first_exercise(session, *exercise);
      return Watch(session, first).run();
    };
  });
}

}  // namespace warpup
