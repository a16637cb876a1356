#include "lesson/readable_file.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace lesson {
namespace {

namespace fs = std::filesystem;

// Empty if nothing is wrong.
std::string fault_of(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return "there is no such file";
  if (error) return error.message();
  if (fs::is_directory(status)) return "it is a directory";
  if (!fs::is_regular_file(status)) return "it is no regular file";
  if (!std::ifstream(path)) return "it can't be opened (permissions?)";
  if (fs::file_size(path, error) == 0 && !error) return "it is empty";
  return "";
}

}  // namespace

void require_readable_file(const std::string& path, const std::string& wanted) {
  const std::string fault = fault_of(path);
  if (fault.empty()) return;
  throw std::runtime_error("can't read " + path + ": " + fault + "; name " + wanted);
}

}  // namespace lesson
