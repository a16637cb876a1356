// The device's heap is the host's; in the check build it is told which memory device code took.
#pragma once

#include <cstddef>

namespace warpup {

void note_device_memory(void* p, std::size_t bytes);
void forget_device_memory(void* p);

}  // namespace warpup
