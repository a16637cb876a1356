// The toolkit has this header; its functions are all in warpup/device.h.
#pragma once

#include "warpup/device.h"
