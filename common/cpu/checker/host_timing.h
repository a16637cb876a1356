// Launches that the host times without waiting for them.
#pragma once

namespace warpup::check {

struct Op;

/// The calling host thread has queued this launch.
void note_launch(const Op* op);
/// At the end of the process: the calling thread's reading that was too early, if there is one.
void report_host_timing();

}  // namespace warpup::check
