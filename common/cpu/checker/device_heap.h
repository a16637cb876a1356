// Memory that device code may use although it is not the API's: its heap, the launch's arguments.
#pragma once

#include <string>

namespace warpup::check {

bool in_device_heap(const void* p);

/// Inside the copied arguments of the running launch.
bool in_arguments(const void* p);

/// The address can be read at all (asks the kernel, without touching it).
bool is_readable(const void* p);

/// A reference to a symbol that the translator made.
bool in_symbol_references(const void* p);

/// The host shadow of a __device__ or __constant__ variable.
bool is_symbol_shadow(const void* p);
std::string symbol_name(const void* p);

}  // namespace warpup::check
