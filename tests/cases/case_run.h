// A case program built as `warpup try` builds it, and run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "build.h"
#include "child.h"
#include "events.h"

struct CaseRun {
  std::vector<warpup::DiagnosisEvent> diagnoses;
  std::string out, error;  // what it printed
  std::string result;      // its first line "RESULT: ..."
  warpup::ChildResult child;
};

/// The toolchain of this build, with a cache of its own.
warpup::Toolchain case_toolchain();

/// How a case is built: the check build, with nothing beside it.
warpup::BuildRequest case_request(const std::filesystem::path& file);

/// Builds it. Throws std::runtime_error with the messages if it does not compile.
warpup::BuildResult build_case(const std::filesystem::path& file);

/// Runs the program with this seed, for so many seconds at most.
CaseRun run_case(const std::filesystem::path& program, std::uint64_t seed, double seconds);
