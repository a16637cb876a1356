#include "child_session.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <system_error>
#include <utility>

#include "child_text.h"
#include "process_tree.h"

namespace warpup {
namespace {

constexpr std::uint64_t kGraceMs = 1500;   // for the last words of a child that is asked to end
constexpr std::uint64_t kGiveUpMs = 5000;  // for the kernel to end a killed child
constexpr std::uint64_t kDrainMs = 500;    // for the pipes once everything has ended
constexpr std::uint64_t kMemoryMs = 25;    // at 5 GB/s a child passes its limit by 125 MB
constexpr std::array<int, 4> kSignals = {SIGINT, SIGTERM, SIGHUP, SIGTSTP};

void check(int code, const char* what) {
  if (code < 0) throw std::system_error(-code, std::generic_category(), what);
}

/// Under nohup or in the background a shell has the runner ignore signals; that stays so.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

ChildSession::ChildSession(const ChildRequest& request)
    : request_(request),
      stdin_(request.forward_stdin),
      lines_([this](const std::string& line) { call([&] { request_.on_event(line); }); }) {
  check(uv_loop_init(&loop_), "can't make an event loop");
}

ChildSession::~ChildSession() {
  close_all();
  supervisor_.reset();
}

void ChildSession::start(const SpawnPlan& wanted) {
  SpawnPlan plan = wanted;
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  Pipe events = request_.on_event ? make_pipe() : Pipe();
  plan.stdin_fd = stdin_.child_fd();
  plan.stdout_fd = out.write.get();
  plan.stderr_fd = err.write.get();
  plan.event_fd = events.write.get();
  start_signals();
  begin_ = Clock::now();
  supervisor_ = std::make_unique<Supervisor>(plan);
  for (UniqueFd* end : {&out.write, &err.write, &events.write}) end->reset();
  stdin_.child_started();
  watch(stdout_, std::move(out.read), &ChildSession::take_stdout);
  watch(stderr_, std::move(err.read), &ChildSession::take_stderr);
  watch(events_, std::move(events.read), &ChildSession::take_events);
  watch(status_, supervisor_->take_status(), &ChildSession::take_status);
  stdin_.start(&loop_);
  start_timers();
}

ChildResult ChildSession::run() {
  uv_run(&loop_, UV_RUN_DEFAULT);
  close_all();
  supervisor_.reset();
  call([&] { lines_.finish(); });
  if (thrown_) std::rethrow_exception(thrown_);
  return result();
}

void ChildSession::watch(Stream& stream, UniqueFd fd, Reader reader) {
  if (!fd) return;
  stream.session = this;
  stream.reader = reader;
  check(uv_pipe_init(&loop_, &stream.pipe, 0), "can't watch a pipe");
  stream.open = true;
  stream.pipe.data = &stream;
  check(uv_pipe_open(&stream.pipe, fd.get()), "can't watch a pipe");
  fd.release();
  uv_read_start(
      reinterpret_cast<uv_stream_t*>(&stream.pipe),
      [](uv_handle_t* pipe, std::size_t, uv_buf_t* buffer) {
        auto& room = static_cast<Stream*>(pipe->data)->session->buffer_;
        *buffer = uv_buf_init(room.data(), room.size());
      },
      [](uv_stream_t* pipe, ssize_t got, const uv_buf_t*) {
        auto* from = static_cast<Stream*>(pipe->data);
        from->session->read_some(*from, got);
      });
}

void ChildSession::read_some(Stream& stream, ssize_t got) {
  if (got == 0) return;
  if (got > 0) return (this->*stream.reader)({buffer_.data(), static_cast<std::size_t>(got)});
  close_stream(stream);
  if (&stream == &status_) gone_ = true;  // even if the supervisor was killed before its report
  finish_when_done();
}

void ChildSession::close_stream(Stream& stream) {
  if (!stream.open) return;
  stream.open = false;
  uv_close(reinterpret_cast<uv_handle_t*>(&stream.pipe), nullptr);
}

void ChildSession::start_timers() {
  for (uv_timer_t* timer : {&deadline_, &grace_, &memory_}) {
    uv_timer_init(&loop_, timer);
    timer->data = this;
  }
  if (request_.limits.seconds > 0) check_deadline();
  if (request_.limits.memory_bytes == 0) return;
  const auto look = [](uv_timer_t* timer) {
    static_cast<ChildSession*>(timer->data)->check_memory();
  };
  uv_timer_start(&memory_, look, kMemoryMs, kMemoryMs);
}

void ChildSession::start_signals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    if (is_ignored(kSignals[i]) || (kSignals[i] == SIGTSTP && !is_learners_program())) continue;
    uv_signal_init(&loop_, &signals_[i]);
    signals_[i].data = this;
    const auto forward = [](uv_signal_t* watcher, int signal) {
      static_cast<ChildSession*>(watcher->data)->on_signal(signal);
    };
    uv_signal_start(&signals_[i], forward, kSignals[i]);
  }
}

void ChildSession::on_signal(int signal) {
  if (signal == SIGTSTP) return suspend();
  if (outcome_ == Outcome::kInterrupted) return kill_now();  // Ctrl-C again
  stop(Outcome::kInterrupted, "", signal);
  outcome_ = Outcome::kInterrupted;  // even if it was ending already: the runner has to stop, too
  detail_ = "interrupted by " + signal_name(signal);
}

/// Compilers, several at a time, just go on when the runner is suspended.
bool ChildSession::is_learners_program() const {
  return request_.suspends && (request_.on_event || request_.forward_stdin);
}

/// Ctrl-Z: stops the child and the runner; both go on when the shell continues the runner.
void ChildSession::suspend() {
  const auto stopped_at = Clock::now();
  supervisor_->send(SIGSTOP);
  raise(SIGSTOP);
  supervisor_->send(SIGCONT);
  paused_ += Clock::now() - stopped_at;
}

double ChildSession::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_ - paused_).count();
}

void ChildSession::check_deadline() {
  const double left = request_.limits.seconds - seconds();
  // After a time in which the runner itself was stopped, the child may have ended long ago: its
  // pipes are read once before that is judged.
  const bool first_time = !std::exchange(overdue_, left <= 0);
  if (left <= 0 && !first_time) {
    return stop(Outcome::kTimedOut,
                "it ran longer than its limit of " + seconds_text(request_.limits.seconds),
                SIGTERM);
  }
  uv_update_time(&loop_);
  uv_timer_start(
      &deadline_,
      [](uv_timer_t* timer) { static_cast<ChildSession*>(timer->data)->check_deadline(); },
      static_cast<std::uint64_t>(std::ceil(std::max(0.0, std::min(left, 1e6)) * 1e3)), 0);
}

void ChildSession::check_memory() {
  const std::size_t limit = request_.limits.memory_bytes;
  if (memory_below(supervisor_->pid(), limit) <= limit) return;
  stop(Outcome::kMemoryLimit, "it used more memory than its limit of " + bytes_text(limit),
       SIGKILL);
}

void ChildSession::stop(Outcome outcome, std::string detail, int signal) {
  if (stopping_ || gone_ || wait_status_ >= 0) return;  // the first reason is the one that counts
  stopping_ = true;
  outcome_ = outcome;
  detail_ = std::move(detail);
  uv_timer_stop(&deadline_);
  uv_timer_stop(&memory_);
  if (signal == SIGKILL) return kill_now();
  supervisor_->send(signal);
  uv_update_time(&loop_);
  uv_timer_start(
      &grace_, [](uv_timer_t* timer) { static_cast<ChildSession*>(timer->data)->kill_now(); },
      kGraceMs, 0);
}

void ChildSession::kill_now() {
  supervisor_->send(SIGKILL);
  uv_update_time(&loop_);
  const auto give_up = [](uv_timer_t* timer) {
    auto* session = static_cast<ChildSession*>(timer->data);
    session->supervisor_->abandon();
    session->detail_ += "; the system has not ended it yet";
    uv_stop(timer->loop);
  };
  uv_timer_start(&grace_, give_up, kGiveUpMs, 0);
}

void ChildSession::finish_when_done() {
  if (!gone_) return;
  if (!stdout_.open && !stderr_.open && !events_.open) return uv_stop(&loop_);
  // Nobody writes any more, so what the pipes still hold is read at once; unless a descriptor was
  // passed to a process elsewhere.
  uv_timer_start(
      &grace_, [](uv_timer_t* timer) { uv_stop(timer->loop); }, kDrainMs, 0);
}

void ChildSession::close_all() {
  if (closed_) return;
  closed_ = true;
  stdin_.stop();
  const auto close = [](uv_handle_t* handle, void*) {
    if (uv_is_closing(handle) == 0) uv_close(handle, nullptr);
  };
  uv_walk(&loop_, close, nullptr);
  uv_run(&loop_, UV_RUN_DEFAULT);
  uv_loop_close(&loop_);
}

}  // namespace warpup
