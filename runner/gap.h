// The gaps of an exercise: what is left for the learner to write.
#pragma once

#include <string>
#include <vector>

namespace warpup {

/// From a line `// TODO(name): what` to the line `// END(name)`, both included.
struct Gap {
  std::string name;
  std::string todo;  // what is to be done, from the TODO line and the comment lines below it
  int first_line = 0, last_line = 0;  // from 1; last_line is 0 where the end is missing
};

std::vector<Gap> find_gaps(const std::string& text);

}  // namespace warpup
