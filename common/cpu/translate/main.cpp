// cu2cpp: translates preprocessed CUDA C++ to C++ for the cpu backend.
#include <sys/stat.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "translate.h"

#ifndef WARPUP_VERSION
#define WARPUP_VERSION "unknown"
#endif

namespace {

constexpr std::string_view kUsage =
    "usage: cu2cpp [-o OUTPUT] [--fast] [--no-host | --default-device] [INPUT]\n"
    "\n"
    "Translates CUDA C++ that went through the preprocessor (g++ -E) to plain C++ for warpup's\n"
    "cpu backend. Reads standard input and writes standard output unless told otherwise.\n"
    "\n"
    "  -o OUTPUT         write to this file\n"
    "  --fast            for the fast build: no call for each thread where a loop will do\n"
    "  --no-host         host functions are errors, as in programs of NVRTC\n"
    "  --default-device  likewise, but functions without a qualifier are __device__\n"
    "  --help            show this text\n"
    "  --version         show the version\n";

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

struct Arguments {
  std::string input = "-";
  std::string output = "-";
  warpup::cu2cpp::Options translation;
  bool help = false;
  bool version = false;
};

std::optional<Arguments> parse(int argc, char** argv) {
  Arguments options;
  bool has_input = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help" || argument == "-h") {
      options.help = true;
    } else if (argument == "--version") {
      options.version = true;
    } else if (argument == "--no-host") {
      options.translation.host_code = warpup::cu2cpp::HostCode::kRefused;
    } else if (argument == "--default-device") {
      options.translation.host_code = warpup::cu2cpp::HostCode::kIsDevice;
    } else if (argument == "--fast") {
      options.translation.fast = true;
    } else if (argument == "-o" && i + 1 < argc) {
      options.output = argv[++i];
    } else if (!has_input && (argument == "-" || argument.substr(0, 1) != "-")) {
      options.input = argument;
      has_input = true;
    } else {
      return std::nullopt;
    }
  }
  return options;
}

std::optional<std::string> read(const std::string& name) {
  std::FILE* file = name == "-" ? stdin : std::fopen(name.c_str(), "rb");
  if (file == nullptr) return std::nullopt;
  std::string text;
  struct stat status;
  if (fstat(fileno(file), &status) == 0 && status.st_size > 0) {
    text.reserve(static_cast<std::size_t>(status.st_size));  // else growing copies it several times
  }
  char buffer[1 << 16];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file))
    text.append(buffer, got);
  const bool failed = std::ferror(file) != 0;
  if (file != stdin) std::fclose(file);
  if (failed) return std::nullopt;
  return text;
}

bool write(const std::string& name, const std::string& text) {
  std::FILE* file = name == "-" ? stdout : std::fopen(name.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = (file == stdout ? std::fflush(file) : std::fclose(file)) == 0;
  return written && closed;
}

int run(const Arguments& options) {
  const std::optional<std::string> text = read(options.input);
  if (!text) {
    std::fprintf(stderr, "cu2cpp: can't read %s\n", options.input.c_str());
    return kExitFailed;
  }
  warpup::cu2cpp::Diagnostics diagnostics;
  const std::string translated = warpup::cu2cpp::translate(*text, diagnostics, options.translation);
  if (diagnostics.failed()) {
    for (const auto& error : diagnostics.errors()) {
      std::fprintf(stderr, "%s\n", error.to_string().c_str());
    }
    return kExitFailed;
  }
  if (write(options.output, translated)) return 0;
  std::fprintf(stderr, "cu2cpp: can't write %s\n", options.output.c_str());
  return kExitFailed;
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Arguments> options = parse(argc, argv);
  if (!options) {
    std::fputs(kUsage.data(), stderr);
    return kExitUsage;
  }
  if (options->help) {
    std::fputs(kUsage.data(), stdout);
    return 0;
  }
  if (options->version) {
    std::printf("cu2cpp %s\n", WARPUP_VERSION);
    return 0;
  }
  return run(*options);
}
