#include "demo_loop.h"

#include <unistd.h>
#include <uv.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>

#include "exit_code.h"
#include "full_screen.h"
#include "picture_viewer.h"
#include "session.h"
#include "step_worker.h"

namespace warpup {
namespace {

constexpr std::uint64_t kTickMs = 200;    // of the clock while a step runs
constexpr std::uint64_t kEscapeMs = 100;  // after which an escape is the Escape key
constexpr std::uint64_t kFrameMs = 30;    // at most one frame in this time
constexpr std::array<int, 6> kSignals = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH};

class DemoLoop {
 public:
  DemoLoop(Session& session, const Lesson& lesson, Demo& demo, SpeakerNotes& notes)
      : demo_(demo), notes_(notes) {
    uv_loop_init(&loop_);
    uv_async_init(&loop_, &wake_, [](uv_async_t* async) { self(async)->on_worker(); });
    for (uv_timer_t* timer : {&tick_, &escape_, &frame_}) uv_timer_init(&loop_, timer);
    uv_poll_init(&loop_, &keyboard_, STDIN_FILENO);
    wake_.data = tick_.data = escape_.data = frame_.data = keyboard_.data = this;
    uv_poll_start(&keyboard_, UV_READABLE,
                  [](uv_poll_t* poll, int, int) { self(poll)->on_keyboard(); });
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      uv_signal_init(&loop_, &signals_[i]);
      signals_[i].data = this;
      listen_to(i);
    }
    worker_ = std::make_unique<StepWorker>(session, lesson, session.screen(),
                                           [this] { uv_async_send(&wake_); });
  }

  ~DemoLoop() {
    worker_.reset();
    uv_walk(
        &loop_, [](uv_handle_t* handle, void*) { uv_close(handle, nullptr); }, nullptr);
    uv_run(&loop_, UV_RUN_DEFAULT);
    uv_loop_close(&loop_);
  }

  DemoLoop(const DemoLoop&) = delete;
  DemoLoop& operator=(const DemoLoop&) = delete;

  int run() {
    // Signals are caught from here on: one that is not would leave the terminal changed.
    page_.emplace(FullScreen::Mode::kPage);
    demo_.resize(terminal_size());
    start_job();
    draw();
    uv_run(&loop_, UV_RUN_DEFAULT);
    return exit_code_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  template <typename Handle>
  static DemoLoop* self(Handle* handle) {
    return static_cast<DemoLoop*>(handle->data);
  }

  void listen_to(std::size_t i) {
    uv_signal_start(
        &signals_[i], [](uv_signal_t* watcher, int signal) { self(watcher)->on_signal(signal); },
        kSignals[i]);
  }

  void on_keyboard() {
    std::array<char, 4096> buffer{};
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) return leave(kExitInterrupted);  // the terminal is gone
    press_all(decoder_.add({buffer.data(), static_cast<std::size_t>(got)}));
    if (!decoder_.waits()) return;
    uv_timer_start(
        &escape_, [](uv_timer_t* timer) { self(timer)->press_all(self(timer)->decoder_.flush()); },
        kEscapeMs, 0);
  }

  void press_all(const std::vector<Key>& keys) {
    for (const Key& key : keys) {
      if (left_) return;
      grant(demo_.press(key));
    }
    start_job();
    draw_soon();
  }

  void grant(Demo::Wish wish) {
    switch (wish) {
      case Demo::Wish::kStop:
        stop_worker();
        break;
      case Demo::Wish::kOpenPicture: {
        const std::string picture = demo_.take_picture();
        demo_.say(picture.empty() ? "no picture here" : open_picture(picture));
        break;
      }
      case Demo::Wish::kSuspend:
        suspend();
        break;
      case Demo::Wish::kRedraw:
        demo_.resize(terminal_size());
        break;
      case Demo::Wish::kQuit:
        leave(outcome_exit_code(demo_.outcome()));
        break;
      case Demo::Wish::kInterrupt:
        leave(kExitInterrupted);
        break;
      case Demo::Wish::kNothing:
        break;
    }
  }

  void stop_worker() {
    if (worker_->stop()) ++own_interrupts_;
  }

  void on_signal(int signal) {
    switch (signal) {
      case SIGINT:
        if (own_interrupts_ > 0) {
          --own_interrupts_;  // meant for the child
        } else {
          press_all({{Key::Kind::kInterrupt, ""}});
        }
        break;
      case SIGTSTP:
        suspend();
        break;
      case SIGCONT:
        resume();
        break;
      case SIGWINCH:
        demo_.resize(terminal_size());
        draw_soon();
        break;
      default:
        leave(kExitInterrupted);
    }
  }

  // Leaves the terminal as it was, stops like any program, and comes back with fg. A step that runs
  // goes on: it has no terminal.
  void suspend() {
    constexpr std::size_t kStop = 3;
    static_assert(kSignals[kStop] == SIGTSTP);
    FullScreen::leave();
    uv_signal_stop(&signals_[kStop]);
    ::kill(0, SIGTSTP);  // as the terminal does: to all of this job
    listen_to(kStop);
    resume();
  }

  void resume() {
    FullScreen::leave();
    FullScreen::enter();
    demo_.resize(terminal_size());
    draw();
  }

  void on_worker() {
    worker_->deliver(demo_);
    start_job();
    draw_soon();
  }

  void start_job() {
    if (left_) return;
    if (!demo_.busy()) uv_timer_stop(&tick_);
    const auto job = demo_.next_job();
    if (!job) return;
    demo_.job_begins(*job);
    job_began_ = Clock::now();
    worker_->start(*job);
    uv_timer_start(
        &tick_, [](uv_timer_t* timer) { self(timer)->on_tick(); }, kTickMs, kTickMs);
  }

  void on_tick() {
    demo_.time_passes(std::chrono::duration<double>(Clock::now() - job_began_).count());
    draw_soon();
  }

  void draw_soon() {
    if (uv_is_active(reinterpret_cast<uv_handle_t*>(&frame_)) != 0) return;
    uv_timer_start(
        &frame_, [](uv_timer_t* timer) { self(timer)->draw(); }, kFrameMs, 0);
  }

  void draw() {
    if (left_) return;
    const ScreenSize size = terminal_size();
    FullScreen::draw(demo_.frame(), size.rows);
    notes_.show(demo_);
  }

  void leave(int exit_code) {
    left_ = true;
    exit_code_ = exit_code;
    stop_worker();
    uv_stop(&loop_);
  }

  Demo& demo_;
  SpeakerNotes& notes_;
  std::optional<FullScreen>
      page_;  // ends after the worker, whose programs put back what they found
  uv_loop_t loop_{};
  uv_async_t wake_{};
  uv_timer_t tick_{}, escape_{}, frame_{};
  uv_poll_t keyboard_{};
  std::array<uv_signal_t, kSignals.size()> signals_{};
  std::unique_ptr<StepWorker> worker_;
  KeyDecoder decoder_;
  Clock::time_point job_began_{};
  int own_interrupts_ = 0;
  int exit_code_ = kExitPassed;
  bool left_ = false;
};

}  // namespace

int run_demo(Session& session, const Lesson& lesson, Demo& demo, SpeakerNotes& notes) {
  return DemoLoop(session, lesson, demo, notes).run();
}

}  // namespace warpup
