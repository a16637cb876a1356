#include "step_worker.h"

#include <unistd.h>

#include <csignal>
#include <exception>
#include <utility>

#include "build_view.h"
#include "launch.h"
#include "lesson_program.h"
#include "lesson_run.h"
#include "session.h"

namespace warpup {
namespace {

constexpr int kTextWidth = 72;

// What a build that failed shows: the compiler's messages, or what the machine lacks.
std::string build_failure(const Screen& screen, const Lesson& lesson, const BuildResult& result) {
  std::string text =
      paint(screen, lesson.name + " did not build", kBad) + "; r builds it again\n\n";
  if (!result.internal_error.empty()) return text + result.internal_error;
  const std::string messages =
      compiler_messages_text(screen, result.messages, {"", lesson.folder}, kTextWidth);
  return text + (messages.empty() ? result.raw : messages);
}

}  // namespace

StepWorker::StepWorker(Session& session, const Lesson& lesson, const Screen& screen,
                       std::function<void()> wake)
    : session_(session), lesson_(lesson), screen_(screen), wake_(std::move(wake)) {}

StepWorker::~StepWorker() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void StepWorker::start(const DemoJob& job) {
  if (thread_.joinable()) thread_.join();
  stop_ = false;
  running_ = true;
  thread_ = std::thread([this, job] { run(job); });
}

bool StepWorker::stop() {
  if (!running_) return false;
  stop_ = true;
  // Whoever runs a child listens to this signal: the compilers' as well as the lesson's.
  ::kill(::getpid(), SIGINT);
  return true;
}

void StepWorker::run(const DemoJob& job) {
  Judged judged;
  try {
    judged = build_and_run(job);
  } catch (const std::exception& error) {
    judged = {JudgedOutcome::kFailed, std::string("a fault of warpup itself: ") + error.what()};
  }
  running_ = false;
  post([judged](Demo& demo) { demo.job_ended(judged); });
}

Judged StepWorker::build_and_run(const DemoJob& job) {
  const Judged interrupted{JudgedOutcome::kInterrupted, ""};
  const BuildResult built =
      build_program(session_build(session_, lesson_build(lesson_, session_.backend())));
  if (built.interrupted || stop_) return interrupted;
  if (!built.ok) {
    const std::string failure = build_failure(screen_, lesson_, built);
    post([failure](Demo& demo) { demo.built(failure, {}); });
    return did_not_build(built);
  }
  program_ = built.program;
  const StepList list = list_steps(session_, lesson_, program_);
  if (list.judged.outcome == JudgedOutcome::kInterrupted || stop_) return interrupted;
  const bool listed = list.judged.outcome == JudgedOutcome::kPassed;
  const std::string failure =
      listed ? "" : "the lesson's steps could not be listed: " + list.judged.message;
  post([failure, steps = list.steps](Demo& demo) { demo.built(failure, steps); });
  if (!listed || job.step.empty()) return list.judged;
  return run_step(job);
}

Judged StepWorker::run_step(const DemoJob& job) {
  LaunchSink sink;
  sink.event = [this](const Event& event, const std::string& line) {
    post([event, line](Demo& demo) { demo.reported(event, line); });
  };
  sink.output = [this](Renderer::Stream stream, std::string_view bytes) {
    post([stream, text = std::string(bytes)](Demo& demo) { demo.printed(stream, text); });
  };
  LaunchRequest request = step_request(session_, lesson_, program_, {job.step}, job.settings);
  request.suspends = false;  // the screen has to be left first
  const LaunchResult result = launch(session_, request, sink);
  return judge(result.tally, result.child, Expected{true, is_checked(session_)});
}

void StepWorker::post(Message message) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    messages_.push_back(std::move(message));
  }
  wake_();
}

void StepWorker::deliver(Demo& demo) {
  std::vector<Message> messages;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    messages.swap(messages_);
  }
  for (const Message& message : messages) message(demo);
}

}  // namespace warpup
