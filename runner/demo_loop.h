// A demo on a terminal: keys, signals, the clock and the worker, and the frames that come of them.
#pragma once

#include "demo.h"
#include "speaker_notes.h"

namespace warpup {

class Session;
struct Lesson;

/// Runs the demo until it is left. Returns the exit code.
int run_demo(Session& session, const Lesson& lesson, Demo& demo, SpeakerNotes& notes);

}  // namespace warpup
