// What an object was made of, so that an unchanged source is recognised without running anything.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace warpup {

/// The files that a compiler read, from the make rule it wrote (-MD).
std::vector<std::filesystem::path> parse_depfile(const std::string& text);

struct Manifest {
  std::string object;  // the name of the object in the cache
  std::vector<std::filesystem::path> inputs;
};

/// The manifest as text, with size and time of change of each input, and a hash of those outside
/// /usr. Empty if an input changed at or after `begin`: the compiler may have read another text.
std::string write_manifest(const Manifest& manifest, std::chrono::system_clock::time_point begin);

/// The manifest in `text` if every input is still what it was; with an empty `object` otherwise. An
/// input that was written anew with the same text counts as unchanged.
Manifest read_valid_manifest(const std::string& text);

}  // namespace warpup
