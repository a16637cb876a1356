// A folder that lives as long as a test.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "warpup_test_XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& file, const std::string& text) const {
    std::filesystem::path target = path_ / file;
    std::filesystem::create_directories(target.parent_path());
    std::ofstream(target) << text;
    return target;
  }

  std::string read(const std::string& file) const {
    std::ifstream in(path_ / file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path path_;
};

// The least that a lesson.toml holds.
inline std::string manifest(int number, const std::string& name, const std::string& more = "") {
  return "number = " + std::to_string(number) + "\nname = \"" + name +
         "\"\ntitle = \"A title\"\nsummary = \"A summary.\"\n" + more;
}

inline std::string exercise(const std::string& name) {
  return "[[exercise]]\nname = \"" + name + "\"\ntitle = \"T\"\nhints = [\"a\", \"b\", \"c\"]\n";
}
