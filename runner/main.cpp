// warpup: learn CUDA by running it.
#include <string>
#include <vector>

#include "command_line.h"

int main(int argc, char** argv) {
  return warpup::run_command_line(std::vector<std::string>(argv + 1, argv + argc));
}
