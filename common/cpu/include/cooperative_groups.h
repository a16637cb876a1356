// CUDA's cooperative groups: blocks, grids, tiles and coalesced threads as objects.
#pragma once

#include "warpup/device/groups/coalesced.h"
#include "warpup/device/groups/partition.h"
#include "warpup/device/groups/thread_group.h"
#include "warpup/device/groups/tile.h"
