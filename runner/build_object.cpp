#include "build_object.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "build_fault.h"
#include "build_hash.h"
#include "build_manifest.h"
#include "build_tool.h"

namespace warpup {
namespace fs = std::filesystem;
namespace {

using Flags = std::vector<std::string>;

void append(Flags& to, const Flags& from) { to.insert(to.end(), from.begin(), from.end()); }

bool is_cuda(const fs::path& source) {
  return source.extension() == ".cu" || source.extension() == ".cuh";
}

bool is_c(const fs::path& source) { return source.extension() == ".c"; }

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

/// `flags` as far as they fit the source's language: nvcc includes cuda_runtime.h in .cu files
/// only, and a C++ standard is none for C.
Flags fitting(const Flags& flags, const fs::path& source) {
  Flags result;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == "-include" && !is_cuda(source)) {
      ++i;
    } else if (!(is_c(source) && starts_with(flags[i], "-std=c++"))) {
      result.push_back(flags[i]);
    }
  }
  return result;
}

Flags request_flags(const BuildRequest& request) {
  Flags flags;
  for (const fs::path& dir : request.include_dirs)
    flags.push_back("-I" + fs::absolute(dir).string());
  for (const std::string& flag : request.extra_flags) {
    if (!is_link_flag(flag)) flags.push_back(flag);
  }
  return flags;
}

Flags cpu_flags(const CompileContext& context, const fs::path& source) {
  const Toolchain& toolchain = context.toolchain;
  Flags flags = toolchain.common_flags;
  append(flags, context.request.check ? toolchain.check_flags : toolchain.fast_flags);
  flags.insert(flags.end(), {"-fdiagnostics-color=never", "-fmax-errors=30"});
  append(flags, request_flags(context.request));
  return fitting(flags, source);
}

Flags cuda_flags(const CompileContext& context, const fs::path& source) {
  Flags flags = context.toolchain.cuda_flags;
  flags.push_back("-I" + (context.toolchain.source_root / "common").string());
  append(flags, request_flags(context.request));
  return fitting(flags, source);
}

/// What decides how `source` is compiled, short of what it includes.
std::string manifest_name(const CompileContext& context, const fs::path& source,
                          const Flags& flags) {
  const Toolchain& toolchain = context.toolchain;
  Hasher hash;
  hash.add(context.request.backend == Backend::kCpu ? "cpu 1" : "cuda 1").add(source.string());
  hash.add(toolchain.version);
  // The caller's own flags may hold relative paths.
  if (!context.request.extra_flags.empty()) hash.add(fs::current_path().string());
  for (const fs::path& tool : {toolchain.cxx, toolchain.cu2cpp, toolchain.nvcc}) {
    hash.add(file_identity(tool));
  }
  for (const std::string& flag : flags) hash.add(flag);
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "NVCC_PREPEND_FLAGS",
                           "NVCC_APPEND_FLAGS", "NVCC_CCBIN"}) {
    const char* value = std::getenv(name);
    hash.add(value != nullptr ? value : "");
  }
  return hash.digest();
}

/// One compilation on its way: the flags, and the temporary files.
class Compilation {
 public:
  Compilation(const CompileContext& context, fs::path source, int number)
      : context_(context),
        source_(std::move(source)),
        stem_((context.cache.temporary() / (std::to_string(number) + "-" + source_.stem().string()))
                  .string()) {
    const bool cpu = context.request.backend == Backend::kCpu;
    flags_ = cpu ? cpu_flags(context, source_) : cuda_flags(context, source_);
    manifest_ = manifest_name(context, source_, flags_);
  }

  CompiledObject run() {
    if (unchanged()) return std::move(result_);
    begin_ = std::chrono::system_clock::now();
    const bool cpu = context_.request.backend == Backend::kCpu;
    result_.ok = cpu ? compile_for_cpu() : compile_for_cuda();
    if (result_.ok) remember();
    return std::move(result_);
  }

 private:
  std::string temporary(const char* suffix) const { return stem_ + suffix; }
  fs::path object_path(const std::string& suffix) const {
    return context_.cache.path("objects", result_.key + suffix);
  }

  /// Takes the object `result_.key` from the cache, if it is there.
  bool take_cached() {
    if (!context_.cache.use(object_path(".o"))) return false;
    result_.object = object_path(".o");
    result_.log = BuildCache::read(object_path(".log"));
    return true;
  }

  bool unchanged() {
    const fs::path file = context_.cache.path("manifests", manifest_);
    Manifest manifest = read_valid_manifest(BuildCache::read(file));
    if (manifest.object.empty()) return false;
    result_.key = manifest.object;
    result_.inputs = std::move(manifest.inputs);
    if (!take_cached()) return false;
    context_.cache.use(file);
    result_.ok = result_.cached = true;
    return true;
  }

  bool run_step(const char* role, const fs::path& program, const Flags& arguments,
                const char* advice) {
    const ToolOutput output =
        run_tool({program, arguments, role, advice, context_.cache.temporary(),
                  context_.toolchain.step_seconds});
    result_.log += output.text;
    return output.ok;
  }

  bool run_cxx(const Flags& arguments) {
    Flags all = flags_;
    append(all, arguments);
    return run_step("the C++ compiler", context_.toolchain.cxx, all, "install g++ (./warpup does)");
  }

  bool compile_for_cpu() {
    const std::string text = temporary(".ii");
    const std::string translated = temporary(".cpu.ii");
    const std::string object = temporary(".o");
    const char* language = is_c(source_) ? "c" : "c++";
    if (!run_cxx({"-x", language, "-E", "-MD", "-MF", temporary(".d"), "-MT", "x", source_.string(),
                  "-o", text})) {
      return false;
    }
    read_inputs();
    result_.key = Hasher().add(manifest_).add(hash_file(text)).digest();
    if (take_cached()) return true;
    Flags translation = {text, "-o", translated};
    if (!context_.request.check) translation.push_back("--fast");
    if (!run_step("the CUDA translator", context_.toolchain.cu2cpp, translation,
                  "build the project again: cmake --build build/default")) {
      return false;
    }
    flags_ = fitting(flags_, "preprocessed.cpp");
    language = is_c(source_) ? "cpp-output" : "c++-cpp-output";
    if (!run_cxx({"-x", language, "-c", translated, "-o", object})) return false;
    publish(object);
    return true;
  }

  bool compile_for_cuda() {
    if (context_.toolchain.nvcc.empty()) {
      throw BuildFault(
          "the cuda backend needs nvcc, which was not found; install the CUDA Toolkit, "
          "or use --backend cpu");
    }
    const std::string object = temporary(".o");
    Flags arguments = flags_;
    append(arguments,
           {"-MD", "-MF", temporary(".d"), "-MT", "x", "-c", source_.string(), "-o", object});
    if (!run_step("nvcc", context_.toolchain.nvcc, arguments, "install the CUDA Toolkit"))
      return false;
    read_inputs();
    Hasher hash;
    hash.add(manifest_);
    for (const fs::path& input : result_.inputs) hash.add(hash_file(input));
    result_.key = hash.digest();
    publish(object);
    return true;
  }

  void read_inputs() { result_.inputs = parse_depfile(BuildCache::read(temporary(".d"))); }

  void publish(const std::string& object) {
    context_.cache.write(object_path(".log"), result_.log);
    context_.cache.publish(object, object_path(".o"));
    result_.object = object_path(".o");
  }

  void remember() {
    const std::string text = write_manifest({result_.key, result_.inputs}, begin_);
    if (!text.empty()) context_.cache.write(context_.cache.path("manifests", manifest_), text);
  }

  CompileContext context_;
  fs::path source_;
  std::string stem_;
  Flags flags_;
  std::string manifest_;
  std::chrono::system_clock::time_point begin_;
  CompiledObject result_;
};

}  // namespace

bool is_link_flag(const std::string& flag) {
  return starts_with(flag, "-l") || starts_with(flag, "-L") || starts_with(flag, "-Wl,");
}

CompiledObject compile_object(const CompileContext& context, const fs::path& source, int number) {
  return Compilation(context, source, number).run();
}

}  // namespace warpup
