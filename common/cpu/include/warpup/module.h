// What an NVRTC program knows without an include: device code and its types, and nothing of the
// host's libraries or of the runtime API.
#pragma once

#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0

#include <assert.h>
#include <stddef.h>
#include <stdio.h>

#include "builtin_types.h"
#include "host_defines.h"
#include "vector_functions.h"
#include "warpup/device.h"
#include "warpup/device/c_library.h"
#include "warpup/launch.h"
#include "warpup/texture.h"

namespace warpup {

/// For a name expression: a kernel, an instance of a template, or the address of a variable. Keeps
/// the type, so that the pointer needs no code to be initialised.
template <class T>
constexpr T* address_of_name(T* p) {
  return p;
}

}  // namespace warpup
