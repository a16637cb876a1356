// A demo on paper: every screen, one after the other, with its results.
#pragma once

#include "demo.h"

namespace warpup {

class Session;
struct Lesson;

/// Prints the screens on standard output as the steps run; with the speaker's notes, if
/// `with_notes`. Returns the exit code.
int print_handout(Session& session, const Lesson& lesson, const DemoLesson& content,
                  bool with_notes);

}  // namespace warpup
