// Builds a lesson and runs its steps in a thread of its own, so that a screen stays alive
// meanwhile.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "demo.h"

namespace warpup {

class Session;
struct Lesson;

class StepWorker {
 public:
  /// `wake` is called from the thread when deliver() has something to do. The session must know its
  /// backend already.
  StepWorker(Session& session, const Lesson& lesson, const Screen& screen,
             std::function<void()> wake);
  /// Stops what runs, and waits for its end.
  ~StepWorker();
  StepWorker(const StepWorker&) = delete;
  StepWorker& operator=(const StepWorker&) = delete;

  /// Begins a job; none may run.
  void start(const DemoJob& job);
  /// Asks the job to end, as Ctrl-C does. Returns false if none runs.
  bool stop();
  /// Hands what has happened since to the demo, on the caller's thread.
  void deliver(Demo& demo);

 private:
  using Message = std::function<void(Demo&)>;
  void run(const DemoJob& job);
  Judged build_and_run(const DemoJob& job);
  Judged run_step(const DemoJob& job);
  void post(Message message);

  Session& session_;
  const Lesson& lesson_;
  const Screen& screen_;
  std::function<void()> wake_;
  std::thread thread_;
  std::atomic<bool> running_{false}, stop_{false};
  std::filesystem::path program_;
  std::mutex mutex_;
  std::vector<Message> messages_;
};

}  // namespace warpup
