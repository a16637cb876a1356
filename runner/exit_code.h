// The exit codes of warpup, one for each way a command can end.
#pragma once

namespace warpup {

inline constexpr int kExitPassed = 0;
inline constexpr int kExitFailed = 1;  // failed or diagnosed
inline constexpr int kExitUsage = 2;
inline constexpr int kExitDidNotBuild = 3;
inline constexpr int kExitCrashed = 4;
inline constexpr int kExitTimedOut = 5;
inline constexpr int kExitSkipped = 6;
inline constexpr int kExitInternal = 70;      // a fault of warpup itself
inline constexpr int kExitInterrupted = 130;  // as shells report Ctrl-C

}  // namespace warpup
