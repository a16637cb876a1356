#include "text_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>

namespace warpup {

namespace fs = std::filesystem;

std::optional<std::string> read_file(const fs::path& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) return std::nullopt;
  return text;
}

void write_file(const fs::path& file, std::string_view text) {
  if (file.has_parent_path()) fs::create_directories(file.parent_path());
  const fs::path draft = file.string() + fmt::format(".{}.tmp", ::getpid());
  std::ofstream out(draft, std::ios::binary | std::ios::trunc);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) {
    const std::error_code why(errno, std::generic_category());
    std::error_code ignored;
    fs::remove(draft, ignored);
    throw fs::filesystem_error("can't write", file, why);
  }
  fs::rename(draft, file);
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.emplace_back(line);
  }
  return lines;
}

std::string normalised_text(std::string_view text) {
  std::string result;
  for (std::string& line : split_lines(text)) {
    line.erase(line.find_last_not_of(" \t") + 1);
    result += line + '\n';
  }
  result.erase(result.find_last_not_of('\n') + 1);
  return result;
}

std::string text_hash(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;  // offset basis and prime of 64-bit FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("{:016x}", hash);
}

std::string shown_path(const fs::path& file) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error) return file.string();
  const fs::path relative = file.lexically_normal().lexically_relative(here);
  if (relative.empty() || *relative.begin() == "..") return file.string();
  return relative.string();
}

}  // namespace warpup
