#include "build_link.h"

#include <algorithm>
#include <cctype>

#include "build_fault.h"
#include "build_hash.h"
#include "build_tool.h"

namespace warpup {
namespace fs = std::filesystem;
namespace {

using Flags = std::vector<std::string>;

/// A library of the toolkit that a program needs when it includes the header.
struct ToolkitLibrary {
  const char* header;
  const char* flag;
};

constexpr ToolkitLibrary kToolkitLibraries[] = {
    {"cublas_v2.h", "-lcublas"}, {"cublasLt.h", "-lcublasLt"}, {"cufft.h", "-lcufft"},
    {"curand.h", "-lcurand"},    {"cusparse.h", "-lcusparse"}, {"cusolverDn.h", "-lcusolver"},
    {"nvrtc.h", "-lnvrtc"},      {"cuda.h", "-lcuda"},
};

Flags toolkit_flags(const std::vector<CompiledObject>& objects) {
  // Headers include others' headers, so a library may be named that nothing is used of.
  Flags flags = {"-Xlinker", "--as-needed"};
  for (const ToolkitLibrary& library : kToolkitLibraries) {
    const auto includes = [&](const CompiledObject& object) {
      return std::any_of(object.inputs.begin(), object.inputs.end(),
                         [&](const fs::path& input) { return input.filename() == library.header; });
    };
    if (std::any_of(objects.begin(), objects.end(), includes)) flags.emplace_back(library.flag);
  }
  return flags;
}

void require(const fs::path& library) {
  if (fs::exists(library)) return;
  throw BuildFault("the library " + library.string() +
                   " is missing; build the project again: cmake --build build/default");
}

/// A library that lacks something of its own, or that the headers expect of it, is no fault of the
/// learner's.
void throw_if_library_is_incomplete(const CompileContext& context, const std::string& log) {
  const std::string library = context.toolchain.cpu_library.string();
  if (log.find(library + ": undefined reference") == std::string::npos &&
      log.find("undefined reference to `warpup::") == std::string::npos) {
    return;
  }
  throw BuildFault("the library " + library +
                   " is incomplete or old; build the project again: cmake --build build/default\n" +
                   log);
}

Flags cpu_libraries(const CompileContext& context) {
  const Toolchain& toolchain = context.toolchain;
  Flags flags;
  if (context.request.with_lesson_library) {
    require(toolchain.lesson_library_cpu);
    flags.push_back(toolchain.lesson_library_cpu.string());
  }
  require(toolchain.cpu_library);
  flags.insert(flags.end(),
               {toolchain.cpu_library.string(),
                "-Wl,-rpath," + toolchain.cpu_library.parent_path().string(), "-pthread"});
  return flags;
}

/// The caller's own libraries, after the objects that need them.
void append_link_flags(Flags& to, const BuildRequest& request) {
  for (const std::string& flag : request.extra_flags) {
    // nvcc knows -l and -L; what is meant for the linker alone it takes from the host compiler.
    const bool for_linker = flag.rfind("-Wl,", 0) == 0;
    if (for_linker && request.backend == Backend::kCuda) to.emplace_back("-Xcompiler");
    if (is_link_flag(flag) || flag == "-fopenmp") to.push_back(flag);
  }
}

/// What a file may be called, whatever the request's name holds.
std::string file_name(const std::string& name) {
  std::string result = name.substr(0, 64);
  for (char& c : result) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-' && c != '.')
      c = '_';
  }
  return result.empty() ? "program" : result;
}

std::string program_name(const CompileContext& context, const std::vector<CompiledObject>& objects,
                         const fs::path& linker, const Flags& flags) {
  Hasher hash;
  hash.add(file_identity(linker));
  for (const CompiledObject& object : objects) hash.add(object.key);
  for (const std::string& flag : flags) {
    hash.add(flag);
    if (!flag.empty() && flag.front() != '-') hash.add(file_identity(flag));
  }
  return file_name(context.request.name) + '-' + hash.digest().substr(0, 20);
}

}  // namespace

LinkedProgram link_program(const CompileContext& context,
                           const std::vector<CompiledObject>& objects) {
  const bool cpu = context.request.backend == Backend::kCpu;
  const fs::path& linker = cpu ? context.toolchain.cxx : context.toolchain.nvcc;
  Flags libraries = cpu ? cpu_libraries(context) : toolkit_flags(objects);
  append_link_flags(libraries, context.request);
  LinkedProgram result;
  result.program =
      context.cache.path("programs", program_name(context, objects, linker, libraries));
  result.ok = result.cached = context.cache.use(result.program);
  if (result.cached) return result;
  const fs::path draft = context.cache.temporary() / "program";
  Flags arguments;
  for (const CompiledObject& object : objects) arguments.push_back(object.object.string());
  arguments.insert(arguments.end(), libraries.begin(), libraries.end());
  arguments.insert(arguments.end(), {"-o", draft.string()});
  const ToolOutput output =
      run_tool({linker, arguments, "the linker", "install g++ (./warpup does)",
                context.cache.temporary(), context.toolchain.step_seconds});
  throw_if_library_is_incomplete(context, output.text);
  result.log = output.text;
  result.ok = output.ok;
  if (output.ok) context.cache.publish(draft, result.program);
  return result;
}

}  // namespace warpup
