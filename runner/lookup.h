// From what a user types to the lessons and exercises that are meant.
#pragma once

#include <string>
#include <vector>

#include "catalog.h"

namespace warpup {

/// The lessons that `typed` names: "7", "07", "reduce", "07_reduce", a path to its folder, or a
/// chapter of the course ("1.8", "driver-1.4", "reduce-sum"), which may be covered by several.
/// Throws Failure (usage) with the nearest names; `command` is the word its advice begins with
/// ("run").
std::vector<const Lesson*> find_lessons(const Catalog& catalog, const std::string& typed,
                                        const std::string& command);

/// A sentence for the user where `typed` is a chapter's number without its part, and the runtime
/// part, which is meant, is not the only one that has it; else empty.
std::string other_chapters(const Catalog& catalog, const std::string& typed);

/// The exercises that `typed` names: "7.2", "block_sum", a path to its file, or a lesson, which
/// means all of its exercises. Throws Failure (usage) with the nearest names.
std::vector<const Exercise*> find_exercises(const Catalog& catalog, const std::string& typed,
                                            const std::string& command);

/// The one exercise that `typed` names. Throws Failure (usage) if it names several.
const Exercise& find_exercise(const Catalog& catalog, const std::string& typed,
                              const std::string& command);

}  // namespace warpup
