// Array indices that GCC checks against the array's type (-fsanitize=bounds), and virtual calls.
#pragma once

namespace warpup::check {

/// Device code reads the vtable pointer of an object: reports one that was built on the host.
void check_virtual_call(void** object, const void* pc);

}  // namespace warpup::check
