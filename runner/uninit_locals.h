// Local variables used before they have a value. They live in registers, which the checker does not
// see; the compiler suspects them, wrongly at times. So a suspicion is put to the test: the program
// is built twice more, with all such variables starting as zero, and with a pattern. If what comes
// back from the device depends on that, the suspicion was right. Arrays, of which the compiler
// knows little, are suspected where nothing else explains a result.
#pragma once

#include <string>
#include <vector>

#include "build.h"
#include "child.h"

namespace warpup {

class Session;
struct LaunchRequest;
struct LaunchResult;

/// The diagnosis as an event (a JSON line), or empty. `request` and `built` are of the build under
/// test, `child` is how its program ran. Without a warning of the compiler it costs nothing, or
/// with `arrays` without an array in a kernel that is declared with no value.
std::string find_uninit_local(const BuildRequest& request, const BuildResult& built,
                              const ChildRequest& child, const Toolchain& toolchain,
                              bool arrays = false);

/// The same for a program that `launch` has run: the renderer and the tally get the diagnosis.
void judge_uninit_locals(Session& session, const BuildRequest& request, const BuildResult& built,
                         const LaunchRequest& launched, LaunchResult& result);

}  // namespace warpup
