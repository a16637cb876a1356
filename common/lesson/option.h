// A lesson's own options: declared in its lesson.toml, given as `warpup run 9 --image FILE`.
#pragma once

#include <string>

namespace lesson {

/// What was given for the option `name`; empty if nothing was. Of an option whose value is a FILE
/// it is the path of a file that was there when the lesson began.
std::string option(const std::string& name);

}  // namespace lesson
