#include "toolchain.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "translate.h"

namespace {

namespace fs = std::filesystem;

const char* const kCommon = "-std=c++17 -Wall -Wextra -Wno-unused-parameter ";

/// A directory of its own for one build, kept until the program ends.
class BuildDirectory {
 public:
  BuildDirectory() {
    std::string pattern = (fs::temp_directory_path() / "warpup-translate-XXXXXX").string();
    if (const char* made = mkdtemp(pattern.data())) path_ = made;
  }
  ~BuildDirectory() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  fs::path next() {
    const fs::path folder = path_ / std::to_string(++count_);
    fs::create_directories(folder);
    return folder;
  }

 private:
  fs::path path_;
  int count_ = 0;
};

fs::path new_folder() {
  static BuildDirectory directory;
  return directory.next();
}

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

Built build_file(const fs::path& source, const fs::path& folder, Variant variant,
                 const std::string& preprocessor_flags) {
  Built built;
  const std::string compiler = std::string(WARPUP_TEST_CXX) + ' ' + kCommon;
  const fs::path preprocessed = folder / "in.ii";
  const fs::path translated = folder / "out.ii";
  run_command(compiler + preprocessor_flags + " -x c++ -E " + quoted(source) + " -o " +
                  quoted(preprocessed) + " 2>&1",
              built.messages);
  const std::string text = translate_text(read_file(preprocessed), built.errors);
  built.translated = built.errors.empty();
  if (!built.translated) return built;
  std::ofstream(translated, std::ios::binary) << text;
  const fs::path program = folder / "program";
  const char* flags = variant == Variant::kFast    ? "-O2 "
                      : variant == Variant::kCheck ? WARPUP_TEST_CHECK_FLAGS " -c "
                                                   : "-fsyntax-only ";
  built.compiled = run_command(compiler + flags + "-x c++-cpp-output " + quoted(translated) +
                                   " -o " + quoted(program) + " 2>&1",
                               built.messages) == 0;
  if (built.compiled && variant == Variant::kFast) built.program = program.string();
  return built;
}

}  // namespace

int run_command(const std::string& command, std::string& output) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return -1;
  std::array<char, 4096> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), got);
  }
  const int status = pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Built build(const std::string& text, Variant variant) {
  const fs::path folder = new_folder();
  std::ofstream(folder / "case.cu") << text;
  return build_file(folder / "case.cu", folder, variant,
                    "-include '" WARPUP_TEST_PROGRAMS "/stand_in.h'");
}

Built build_program(const std::string& name, Variant variant) {
  const fs::path source = fs::path(WARPUP_TEST_PROGRAMS) / (name + ".cu");
  return build_file(source, new_folder(), variant, "");
}

std::string translate_text(const std::string& text, std::string& errors) {
  warpup::cu2cpp::Diagnostics diagnostics;
  const std::string translated = warpup::cu2cpp::translate(text, diagnostics);
  for (const auto& error : diagnostics.errors()) errors += error.to_string() + '\n';
  return translated;
}

std::string translate_text(const std::string& text) {
  std::string errors;
  return translate_text(text, errors);
}

std::string translate_fast(const std::string& text) {
  warpup::cu2cpp::Diagnostics diagnostics;
  warpup::cu2cpp::Options options;
  options.fast = true;
  return warpup::cu2cpp::translate(text, diagnostics, options);
}

std::string errors_of(const std::string& text) {
  std::string errors;
  translate_text(text, errors);
  return errors;
}
