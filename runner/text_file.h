// Whole text files: read, split into lines, and written so that no reader sees half of one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpup {

/// The content of `file`; nothing if it can't be read.
std::optional<std::string> read_file(const std::filesystem::path& file);

/// Writes a neighbour of `file` and renames it over `file`. Throws
/// std::filesystem::filesystem_error.
void write_file(const std::filesystem::path& file, std::string_view text);

/// The lines of `text` without their line ends, "\r\n" or "\n".
std::vector<std::string> split_lines(std::string_view text);

/// `text` with "\n" line ends, no blanks at line ends and none at its end: what an editor may
/// change on its own compares equal.
std::string normalised_text(std::string_view text);

/// 64-bit FNV-1a of `text`, as 16 hexadecimal digits.
std::string text_hash(std::string_view text);

/// How `file` is shown to the user: relative to the current directory where it lies below it.
std::string shown_path(const std::filesystem::path& file);

}  // namespace warpup
