// The middle one of three steps kills its process.
#include <csignal>

#include "../steps.h"

void before() { check("before", "1", "1"); }
void killer() { std::raise(SIGSEGV); }
void after() { check("after", "1", "1"); }

int main(int argc, char** argv) {
  return run_steps({{"before", before}, {"killer", killer}, {"after", after}}, argc, argv);
}
