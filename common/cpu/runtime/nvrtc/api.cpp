// The functions of nvrtc.h. Their codes are those that NVRTC 13.0 gives.
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>

#include "compile.h"
#include "image.h"
#include "nvrtc.h"

using warpup::nvrtc::Compiled;
using warpup::nvrtc::CompileOptions;
using warpup::nvrtc::Source;

struct _nvrtcProgram {
  Source source;
  bool compiled = false;  // an attempt got as far as the compiler
  bool for_machine = false;
  Compiled result;
  std::string image;  // what nvrtcGetPTX gives
};

namespace {

constexpr const char* kResultNames[] = {
    "NVRTC_SUCCESS",
    "NVRTC_ERROR_OUT_OF_MEMORY",
    "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
    "NVRTC_ERROR_INVALID_INPUT",
    "NVRTC_ERROR_INVALID_PROGRAM",
    "NVRTC_ERROR_INVALID_OPTION",
    "NVRTC_ERROR_COMPILATION",
    "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
    "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
    "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
    "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
    "NVRTC_ERROR_INTERNAL_ERROR",
    "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
    "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
    "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
    "NVRTC_ERROR_PCH_CREATE",
    "NVRTC_ERROR_CANCELLED",
    "NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED",
};

/// `body`'s result; what this machine can't do is said in the log and on standard error.
template <class Body>
nvrtcResult guarded(nvrtcProgram prog, const Body& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return NVRTC_ERROR_OUT_OF_MEMORY;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "warpup: NVRTC can't compile here: %s\n", error.what());
    if (prog) prog->result.log = std::string("nvrtc: error: ") + error.what() + "\n";
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
}

nvrtcResult give_size(nvrtcProgram prog, size_t bytes, size_t* out) {
  if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!out) return NVRTC_ERROR_INVALID_INPUT;
  *out = bytes;
  return NVRTC_SUCCESS;
}

nvrtcResult give_text(nvrtcProgram prog, const std::string& text, char* out) {
  if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!out) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(out, text.c_str(), text.size() + 1);
  return NVRTC_SUCCESS;
}

nvrtcResult compile(nvrtcProgram prog, int count, const char* const* options) {
  CompileOptions given;
  prog->result = Compiled();
  prog->image.clear();
  prog->result.log = warpup::nvrtc::read_options(count, options, &given);
  if (!prog->result.log.empty()) return NVRTC_ERROR_INVALID_OPTION;
  prog->compiled = true;
  prog->for_machine = given.for_machine;
  prog->result = warpup::nvrtc::compile(prog->source, given);
  if (!prog->result.ok) return NVRTC_ERROR_COMPILATION;
  prog->image = warpup::nvrtc::module_text(prog->source.name, prog->result.object);
  return NVRTC_SUCCESS;
}

}  // namespace

extern "C" {

const char* nvrtcGetErrorString(nvrtcResult result) {
  const auto index = static_cast<std::size_t>(result);
  return index < sizeof kResultNames / sizeof *kResultNames ? kResultNames[index]
                                                            : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
  *major = 13;
  *minor = 0;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int* numArchs) {
  if (!numArchs) return NVRTC_ERROR_INVALID_INPUT;
  *numArchs = static_cast<int>(warpup::nvrtc::supported_architectures().size());
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int* supportedArchs) {
  if (!supportedArchs) return NVRTC_ERROR_INVALID_INPUT;
  for (const int architecture : warpup::nvrtc::supported_architectures()) {
    *supportedArchs++ = architecture;
  }
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* prog, const char* src, const char* name,
                               int numHeaders, const char* const* headers,
                               const char* const* includeNames) {
  if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!src || numHeaders < 0) return NVRTC_ERROR_INVALID_INPUT;
  if (numHeaders > 0 && (!headers || !includeNames)) return NVRTC_ERROR_INVALID_INPUT;
  return guarded(nullptr, [&] {
    auto made = std::make_unique<_nvrtcProgram>();
    made->source.text = src;
    made->source.name = name && *name ? name : "default_program";
    for (int i = 0; i < numHeaders; ++i) {
      if (!headers[i] || !includeNames[i]) return NVRTC_ERROR_INVALID_INPUT;
      made->source.headers.push_back({includeNames[i], headers[i]});
    }
    *prog = made.release();
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram* prog) {
  if (!prog || !*prog) return NVRTC_ERROR_INVALID_PROGRAM;
  delete *prog;
  *prog = nullptr;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char* const name_expression) {
  if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!name_expression) return NVRTC_ERROR_INVALID_INPUT;
  if (prog->compiled) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  return guarded(prog, [&] {
    prog->source.name_expressions.emplace_back(name_expression);
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char* const* options) {
  if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
  if (numOptions < 0 || (numOptions > 0 && !options)) return NVRTC_ERROR_INVALID_INPUT;
  return guarded(prog, [&] { return compile(prog, numOptions, options); });
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char* const name_expression,
                                const char** lowered_name) {
  if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!name_expression || !lowered_name) return NVRTC_ERROR_INVALID_INPUT;
  *lowered_name = nullptr;
  if (!prog->result.ok) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  const auto found = prog->result.lowered.find(name_expression);
  if (found == prog->result.lowered.end()) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *lowered_name = found->second.c_str();
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t* logSizeRet) {
  return give_size(prog, prog ? prog->result.log.size() + 1 : 0, logSizeRet);
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char* log) {
  return give_text(prog, prog ? prog->result.log : std::string(), log);
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t* ptxSizeRet) {
  return give_size(prog, prog ? prog->image.size() + 1 : 0, ptxSizeRet);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char* ptx) {
  return give_text(prog, prog ? prog->image : std::string(), ptx);
}

// There is a CUBIN for sm_90, and none for compute_90.
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t* cubinSizeRet) {
  const bool made = prog && prog->for_machine && prog->result.ok;
  return give_size(prog, made ? prog->image.size() + 1 : 0, cubinSizeRet);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char* cubin) {
  if (prog && !prog->for_machine) return cubin ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_INPUT;
  return give_text(prog, prog ? prog->image : std::string(), cubin);
}

}  // extern "C"
