// A lesson explained, executed and checked.
#pragma once

#include <filesystem>
#include <vector>

#include "backend.h"
#include "catalog.h"
#include "lesson_program.h"
#include "renderer.h"

namespace warpup {

class Session;

/// The sources of a lesson: its .cu files; those named *_gpu.cu for the cuda backend alone.
std::vector<std::filesystem::path> lesson_sources(const Lesson& lesson, Backend backend);

Subject lesson_subject(Session& session, const Lesson& lesson);

/// The request that builds a lesson's program, without the session's options.
BuildRequest lesson_build(const Lesson& lesson, Backend backend);

/// Renders the lesson's text up to each step, the step, and so on to the end; returns the outcome.
/// Throws Failure (usage) if a step refuses a setting, or none takes it.
JudgedOutcome run_lesson(Session& session, const Lesson& lesson, const Settings& settings = {});

}  // namespace warpup
