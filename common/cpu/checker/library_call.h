// Who called the API: the program, or a library on its behalf (warpup/library_call.h).
#pragma once

namespace warpup::check {

/// The program's call of the library that the calling thread is in, or else `pc`.
const void* caller_or(const void* pc);

}  // namespace warpup::check
