#include "compile.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>

#include "../../checker/hooks.h"
#include "elf_symbols.h"
#include "includes.h"
#include "log.h"
#include "store.h"
#include "tool.h"
#include "warpup_config.h"

namespace warpup::nvrtc {
namespace fs = std::filesystem;
namespace {

using Texts = std::vector<std::string>;

void append(Texts* to, const Texts& from) { to->insert(to->end(), from.begin(), from.end()); }

/// The flags of every program, but for what cuda_runtime.h and the standard's option say: an NVRTC
/// program has a start and an option of its own.
Texts build_flags(const CompileOptions& options) {
  const Texts common = {WARPUP_CPU_COMMON_FLAGS};
  const Texts variant = check::on() ? Texts{WARPUP_CPU_CHECK_FLAGS} : Texts{WARPUP_CPU_FAST_FLAGS};
  Texts flags;
  for (std::size_t i = 0; i < common.size(); ++i) {
    if (common[i] == "-include") {
      ++i;
    } else if (common[i].rfind("-std=", 0) != 0) {
      flags.push_back(common[i]);
    }
  }
  append(&flags, variant);
  append(&flags, {"-std=" + options.standard, "-fPIC", "-fdiagnostics-color=never",
                  "-fno-diagnostics-show-caret", "-fmax-errors=30", "-Wno-sign-compare"});
  // One name may be in several modules, each with its own; gnu-unique would make them one.
  flags.emplace_back("-fno-gnu-unique");
  if (options.quiet) flags.emplace_back("-w");
  return flags;
}

std::string identity(const std::string& file) {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0) return file;
  return file + '|' + std::to_string(info.st_size) + '|' + std::to_string(info.st_mtim.tv_sec) +
         '.' + std::to_string(info.st_mtim.tv_nsec);
}

bool safe_name(const fs::path& name) {
  const fs::path clean = name.lexically_normal();
  return !clean.empty() && clean.is_relative() && *clean.begin() != "..";
}

/// The program's text and headers as files, so that compiler, checker and reader find its lines.
class SourceFiles {
 public:
  explicit SourceFiles(const Source& source) {
    Texts parts = {source.name, source.text};
    for (const Header& header : source.headers) append(&parts, {header.name, header.text});
    folder_ = store() / ("source-" + hash_of(parts));
    include_ = folder_ / "include";
    fs::create_directories(include_);
    main_ = main_file(source);
    files_.push_back({main_.string(), source.name, source.text});
    for (const Header& header : source.headers) write_header(header);
  }

  const fs::path& main() const { return main_; }
  const fs::path& include() const { return include_; }
  Texts own_folders() const { return {main_.parent_path().string(), include_.string()}; }
  const std::vector<NamedFile>& files() const { return files_; }

 private:
  // A program read from a file is compiled as that file: then everything names it.
  fs::path main_file(const Source& source) const {
    std::error_code error;
    const fs::path given = fs::absolute(source.name, error).lexically_normal();
    if (fs::is_regular_file(given, error) && read_file(given) == source.text) return given;
    const fs::path name = fs::path(source.name).filename();
    const fs::path file = folder_ / (name.empty() || name == "include" ? "program" : name);
    if (!fs::exists(file)) write_file(file, source.text);
    return file;
  }

  void write_header(const Header& header) {
    if (!safe_name(header.name)) {
      throw std::invalid_argument("a header is called \"" + header.name +
                                  "\", which leads out of the folder of headers");
    }
    const fs::path file = (include_ / header.name).lexically_normal();
    fs::create_directories(file.parent_path());
    if (!fs::exists(file)) write_file(file, header.text);
    files_.push_back({file.string(), header.name, header.text});
  }

  fs::path folder_, include_, main_;
  std::vector<NamedFile> files_;
};

constexpr const char* kNamesFile = "__nv_name_map";

std::string name_variable(std::size_t i) { return "warpup_name_" + std::to_string(i); }

/// One compilation on its way.
class Compilation {
 public:
  Compilation(const Source& source, const CompileOptions& options)
      : source_(source), options_(options), files_(source), flags_(build_flags(options)) {}

  Compiled run() {
    if (!preprocess()) return result_;
    if (!result_.log.empty()) return result_;
    find_object();
    if (!fs::exists(result_.object) && !build()) return result_;
    std::error_code ignored;  // pruning goes by the time of the last use
    fs::last_write_time(result_.object, fs::file_time_type::clock::now(), ignored);
    result_.log = read_file(result_.object + ".log");
    result_.ok = true;
    lower_names();
    return result_;
  }

 private:
  /// Runs a tool; a rejected program is told in the log.
  bool step(const Texts& arguments) {
    const ToolOutput output = run_tool(arguments, temporary_.path().string());
    if (!output.started) {
      throw std::runtime_error(output.text + "; build the project again: cmake --build " +
                               WARPUP_BUILD_ROOT);
    }
    said_ += output.text;
    if (output.ok) return true;
    result_.log = compile_log(said_, files_.files(), source_.name);
    if (result_.log.find("error: ") == std::string::npos) result_.log += said_;
    return false;
  }

  std::string temporary(const char* name) const { return (temporary_.path() / name).string(); }

  bool preprocess() {
    Texts arguments = {WARPUP_CXX};
    append(&arguments, flags_);
    append(&arguments, {"-DWARPUP_MODULE=1", "-D__CUDACC_RTC__=1",
                        "-D__CUDA_ARCH__=" + std::to_string(options_.architecture * 10), "-include",
                        "warpup/module.h", "-I", files_.include().string()});
    append(&arguments, options_.macros);
    for (const std::string& path : options_.include_paths) append(&arguments, {"-I", path});
    for (const std::string& file : options_.pre_includes) append(&arguments, {"-include", file});
    const std::string output = temporary("program.ii");
    append(&arguments, {"-x", "c++", "-E", "-dI", files_.main().string(), "-o", output});
    const bool ok = step(arguments);
    text_ = ok ? read_file(output) : std::string();
    if (ok) refuse_host_headers();
    return ok;
  }

  void refuse_host_headers() {
    Texts folders = {files_.include().string()};
    append(&folders, options_.include_paths);
    if (options_.toolkit_headers) folders.emplace_back(WARPUP_CPU_INCLUDE);
    const MissingInclude missing = take_includes(&text_, files_.own_folders(), folders);
    if (missing.line == 0) return;
    for (const NamedFile& file : files_.files()) {
      if (file.path != missing.file) continue;
      result_.log =
          missing_include_log(file, missing.line, missing.name, source_.name,
                              !options_.include_paths.empty() || options_.toolkit_headers);
    }
  }

  // A pointer for each name expression: where it points to has the name that is asked for.
  std::string name_pointers() const {
    std::string text;
    for (std::size_t i = 0; i < source_.name_expressions.size(); ++i) {
      text += "\n# " + std::to_string(i + 1) + " \"" + kNamesFile + "\"\n" +
              "extern \"C\" const auto " + name_variable(i) + " = warpup::address_of_name(" +
              source_.name_expressions[i] + ");\n";
    }
    return text;
  }

  void find_object() {
    text_ += name_pointers();
    Texts parts = {text_, identity(WARPUP_CXX), identity(WARPUP_CU2CPP), WARPUP_VERSION,
                   options_.default_device ? "device" : "no host"};
    append(&parts, flags_);
    result_.object = (store() / (hash_of(parts) + ".so")).string();
  }

  bool build() {
    const std::string text = temporary("named.ii"), translated = temporary("program.cpu.ii");
    const std::string object = temporary("program.o"), draft = temporary("program.so");
    write_file(text, text_);
    Texts arguments = {WARPUP_CXX};
    append(&arguments, flags_);
    append(&arguments, {"-x", "c++-cpp-output", "-c", translated, "-o", object});
    // What the object defines it uses itself, though another one has the same name.
    const Texts link = {WARPUP_CXX,    "-shared", "-Wl,-Bsymbolic",
                        "-Wl,-z,defs", object,    WARPUP_CPU_LIBRARY,
                        "-pthread",    "-o",      draft};
    const char* host = options_.default_device ? "--default-device" : "--no-host";
    Texts translation = {WARPUP_CU2CPP, host, text, "-o", translated};
    if (!check::on()) translation.push_back("--fast");
    if (!step(translation) || !step(arguments) || !step(link)) {
      result_.object.clear();
      return false;
    }
    write_file(result_.object + ".log", compile_log(said_, files_.files(), source_.name));
    fs::rename(draft, result_.object);
    prune_store();
    return true;
  }

  // NVRTC refuses managed variables, too: their addresses are no constants.
  void refuse_name(std::size_t i) {
    result_.ok = false;
    result_.log += std::string(kNamesFile) + "(" + std::to_string(i + 1) +
                   "): error: a name expression is a __global__ function or the address of a "
                   "__device__ or __constant__ variable, and this is neither: " +
                   source_.name_expressions[i] + "\n";
  }

  void lower_names() {
    if (source_.name_expressions.empty()) return;
    const ElfSymbols symbols(read_file(result_.object));
    for (std::size_t i = 0; i < source_.name_expressions.size(); ++i) {
      const std::string& expression = source_.name_expressions[i];
      result_.lowered[expression] = symbols.target_of(name_variable(i));
      if (result_.lowered[expression].empty()) refuse_name(i);
    }
  }

  const Source& source_;
  const CompileOptions& options_;
  TemporaryFolder temporary_;
  SourceFiles files_;
  Texts flags_;
  std::string text_;  // preprocessed
  std::string said_;  // by the tools
  Compiled result_;
};

}  // namespace

Compiled compile(const Source& source, const CompileOptions& options) {
  return Compilation(source, options).run();
}

}  // namespace warpup::nvrtc
