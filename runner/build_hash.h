// Names for cached files, made of what they depend on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpup {

/// 128-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/). Against accidents, not attackers.
class Hasher {
 public:
  /// Adds a part and its end: "ab" + "c" and "a" + "bc" differ.
  Hasher& add(std::string_view part);
  /// 32 hexadecimal digits.
  std::string digest() const;

 private:
  std::uint64_t high_ = 0x6c62272e07bb0142U, low_ = 0x62b821756295c58dU;
};

/// The hash of a file's bytes; throws BuildFault if it can't be read.
std::string hash_file(const std::filesystem::path& file);

/// Path, size and time of change of a file, links followed: changes when the file is replaced.
/// "missing" where there is none.
std::string file_identity(const std::filesystem::path& file);

}  // namespace warpup
