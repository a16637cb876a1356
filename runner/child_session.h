// One run of a child: its pipes, its clock, and the decision how it ended.
#pragma once

#include <sys/types.h>
#include <uv.h>

#include <array>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "child.h"
#include "child_events.h"
#include "child_stdin.h"
#include "child_supervisor.h"

namespace warpup {

class ChildSession {
 public:
  explicit ChildSession(const ChildRequest& request);
  ~ChildSession();
  ChildSession(const ChildSession&) = delete;
  ChildSession& operator=(const ChildSession&) = delete;

  /// Starts the child. Throws std::system_error where the machine can't.
  void start(const SpawnPlan& plan);
  /// Runs it to its end. Throws what a callback threw.
  ChildResult run();

 private:
  using Clock = std::chrono::steady_clock;
  using Reader = void (ChildSession::*)(std::string_view);

  /// A pipe of the child's, and who takes its text.
  struct Stream {
    ChildSession* session = nullptr;
    uv_pipe_t pipe{};
    Reader reader = nullptr;
    bool open = false;
  };

  void watch(Stream& stream, UniqueFd fd, Reader reader);
  void read_some(Stream& stream, ssize_t got);
  void close_stream(Stream& stream);
  void start_timers();
  void start_signals();
  void on_signal(int signal);
  void suspend();
  bool is_learners_program() const;
  void check_deadline();
  void check_memory();

  void take_stdout(std::string_view text);
  void take_stderr(std::string_view text);
  void take_events(std::string_view text);
  void take_status(std::string_view text);
  void take_report(const SupervisorReport& report);
  /// The part of `text` that the output limit still allows; stops the child when that is not all.
  std::string_view within_limit(std::string_view text, std::size_t& total, std::size_t limit);
  /// Calls `callback`; its time is not the child's, and an exception of it ends the child.
  void call(const std::function<void()>& callback);

  /// Ends the child for `outcome`: with `signal` first, where that is not SIGKILL, and for good
  /// soon.
  void stop(Outcome outcome, std::string detail, int signal);
  void kill_now();
  void finish_when_done();
  void close_all();
  double seconds() const;
  ChildResult result();

  const ChildRequest& request_;
  uv_loop_t loop_{};
  Stream stdout_, stderr_, events_, status_;
  uv_timer_t deadline_{}, grace_{}, memory_{};
  std::array<uv_signal_t, 4> signals_{};
  std::array<char, 65536> buffer_{};

  ChildStdin stdin_;
  EventLines lines_;
  std::unique_ptr<Supervisor> supervisor_;
  std::string reports_;  // bytes of a report that is not whole yet
  std::size_t output_ = 0, event_bytes_ = 0;

  Clock::time_point begin_{};
  Clock::duration paused_{};  // in callbacks, or suspended with Ctrl-Z
  double seconds_ = -1;       // once the child has ended
  bool stopping_ = false, gone_ = false, closed_ = false, overdue_ = false;
  Outcome outcome_ = Outcome::kExited;
  std::string detail_;
  int wait_status_ = -1;
  int left_running_ = 0;
  std::exception_ptr thrown_;
};

}  // namespace warpup
