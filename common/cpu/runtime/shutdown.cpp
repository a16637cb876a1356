// The end of the process.
#include <cstdlib>

#include "../checker/hooks.h"
#include "executor.h"

namespace warpup::runtime {
namespace {

// Registered before the program's static objects exist, so it runs after they are gone: what their
// destructors free is no leak. Kernels that still run end with the process, as on a GPU, and what
// they printed since the last synchronisation is never shown. Nothing of the runtime is destroyed,
// so its threads may go on until then.
void at_exit() {
  Executor::stop_all();
  check::at_exit();
}

[[maybe_unused]] const int registered = std::atexit(at_exit);

}  // namespace
}  // namespace warpup::runtime
