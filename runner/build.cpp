#include "build.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <fstream>
#include <system_error>
#include <thread>

#include "build_cache.h"
#include "build_cuda.h"
#include "build_fault.h"
#include "build_link.h"
#include "build_missing.h"
#include "build_object.h"

namespace warpup {
namespace fs = std::filesystem;
namespace {

/// Absolute, so that every message and every diagnosis names the file wherever it is read.
fs::path readable_source(const fs::path& source) {
  fs::path absolute = fs::absolute(source).lexically_normal();
  std::error_code error;
  const fs::file_status status = fs::status(absolute, error);
  std::string why;
  if (!fs::exists(status)) {
    why = "there is no such file; check the name";
  } else if (fs::is_directory(status)) {
    why = "it is a folder; name a file in it";
  } else if (!std::ifstream(absolute)) {
    why = std::generic_category().message(errno) + "; check its permissions";
  }
  if (!why.empty()) throw BuildFault("can't read " + absolute.string() + ": " + why);
  return absolute;
}

std::vector<fs::path> all_sources(const BuildRequest& request, const Toolchain& toolchain) {
  std::vector<fs::path> result;
  for (const auto* list : {&request.sources, &request.cached_sources}) {
    for (const fs::path& source : *list) result.push_back(readable_source(source));
  }
  if (result.empty())
    throw BuildFault("nothing to build: " + request.name + " names no source file");
  if (request.backend == Backend::kCuda && request.with_lesson_library) {
    for (const fs::path& source : cuda_lesson_sources(toolchain)) result.push_back(source);
  }
  return result;
}

/// Compiles all `sources`, as many at a time as there are processors.
std::vector<CompiledObject> compile_all(const CompileContext& context,
                                        const std::vector<fs::path>& sources) {
  std::vector<CompiledObject> objects(sources.size());
  std::vector<std::exception_ptr> faults(sources.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < sources.size(); i = next++) {
      try {
        objects[i] = compile_object(context, sources[i], static_cast<int>(i));
      } catch (...) {
        faults[i] = std::current_exception();
        next = sources.size();  // the machine fails: the other sources won't fare better
      }
    }
  };
  std::vector<std::thread> helpers;
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 1; i < std::min(processors, sources.size()); ++i) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  for (const std::exception_ptr& fault : faults) {
    if (fault) std::rethrow_exception(fault);
  }
  return objects;
}

MessageContext message_context(const BuildRequest& request, const Toolchain& toolchain) {
  MessageContext context;
  context.base = fs::current_path();
  context.library_dirs = {toolchain.source_root / "common", toolchain.cpu_include};
  context.subject = request.cached_sources.empty() ? request.name : "exercise " + request.name;
  return context;
}

// A fault of a header comes from each source that includes it, and is told once.
void append(std::vector<CompilerMessage>& to, std::vector<CompilerMessage> from) {
  for (CompilerMessage& message : from) {
    const bool known = std::any_of(to.begin(), to.end(), [&](const CompilerMessage& other) {
      return std::tie(other.file, other.line, other.column, other.severity, other.text) ==
             std::tie(message.file, message.line, message.column, message.severity, message.text);
    });
    if (!known) to.push_back(std::move(message));
  }
}

/// Compiles and links into `result`; false in result.ok when a source is wrong.
void build_into(BuildResult& result, const BuildRequest& wanted, const Toolchain& given) {
  BuildCache cache(given.cache_root, given.cache_bytes);
  Toolchain toolchain = given;
  if (wanted.backend == Backend::kCuda) toolchain.cuda_flags = resolved_cuda_flags(toolchain);
  const CompileContext context{wanted, toolchain, cache};
  const MessageContext words = message_context(wanted, toolchain);
  const std::vector<fs::path> sources = all_sources(wanted, toolchain);
  const std::vector<CompiledObject> objects = compile_all(context, sources);
  result.ok = result.cached = true;
  for (const CompiledObject& object : objects) {
    result.ok &= object.ok;
    result.cached &= object.cached;
    result.raw += object.log;
    append(result.messages, parse_compiler_output(object.log, words));
  }
  if (!result.ok) return;
  const LinkedProgram linked = link_program(context, objects);
  result.ok = linked.ok;
  result.cached &= linked.cached;
  result.raw += linked.log;
  append(result.messages, parse_linker_output(linked.log, words));
  if (linked.ok) result.program = linked.program;
  if (!linked.ok) explain_missing_functions(result.messages, wanted);
  if (!result.cached) cache.prune();
}

}  // namespace

BuildResult build_program(const BuildRequest& request, const Toolchain& toolchain) {
  const auto begin = std::chrono::steady_clock::now();
  BuildResult result;
  try {
    build_into(result, request, toolchain);
    // A tool that fails without a word must not look like a success without messages.
    if (!result.ok && result.messages.empty()) {
      result.messages.push_back({"", 0, 0, "error", "the build failed:\n" + result.raw});
    }
  } catch (const BuildFault& fault) {
    result.internal_error = fault.what();
    result.interrupted = fault.interrupted();
  } catch (
      const std::exception& error) {  // the file system and the memory have errors of their own
    result.internal_error = std::string("the build failed: ") + error.what() +
                            "; check the free space and the permissions of " +
                            toolchain.cache_root.string();
  }
  if (!result.internal_error.empty()) result.ok = false;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace warpup
