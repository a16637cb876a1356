#include "workshop.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "child.h"

namespace warpup::testing {
namespace fs = std::filesystem;
namespace {

// A real translator reads "IN -o OUT", too.
constexpr const char* kCopyingTranslator = R"(#!/bin/sh
if grep -q TRANSLATOR_ERROR "$1"; then
  echo "a.cu:2:3: error: inline PTX runs only on a GPU" >&2
  exit 1
fi
if grep -q TRANSLATOR_CRASH "$1"; then kill -SEGV $$; fi
cp "$1" "$3"
)";

}  // namespace

Workshop::Workshop() {
  std::string name = (fs::temp_directory_path() / "warpup-build-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("can't make a folder");
  root_ = fs::canonical(name);
  toolchain.cxx = "/usr/bin/g++";
  toolchain.cu2cpp = script("cu2cpp", kCopyingTranslator);
  toolchain.cpu_include = root_ / "include";
  toolchain.cpu_library = root_ / "lib" / "libcpu.so";
  toolchain.lesson_library_cpu = root_ / "lib" / "liblesson.a";
  toolchain.source_root = root_;
  toolchain.cache_root = root_ / "cache";
  toolchain.common_flags = {"-std=c++17", "-isystem",  (root_ / "include").string(),
                            "-include",   "prelude.h", "-Wall"};
  toolchain.fast_flags = {"-O1", "-DFAST"};
  toolchain.check_flags = {"-O0", "-DCHECK"};
  toolchain.version = "test";
  write("include/prelude.h", "int from_library();\n");
  make_libraries();
}

Workshop::~Workshop() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

fs::path Workshop::write(const std::string& name, const std::string& text) const {
  fs::path path = root_ / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::minutes(1));
  return path;
}

fs::path Workshop::script(const std::string& name, const std::string& text) const {
  fs::path path = write(name, text);
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

void Workshop::make_libraries() const {
  const fs::path source = write("lib/lib.cpp", "int from_library() { return 7; }\n");
  const fs::path empty = write("lib/lesson.cpp", "int from_lesson() { return 8; }\n");
  const std::string lib = (root_ / "lib").string();
  const std::string command = "cd " + lib + " && g++ -shared -fPIC lib.cpp -o libcpu.so && " +
                              "g++ -c lesson.cpp && ar rc liblesson.a lesson.o";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("can't make the libraries");
}

BuildRequest Workshop::request(const std::string& name, const std::string& text) const {
  BuildRequest request;
  request.sources = {write(name, text)};
  request.name = fs::path(name).stem().string();
  return request;
}

std::string output_of(const fs::path& program) {
  std::string text;
  ChildRequest request;
  request.program = program;
  request.limits.seconds = 60;
  request.on_stdout = [&](std::string_view part) { text.append(part); };
  const ChildResult result = run_child(request);
  return text + ' ' + std::to_string(result.exit_code);
}

std::string listing(const std::vector<CompilerMessage>& messages) {
  std::string text;
  for (const CompilerMessage& message : messages) {
    text += message.file + ':' + std::to_string(message.line) + ':' +
            std::to_string(message.column) + ' ' + message.severity + ' ' + message.text + '\n';
  }
  return text;
}

}  // namespace warpup::testing
