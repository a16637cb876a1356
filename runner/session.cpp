#include "session.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "build.h"
#include "failure.h"
#include "renderer.h"

namespace warpup {

Session::Session(CommonOptions options)
    : options_(std::move(options)), screen_(detect_screen(options_.no_color)) {
  if (options_.course.empty()) options_.course = configured_toolchain().source_root;
}

Session::~Session() = default;

const Catalog& Session::catalog() {
  if (!catalog_) catalog_ = Catalog::load(options_.course);
  return *catalog_;
}

Progress& Session::progress() {
  if (!progress_) {
    progress_ = Progress::load(catalog().root());
    if (!progress_->message().empty()) remark(progress_->message());
  }
  return *progress_;
}

Renderer& Session::renderer() {
  if (!renderer_) renderer_ = make_renderer(options_, screen_);
  return *renderer_;
}

Backend Session::backend() {
  if (!backend_) {
    const CudaStatus cuda = options_.backend == "cpu" ? CudaStatus() : detect_cuda();
    if (options_.backend == "cuda" && !cuda.usable()) {
      throw Failure::usage("the cuda backend can't run here: " + cuda.why_not,
                           "warpup doctor, or the same with --backend cpu");
    }
    backend_ = cuda.usable() ? Backend::kCuda : Backend::kCpu;
  }
  return *backend_;
}

void Session::remark(const std::string& text) const {
  if (options_.quiet) return;
  std::fflush(stdout);
  std::fputs(fmt::format("warpup: {}\n", text).c_str(), stderr);
}

const Exercise* next_unfinished(Session& session) {
  for (const Exercise* exercise : session.catalog().exercises()) {
    if (!session.progress().exercise(exercise->name).passed) return exercise;
  }
  return nullptr;
}

}  // namespace warpup
