// An exercise built, judged and recorded.
#pragma once

#include <filesystem>
#include <string>

#include "catalog.h"
#include "renderer.h"

namespace warpup {

class Session;

/// True if the text is the one that was handed out.
bool is_untouched(const Exercise& exercise, const std::string& text);

/// Judges the exercise's file and renders what comes of it. A pass is recorded. With `source`, that
/// file is judged in place of the learner's, and nothing is recorded. Returns the outcome.
JudgedOutcome check_exercise(Session& session, const Exercise& exercise,
                             const std::filesystem::path& source = {});

}  // namespace warpup
