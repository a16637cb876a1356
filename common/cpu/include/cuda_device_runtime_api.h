// The part of the runtime API that device code may call is the host's, on the cpu backend.
#pragma once

#include "cuda_runtime_api.h"
