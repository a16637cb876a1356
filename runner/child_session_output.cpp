// What a child says: its output, its events, and how it ended.
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "child_session.h"
#include "child_text.h"

namespace warpup {
namespace {

// Events are no output of the learner's, so a short output limit is not theirs; but a lesson has no
// use for more.
constexpr std::size_t kMostEventBytes = std::size_t{64} << 20;

std::string start_failure(const SupervisorReport& report, const ChildRequest& request) {
  const std::string reason = std::strerror(report.value);
  switch (report.stage) {
    case SupervisorReport::Stage::kDirectory:
      return "can't use the working directory " + request.working_directory.string() + ": " +
             reason;
    case SupervisorReport::Stage::kDescriptors:
      return "can't set up its files: " + reason + "; raise `ulimit -n`";
    case SupervisorReport::Stage::kFork:
      return "can't start a process: " + reason;
    case SupervisorReport::Stage::kExec:
      break;
  }
  std::error_code none;
  const bool is_there = std::filesystem::exists(request.program, none);
  return "can't start " + request.program.string() + ": " +
         (report.value == ENOENT && is_there ? "the interpreter or loader it names is missing"
                                             : reason);
}

}  // namespace

void ChildSession::call(const std::function<void()>& callback) {
  if (thrown_) return;
  const auto called_at = Clock::now();
  try {
    callback();
  } catch (...) {
    thrown_ = std::current_exception();
    stop(Outcome::kInterrupted, "the runner failed", SIGKILL);
  }
  if (wait_status_ < 0) paused_ += Clock::now() - called_at;
}

void ChildSession::take_stdout(std::string_view text) {
  text = within_limit(text, output_, request_.limits.output_bytes);
  if (request_.on_stdout && !text.empty()) call([&] { request_.on_stdout(text); });
}

void ChildSession::take_stderr(std::string_view text) {
  text = within_limit(text, output_, request_.limits.output_bytes);
  if (request_.on_stderr && !text.empty()) call([&] { request_.on_stderr(text); });
}

void ChildSession::take_events(std::string_view text) {
  const std::size_t limit = request_.limits.output_bytes;
  text = within_limit(text, event_bytes_, limit == 0 ? 0 : std::max(limit, kMostEventBytes));
  if (!text.empty()) lines_.add(text);
}

std::string_view ChildSession::within_limit(std::string_view text, std::size_t& total,
                                            std::size_t limit) {
  if (limit == 0) return text;
  const std::size_t room = limit - std::min(limit, total);
  total += text.size();
  if (text.size() <= room) return text;
  stop(Outcome::kOutputLimit, "it wrote more than its limit of " + bytes_text(limit), SIGKILL);
  return text.substr(0, room);
}

void ChildSession::take_status(std::string_view text) {
  reports_.append(text);
  SupervisorReport report{};
  while (reports_.size() >= sizeof(report)) {
    std::memcpy(&report, reports_.data(), sizeof(report));
    reports_.erase(0, sizeof(report));
    take_report(report);
  }
}

void ChildSession::take_report(const SupervisorReport& report) {
  switch (report.kind) {
    case SupervisorReport::Kind::kFailed:
      if (outcome_ != Outcome::kInterrupted) outcome_ = Outcome::kNotStarted;
      detail_ = start_failure(report, request_);
      stopping_ = true;
      break;
    case SupervisorReport::Kind::kExited:
      wait_status_ = report.value;
      seconds_ = std::max(0.0, seconds());
      break;
    case SupervisorReport::Kind::kGone:
      left_running_ = report.value;
      break;
  }
}

ChildResult ChildSession::result() {
  ChildResult result;
  result.outcome = outcome_;
  result.seconds = seconds_ >= 0 ? seconds_ : std::max(0.0, seconds());
  result.events = lines_.accepted();
  result.dropped_events = lines_.dropped();
  result.detail = detail_;
  if (outcome_ == Outcome::kNotStarted) return result;
  if (wait_status_ >= 0 && WIFEXITED(wait_status_)) {
    result.exit_code = WEXITSTATUS(wait_status_);
  } else {
    result.signal = wait_status_ >= 0 ? WTERMSIG(wait_status_) : SIGKILL;
    result.signal_name = signal_name(result.signal);
    if (outcome_ == Outcome::kExited) result.outcome = Outcome::kSignalled;
    if (outcome_ == Outcome::kExited) result.detail = signal_meaning(result.signal);
  }
  if (left_running_ > 0 && outcome_ == Outcome::kExited) {
    if (!result.detail.empty()) result.detail += "; ";
    result.detail += left_running_ == 1 ? "ended 1 process that it had left running"
                                        : "ended " + std::to_string(left_running_) +
                                              " processes that it had left running";
  }
  return result;
}

}  // namespace warpup
