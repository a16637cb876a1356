// A built program run as a child, with the session's options.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "child.h"
#include "outcome.h"
#include "renderer.h"

namespace warpup {

class Session;

struct LaunchRequest {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;
  double time_limit = 0;  // seconds; --timeout goes before it
  bool forward_stdin = false;
  bool suspends = true;  // as in ChildRequest
  /// Called with each event before it is rendered.
  std::function<void(const Event&)> before_event;
};

struct LaunchResult {
  Tally tally;
  ChildResult child;
};

/// Where a child's events and output go.
struct LaunchSink {
  std::function<void(const Event&, const std::string& line)> event;
  std::function<void(Renderer::Stream, std::string_view)> output;
};

/// How a program runs under the session's options; its output and events go nowhere yet.
ChildRequest child_request(Session& session, const LaunchRequest& request);

/// Runs the program; its events and its output go to the renderer, or to `sink`.
LaunchResult launch(Session& session, const LaunchRequest& request);
LaunchResult launch(Session& session, const LaunchRequest& request, const LaunchSink& sink);

/// True if the build of this session has the checker in it.
bool is_checked(Session& session);

/// The request with the session's backend and build.
BuildRequest session_build(Session& session, BuildRequest request);

/// Builds with the session's backend, between build_begins and build_ended of the renderer. Throws
/// Failure (internal) if the machine can't build.
BuildResult build(Session& session, const BuildRequest& request);

/// "reduce did not build: lessons/07_reduce/lesson.cu:14"; interrupted, if that is why.
Judged did_not_build(const BuildResult& result);

}  // namespace warpup
