// warpup watch without a terminal, and the files that it watches.
#include "catch.hpp"
#include "child.h"
#include "file_watch.h"
#include "program.h"

namespace {

struct Seen {};

// Runs the loop until `saved` was called, or for so many milliseconds; returns how often it was.
class WatchedFile {
 public:
  explicit WatchedFile(const std::filesystem::path& file) {
    uv_loop_init(&loop_);
    uv_timer_init(&loop_, &timer_);
    timer_.data = this;
    watch_ = std::make_unique<warpup::FileWatch>(&loop_, file, [this] {
      ++saves_;
      uv_stop(&loop_);
    });
  }
  ~WatchedFile() {
    watch_.reset();
    uv_close(reinterpret_cast<uv_handle_t*>(&timer_), nullptr);
    uv_run(&loop_, UV_RUN_DEFAULT);
    uv_loop_close(&loop_);
  }
  int saves_within(std::uint64_t milliseconds) {
    saves_ = 0;
    uv_timer_start(
        &timer_, [](uv_timer_t* timer) { uv_stop(timer->loop); }, milliseconds, 0);
    uv_run(&loop_, UV_RUN_DEFAULT);
    uv_timer_stop(&timer_);
    return saves_;
  }

 private:
  uv_loop_t loop_{};
  uv_timer_t timer_{};
  std::unique_ptr<warpup::FileWatch> watch_;
  int saves_ = 0;
};

constexpr std::uint64_t kLong = 5000, kShort = 500;

}  // namespace

TEST_CASE("a save is told once: by writing, by renaming, after the file was gone") {
  const TemporaryFolder folder;
  const auto file = folder.write("a.cu", "one");
  WatchedFile watched(file);
  folder.write("a.cu", "two");
  CHECK(watched.saves_within(kLong) == 1);
  folder.write("a.cu~", "three");
  std::filesystem::rename(folder.path() / "a.cu~", file);
  CHECK(watched.saves_within(kLong) == 1);
  std::filesystem::remove(file);
  CHECK(watched.saves_within(kShort) == 0);
  folder.write("a.cu", "four");
  CHECK(watched.saves_within(kLong) == 1);
}

TEST_CASE("the same text again, and other files, are no save") {
  const TemporaryFolder folder;
  const auto file = folder.write("a.cu", "one");
  WatchedFile watched(file);
  folder.write("a.cu", "one");
  folder.write("b.cu", "other");
  CHECK(watched.saves_within(kShort) == 0);
}

TEST_CASE("watch in a pipe needs no keys") {
  const CourseCopy course;
  const std::string right = course.read("exercises/02_outcomes/passes.cu");
  std::string out;
  int saves = 0;
  warpup::ChildRequest request;
  request.program = WARPUP_PROGRAM;
  request.arguments = {"--course", ".", "--backend", "cpu", "watch", "2.1"};
  request.working_directory = course.path();
  request.environment = {{"COLUMNS", "80"}, {"LC_ALL", "C.UTF-8"}};
  request.limits.seconds = 200;
  request.on_stdout = [&](std::string_view bytes) {
    out += bytes;
    if (saves == 0 && out.find("watching") != std::string::npos) {
      ++saves;
      course.write("exercises/02_outcomes/passes.cu", right + "\n#error saved\n");
    }
    if (out.find("did not build: exercise 2.1") != std::string::npos) throw Seen();
  };
  CHECK_THROWS_AS(warpup::run_child(request), Seen);
  CHECK(out.find("passed: exercise 2.1 passes") < out.find("did not build"));
  CHECK(out.find('\x1b') == std::string::npos);
  CHECK(out.find("q quit") == std::string::npos);
}

TEST_CASE("watch knows its exercises") {
  const CourseCopy course;
  CHECK(course.run({"watch", "pases"}).complains("warpup watch passes"));
}
