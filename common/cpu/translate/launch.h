// kernel<<<grid, block>>>(arguments)
#pragma once

#include "unit.h"

namespace warpup::cu2cpp {

/// Rewrites the launch whose `<<<` begins at `i`. The code inside of it is translated as the walk
/// goes on.
void rewrite_launch(Unit& unit, Index i);

}  // namespace warpup::cu2cpp
