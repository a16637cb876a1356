#pragma once
#include "warpup/no_cub.h"
