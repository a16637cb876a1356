// For libraries that call the runtime for the program (Thrust): reports then name the program's
// line, which is further up the stack, and not the library's.
#pragma once

extern "C" {
/// Notes the calling stack, if this is the outermost library call of the thread; only in the check
/// build. Returns what warpup_library_leave() needs.
bool warpup_library_enter();
void warpup_library_leave(bool outermost);
}

namespace warpup {

class LibraryCall {
 public:
  LibraryCall() : outermost_(warpup_library_enter()) {}
  ~LibraryCall() { warpup_library_leave(outermost_); }
  LibraryCall(const LibraryCall&) = delete;
  LibraryCall& operator=(const LibraryCall&) = delete;

 private:
  bool outermost_;
};

}  // namespace warpup
