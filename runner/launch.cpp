#include "launch.h"

#include "build_view.h"
#include "failure.h"
#include "line_buffering.h"
#include "sanitizer.h"
#include "session.h"

namespace warpup {
namespace {

constexpr std::size_t kMemoryLimit = std::size_t{8} << 30;  // bytes
constexpr std::size_t kSanitizedMemoryLimit = std::size_t{32} << 30;
constexpr double kSanitizedSlower = 10;
constexpr std::size_t kOutputLimit = std::size_t{64} << 20;

}  // namespace

ChildRequest child_request(Session& session, const LaunchRequest& request) {
  const CommonOptions& options = session.options();
  ChildRequest child;
  child.program = request.program;
  child.arguments = request.arguments;
  child.environment = line_buffering_environment();
  child.environment.insert(child.environment.end(), request.environment.begin(),
                           request.environment.end());
  if (options.seed) child.environment.emplace_back("WARPUP_SEED", std::to_string(*options.seed));
  if (options.profile) child.environment.emplace_back("WARPUP_PROFILE", "1");
  child.limits.seconds = options.timeout > 0 ? options.timeout : request.time_limit;
  if (is_sanitized(session)) {
    // The tools take their time and memory, too. A deadline of the user's holds for each of them.
    if (options.timeout <= 0) child.limits.seconds *= kSanitizedSlower;
    child.limits.memory_bytes = kSanitizedMemoryLimit;
  } else {
    child.limits.memory_bytes = kMemoryLimit;
  }
  child.limits.output_bytes = kOutputLimit;
  child.forward_stdin = request.forward_stdin;
  child.suspends = request.suspends;
  return child;
}

LaunchResult launch(Session& session, const LaunchRequest& request, const LaunchSink& sink) {
  LaunchResult result;
  ChildRequest child = child_request(session, request);
  child.on_event = [&](const std::string& line) {
    Event event = parse_event(line);
    result.tally.add(event);
    if (request.before_event) request.before_event(event);
    sink.event(event, line);
  };
  child.on_stdout = [&](std::string_view bytes) { sink.output(Renderer::Stream::kOut, bytes); };
  child.on_stderr = [&](std::string_view bytes) { sink.output(Renderer::Stream::kError, bytes); };
  result.child = is_sanitized(session)
                     ? run_sanitized(find_sanitizer(configured_toolchain()), child)
                     : run_child(child);
  return result;
}

LaunchResult launch(Session& session, const LaunchRequest& request) {
  Renderer& renderer = session.renderer();
  LaunchSink sink;
  sink.event = [&](const Event& event, const std::string& line) { renderer.event(event, line); };
  sink.output = [&](Renderer::Stream stream, std::string_view bytes) {
    renderer.output(stream, bytes);
  };
  return launch(session, request, sink);
}

bool is_checked(Session& session) {
  return session.backend() == Backend::kCpu && !session.options().fast;
}

BuildRequest session_build(Session& session, BuildRequest request) {
  request.backend = session.backend();
  request.check = is_checked(session);
  // Lines of host code, for reports of failed calls and leaks.
  if (is_sanitized(session)) request.extra_flags.emplace_back("-g");
  return request;
}

BuildResult build(Session& session, const BuildRequest& request) {
  const BuildRequest whole = session_build(session, request);
  session.renderer().build_begins();
  BuildResult result = build_program(whole);
  session.renderer().build_ended(result);
  if (!result.internal_error.empty() && !result.interrupted) {
    throw Failure::internal(request.name + " could not be built: " + result.internal_error,
                            "warpup doctor");
  }
  return result;
}

Judged did_not_build(const BuildResult& result) {
  if (result.interrupted) return {JudgedOutcome::kInterrupted, ""};
  return {JudgedOutcome::kDidNotBuild, first_error_place(result.messages)};
}

}  // namespace warpup
