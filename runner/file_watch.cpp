#include "file_watch.h"

#include <system_error>
#include <utility>

#include "text_file.h"

namespace warpup {
namespace {

constexpr std::uint64_t kQuietMs = 120;

template <typename Handle>
void close_and_free(Handle* handle) {
  uv_close(reinterpret_cast<uv_handle_t*>(handle),
           [](uv_handle_t* closed) { delete reinterpret_cast<Handle*>(closed); });
}

}  // namespace

FileWatch::FileWatch(uv_loop_t* loop, std::filesystem::path file, std::function<void()> saved)
    : events_(new uv_fs_event_t),
      quiet_(new uv_timer_t),
      file_(std::move(file)),
      saved_(std::move(saved)) {
  uv_fs_event_init(loop, events_);
  uv_timer_init(loop, quiet_);
  events_->data = quiet_->data = this;
  mark_as_seen();
  const std::string folder = file_.parent_path().string();
  const auto on_event = [](uv_fs_event_t* events, const char* name, int, int) {
    static_cast<FileWatch*>(events->data)->changed(name);
  };
  const int error = uv_fs_event_start(events_, on_event, folder.c_str(), 0);
  if (error == 0) return;
  close_and_free(events_);
  close_and_free(quiet_);
  throw std::system_error(-error, std::generic_category(), "can't watch " + folder);
}

FileWatch::~FileWatch() {
  uv_fs_event_stop(events_);
  uv_timer_stop(quiet_);
  close_and_free(events_);
  close_and_free(quiet_);
}

void FileWatch::mark_as_seen() { seen_ = read_file(file_).value_or(""); }

void FileWatch::changed(const char* name) {
  if (name != nullptr && file_.filename() != name) return;
  uv_timer_start(
      quiet_, [](uv_timer_t* timer) { static_cast<FileWatch*>(timer->data)->look(); }, kQuietMs, 0);
}

// A file that is missing is about to be written again.
void FileWatch::look() {
  const auto text = read_file(file_);
  if (!text || *text == seen_) return;
  seen_ = *text;
  saved_();
}

}  // namespace warpup
