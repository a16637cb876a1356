// Texts for API calls that failed, by call and code.
#include "checker/explain.h"
#include "checker/words.h"

namespace warpup::report {
namespace {

constexpr int kInvalidContext = 201, kContextIsDestroyed = 709;

bool contains(const std::string& text, const char* piece) {
  return text.find(piece) != std::string::npos;
}

// The cudaMemcpyKind written in the call, empty where there is none.
std::string written_kind(const Finding& f) {
  for (const char* kind : {"cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                           "cudaMemcpyDeviceToDevice", "cudaMemcpyHostToHost"}) {
    if (word_between(f.first.at.file, f.first.at.line, f.first.at.line + 2, kind)) return kind;
  }
  return {};
}

void explain_copy_kind(const Finding& f, Explanation* e) {
  const std::string kind = written_kind(f);
  e->cause =
      "The copy's kind must say where the pointers point. The arguments are (destination, "
      "source)";
  e->cause += kind.empty() ? "." : ", and the call says " + kind + ".";
  e->advice =
      "To fetch a result: destination on the host, source on the device, "
      "cudaMemcpyDeviceToHost. cudaMemcpyDefault decides by the pointers.";
  e->lesson = lesson(2);
}

void explain_refused_copy(const Finding& f, Explanation* e) {
  const std::string kind = written_kind(f);
  e->cause = "Either the kind" + (kind.empty() ? std::string() : ", " + kind + ",") +
             " contradicts the pointers: the arguments are (destination, source). Or the size, in "
             "bytes, is more than one of the two buffers has. Or a pointer is null.";
  e->advice =
      "Compare kind, order and size with the two allocations. To fetch a result: destination on "
      "the host, source on the device, cudaMemcpyDeviceToHost.";
  e->lesson = lesson(2);
}

void explain_stale(const Finding& f, Explanation* e) {
  const bool known = f.report.second && !f.report.second->api.empty();
  e->cause = "The error was recorded by " + (known ? f.report.second->api : "an earlier call");
  const std::string at = f.second ? at_text(f.second->at) : "";
  e->cause += (at.empty() ? "" : " at " + at) +
              " and never read. cudaGetLastError returns the last error of any call, not that of "
              "the launch before it.";
  e->advice = "Where a failure is expected and handled, call cudaGetLastError() to clear it.";
  e->first_label = "read here";
  e->second_label = "failed here";
}

void explain_symbol(Explanation* e) {
  e->cause =
      "Symbols are named by the variable itself; names as text, and pointers to the variable, "
      "are not symbols.";
  e->advice = "Write cudaMemcpyToSymbol(scale, &value, sizeof(value)), with no quotes and no &.";
  e->lesson = lesson(2);
}

void explain_module(const Finding& f, Explanation* e) {
  constexpr int kFileNotFound = 301, kNotFound = 500;
  e->lesson = lesson(1);
  if (f.report.code == kNotFound) {
    e->cause =
        "The module has nothing by that name. C++ decorates the names of functions and of "
        "variables in namespaces, and a template is there only as far as it was instantiated.";
    e->advice =
        "Write extern \"C\" in front of the kernel, or ask for the name: nvrtcAddNameExpression "
        "before compiling, nvrtcGetLoweredName after it.";
  } else if (f.report.code == kFileNotFound) {
    e->cause = "There is no file by that name where the program was started.";
    e->advice = "Check the path, or give the text itself to cuModuleLoadData.";
  } else {
    e->cause = "The image is not what nvrtcGetPTX gives. PTX and machine code run only on a GPU.";
    e->advice = "Compile the source with NVRTC, check its result, and load what it gives.";
  }
}

void explain_context(int code, Explanation* e) {
  e->lesson = lesson(1);
  if (code == kInvalidContext) {
    e->cause =
        "No context is current on this thread. The driver API makes none by itself, and retaining "
        "the primary context does not make it current.";
    e->advice = "Call cuCtxSetCurrent or cuCtxPushCurrent with a context, on each thread.";
  } else {
    e->cause =
        "The context that is current was destroyed: destroying takes it off the stack only where "
        "it is on top.";
    e->advice = "Pop a context, from every thread that has it, before you destroy it.";
  }
}

// A handle that does not serve, and a call at a place where none may stand.
void explain_handle(const std::string& api, int code, Explanation* e) {
  constexpr int kNotPermitted = 800;
  if (code == kNotPermitted) {
    e->cause =
        "A host function runs on a thread that serves its stream: a CUDA call in it could wait for "
        "the stream itself, so none is allowed.";
    e->advice = "Let the function only tell a host thread, which then makes the call.";
    e->lesson = lesson(3);
  } else if (contains(api, "ElapsedTime")) {
    e->cause =
        "One of the events keeps no time (cudaEventDisableTiming), was never recorded, or does not "
        "exist.";
    e->advice = "Make both events with cudaEventCreate, and record both before asking.";
    e->lesson = lesson(4);
  } else {
    e->cause = "The stream, event, module or function was never created, or has been destroyed.";
    e->advice = "Create it before its first use, and destroy it after the last.";
  }
}

void explain_invalid_value(const Finding& f, Explanation* e) {
  const std::string& api = f.report.first.api;
  if (contains(api, "Symbol")) {
    e->cause =
        "The copy leaves the symbol: its size and offset together, in bytes, are more than the "
        "variable has. Or a pointer is null.";
    e->advice = "Give sizeof of what is copied, and compare with the variable's declaration.";
    e->lesson = lesson(2);
  } else if (contains(api, "Memcpy")) {
    explain_refused_copy(f, e);
  } else {
    e->cause =
        "An argument is outside of what the call takes: a null pointer, a flag or size that does "
        "not exist.";
    e->advice = "Compare each argument with the call's description.";
  }
}

void explain_by_code(const Finding& f, Explanation* e) {
  const std::string& api = f.report.first.api;
  constexpr int kInvalidValue = 1, kOutOfMemory = 2, kInvalidHandle = 400, kNoBinary = 209,
                kInvalidImage = 200, kInvalidPtx = 218, kFileNotFound = 301, kNotFound = 500,
                kNotPermitted = 800;
  const int code = f.report.code;
  const bool module = contains(api, "cuModule") || contains(api, "cuLibrary");
  e->lesson = lesson(12);
  if (code == kInvalidContext || code == kContextIsDestroyed) {
    explain_context(code, e);
  } else if (module && (code == kNoBinary || code == kInvalidImage || code == kInvalidPtx ||
                        code == kFileNotFound || code == kNotFound)) {
    explain_module(f, e);
  } else if (code == kOutOfMemory) {
    e->cause =
        "There is not that much free memory: the size is wrong (a negative int becomes huge), "
        "or earlier buffers were never freed.";
    e->advice = "Print the size, and compare with cudaMemGetInfo.";
  } else if (code == kInvalidHandle || code == kNotPermitted) {
    explain_handle(api, code, e);
  } else if (code == kInvalidValue) {
    explain_invalid_value(f, e);
  } else if (code == kNoBinary) {
    e->cause = "The program holds no code for this device.";
    e->advice = "Compile for this device's architecture.";
  } else if (!explain_code(code, e)) {
    const bool driver = api.rfind("cuda", 0) != 0 && api.rfind("cu", 0) == 0;
    e->cause = "The call could not do what it was asked for, and the program goes on as if it had.";
    e->advice = std::string("Look the code up with ") +
                (driver ? "cuGetErrorString" : "cudaGetErrorString") + ", and check the arguments.";
  }
}

void api_cause(const Finding& f, Explanation* e) {
  switch (f.report.sub) {
    case SubKind::kKindContradicts:
      return explain_copy_kind(f, e);
    case SubKind::kSymbolByString:
      return explain_symbol(e);
    case SubKind::kNotInitialised:
      e->cause =
          "The driver API does nothing by itself before cuInit(0); the runtime API does so at "
          "its first call.";
      e->advice = "Call cuInit(0) first, and check its result.";
      e->lesson = lesson(1);
      return;
    case SubKind::kNotReady:
      e->cause =
          "The work before the event is not done yet, so there is no time to tell. "
          "cudaErrorNotReady is an answer, not a failure.";
      e->advice = "Wait for the last event first: cudaEventSynchronize(stop).";
      e->lesson = lesson(4);
      return;
    case SubKind::kStaleError:
      return explain_stale(f, e);
    default:
      return explain_by_code(f, e);
  }
}

}  // namespace

Explanation explain_api(const Finding& f) {
  Explanation e;
  const Report& r = f.report;
  const std::string api = r.first.api.empty() ? "a CUDA call" : r.first.api;
  const std::string code = r.code_name.empty() ? "an error" : r.code_name;
  const SubKind sub = r.sub;
  e.lesson = lesson(12);
  if (sub == SubKind::kStaleError) {
    e.message = api + " returns " + code + ", which is the error of an earlier call.";
  } else if (r.note && sub == SubKind::kKindContradicts && r.code == 0) {
    e.message = api + " accepts a kind that contradicts its pointers.";
  } else if (sub == SubKind::kUnchecked) {
    e.message = api + " returned " + code + ", and nobody looked at it.";
  } else {
    e.message = api + " returns " + code + ".";
  }
  e.first_label = "returns " + code;
  api_cause(f, &e);
  if (sub == SubKind::kUnchecked) {
    e.advice += " Check the result of every call, with a macro that prints file and line.";
  }
  return e;
}

}  // namespace warpup::report
