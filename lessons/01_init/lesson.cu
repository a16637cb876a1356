// Lesson 01, init: two libraries, what has to be there before the
// first kernel runs, and who makes it.
//
// What to notice: the driver API does nothing that it was not told; the
// runtime does the same things, at its first call that needs them.
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>

#include <string>
#include <utility>
#include <vector>

#include "cases.h"
#include "context.h"
#include "cuda/check.h"
#include "cuda/driver_check.h"
#include "lesson/lesson.h"
#include "modules.h"

using lesson::Answer;

// 13000 as "13.0".
std::string version_text(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

std::string yes(bool value) { return value ? "yes" : "no"; }

void check_code(const std::string& name, CUresult expected,
                CUresult got) {
  lesson::check(name, gpu::driver_error_name(expected),
                gpu::driver_error_name(got));
}

CUresult code_of(const Answer& answer) {
  return static_cast<CUresult>(answer.value);
}

void show_codes(const std::vector<Answer>& answers,
                const std::string& caption) {
  lesson::Table table({"call", "code", "name"});
  for (const Answer& answer : answers) {
    table.row(answer.call, answer.value,
              gpu::driver_error_name(code_of(answer)));
  }
  table.show(caption);
}

// ---- steps: two libraries ----

void step_versions() {
  int driver = 0, runtime = 0, major = 0, minor = 0;
  CU_CHECK(cuDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  nvrtcVersion(&major, &minor);
  lesson::Table table({"version of", "says", "comes with"});
  table.row("the driver API", version_text(driver), "the driver");
  table.row("the runtime", version_text(runtime), "the toolkit");
  table.row("NVRTC", version_text(major * 1000 + minor * 10),
            "the toolkit");
  table.row("cuda.h", version_text(CUDA_VERSION), "the toolkit");
  table.show("this machine");
  lesson::check_that("the driver is as new as the runtime's major",
                     driver / 1000 >= runtime / 1000,
                     "at least " + std::to_string(runtime / 1000),
                     version_text(driver));
}

void step_no_init() {
  lesson::ask({"Which call of the driver API works before cuInit?",
               {"cuDeviceGetCount", "cuDriverGetVersion", "none"},
               1,
               "It asks the library, and no device."});
  lesson::expect_diagnosis("api-error");
  const std::vector<Answer> answers =
      lesson::run_in_own_process("no_init");
  std::vector<Answer> calls = answers;
  calls.pop_back();  // the count
  show_codes(calls, "in a process of its own");
  check_code("before cuInit", CUDA_ERROR_NOT_INITIALIZED,
             code_of(answers.at(1)));
  check_code("cuInit with a flag", CUDA_ERROR_INVALID_VALUE,
             code_of(answers.at(3)));
  check_code("cuInit(0)", CUDA_SUCCESS, code_of(answers.at(4)));
  check_code("after cuInit", CUDA_SUCCESS, code_of(answers.at(5)));
  lesson::check_that("devices", answers.at(6).value > 0, "at least 1",
                     std::to_string(answers.at(6).value));
}

void step_checked() {
  lesson::expect_diagnosis("api-error");
  CU_CHECK(cuInit(0));
  CUdevice device = 0;
  std::string message = "nothing was thrown";
  CUresult code = CUDA_SUCCESS;
  try {
    CU_CHECK(cuDeviceGet(&device, 99));
  } catch (const gpu::DriverError& error) {
    message = error.what();
    code = error.code();
  }
  message = message.substr(message.find_last_of('/') + 1);
  lesson::text("The message: `" + message + "`");
  check_code("the code travels with it", CUDA_ERROR_INVALID_DEVICE,
             code);
  const char* name = "";
  const CUresult unknown =
      cuGetErrorName(static_cast<CUresult>(99999), &name);
  check_code("cuGetErrorName(99999)", CUDA_ERROR_INVALID_VALUE,
             unknown);
  lesson::check("its name is null", true, name == nullptr);
}

// ---- steps: devices ----

int attribute_of(CUdevice device, CUdevice_attribute which) {
  int value = 0;
  CU_CHECK(cuDeviceGetAttribute(&value, which, device));
  return value;
}

void step_devices() {
  CU_CHECK(cuInit(0));
  CUdevice device = 0;
  char name[256] = "";
  size_t bytes = 0;
  CU_CHECK(cuDeviceGet(&device, 0));
  CU_CHECK(cuDeviceGetName(name, sizeof name, device));
  CU_CHECK(cuDeviceTotalMem(&bytes, device));
  const int units =
      attribute_of(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  const int major = attribute_of(
      device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  const int warp = attribute_of(device, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  lesson::Table table({"device 0", "driver API", "runtime"});
  table.row("name", name, properties.name);
  table.row("memory", lesson::bytes_text(double(bytes)),
            lesson::bytes_text(double(properties.totalGlobalMem)));
  table.row("multiprocessors", units, properties.multiProcessorCount);
  table.row("compute capability, major", major, properties.major);
  table.row("threads in a warp", warp, properties.warpSize);
  table.show("one device, asked twice");
  lesson::check("name", std::string(properties.name),
                std::string(name));
  lesson::check("multiprocessors", properties.multiProcessorCount,
                units);
}

// ---- steps: contexts ----

using Named = std::vector<std::pair<CUcontext, std::string>>;

// The calling thread's contexts, bottom to top: takes all off, and puts
// them back.
std::string stack_text(const Named& names) {
  std::vector<CUcontext> taken;
  CUcontext top = nullptr;
  while (cuCtxGetCurrent(&top) == CUDA_SUCCESS && top) {
    CU_CHECK(cuCtxPopCurrent(&top));
    taken.push_back(top);
  }
  std::string text;
  while (!taken.empty()) {
    top = taken.back();
    taken.pop_back();
    CU_CHECK(cuCtxPushCurrent(top));
    std::string name = "primary";
    for (const auto& known : names) {
      if (known.first == top) name = known.second;
    }
    text += (text.empty() ? "" : " | ") + name;
  }
  return text.empty() ? "(empty)" : text;
}

CUcontext current() {
  CUcontext top = nullptr;
  CU_CHECK(cuCtxGetCurrent(&top));
  return top;
}

void step_stack() {
  lesson::ask(
      {"Contexts a and b are created, in this order. Which one "
       "do the next calls use?",
       {"a", "b", "none"},
       1,
       "A new context is pushed on the stack, and the top one "
       "is current."});
  CU_CHECK(cuInit(0));
  CUcontext a = nullptr, b = nullptr, popped = nullptr;
  lesson::Table table({"call", "stack, the current one last"});
  const auto draw = [&](const char* call) {
    table.row(call, stack_text({{a, "a"}, {b, "b"}}));
  };
  draw("at the beginning");
  CU_CHECK(create_context(&a));
  draw("create a");
  CU_CHECK(create_context(&b));
  draw("create b");
  const bool created = current() == b;
  CU_CHECK(cuCtxPopCurrent(&popped));
  draw("pop");
  const bool popped_b = popped == b && current() == a;
  CU_CHECK(cuCtxPushCurrent(b));
  draw("push b");
  CU_CHECK(cuCtxSetCurrent(a));
  draw("set a");
  CU_CHECK(cuCtxPopCurrent(&popped));
  draw("pop");
  const bool twice = popped == a && current() == a;
  CU_CHECK(cuCtxDestroy(a));
  draw("destroy a, which is current");
  CU_CHECK(cuCtxDestroy(b));
  draw("destroy b, which is on no stack");
  table.show("the stack of this thread");
  lesson::check("created: b is current", true, created);
  lesson::check("popped: b came off, a is current", true, popped_b);
  lesson::check("set replaced b: a was there twice", true, twice);
}

// Of the two digits that the process tells.
std::string primary_text(long long state) {
  return std::string(state >= 10 ? "active" : "not active") +
         (state % 10 == 1 ? ", current" : ", not current");
}

void step_primary() {
  const std::vector<Answer> answers =
      lesson::run_in_own_process("primary");
  lesson::Table table({"after", "active", "one is current"});
  for (const Answer& answer : answers) {
    if (answer.call == "the same handle") continue;
    table.row(answer.call, yes(answer.value >= 10),
              yes(answer.value % 10 == 1));
  }
  table.show("the primary context of device 0");
  const auto state = [&](std::size_t answer) {
    return primary_text(answers.at(answer).value);
  };
  lesson::check("retained", "active, not current", state(1));
  lesson::check("set", "active, current", state(2));
  lesson::check("retained twice: one context", true,
                answers.at(4).value == 1);
  lesson::check("released once", "active, not current", state(6));
  lesson::check("released twice", "not active, not current", state(7));
}

struct State {
  std::string started, active, current;
  std::string text() const {
    return started + ", " + active + ", " + current;
  }
};

void step_lazy() {
  lesson::ask(
      {"Which of the runtime's calls makes no context?",
       {"cudaGetDeviceProperties", "cudaMalloc", "cudaFree(nullptr)"},
       0,
       "It asks what the device is, and needs no place on it."});
  lesson::expect_diagnosis("api-error");  // before the driver started
  lesson::Table table({"first call", "driver started",
                       "primary context active", "and current"});
  std::vector<State> states;
  for (size_t i = 0; i < kFirstCalls.size(); ++i) {
    const std::vector<Answer> answers =
        lesson::run_in_own_process("lazy", static_cast<int>(i));
    states.push_back({yes(answers.at(0).value),
                      yes(answers.at(1).value),
                      yes(answers.at(2).value)});
    table.row(kFirstCalls[i].text, states[i].started, states[i].active,
              states[i].current);
  }
  table.show("in a process of its own each");
  for (size_t i = 0; i < kFirstCalls.size(); ++i) {
    const FirstCall& first = kFirstCalls[i];
    const State expected = {yes(first.started), yes(first.active),
                            yes(first.current)};
    lesson::check(first.text, expected.text(), states[i].text());
  }
}

// ---- steps: what goes wrong ----

void step_wrong_no_context() {
  lesson::expect_diagnosis("api-error");
  const std::vector<Answer> answers =
      lesson::run_in_own_process("no_context");
  show_codes(answers, "in a process of its own");
  check_code("memory without a context", CUDA_ERROR_INVALID_CONTEXT,
             code_of(answers.at(0)));
  check_code("pop on an empty stack", CUDA_ERROR_INVALID_CONTEXT,
             code_of(answers.at(1)));
  check_code("destroy below the top", CUDA_SUCCESS,
             code_of(answers.at(2)));
  check_code("memory in a destroyed context",
             CUDA_ERROR_CONTEXT_IS_DESTROYED, code_of(answers.at(4)));
}

int main(int argc, char** argv) {
  if (lesson::is_case(argc, argv)) {
    return lesson::run_case(argv, kCases);
  }
  lesson::Program program;
  program.leave_device_untouched();
  program.step("versions", "Two libraries", step_versions);
  program.step("no_init", "Before cuInit, nothing", step_no_init);
  program.step("checked", "A macro for the driver API", step_checked);
  program.step("devices", "What is there", step_devices);
  program.step("stack", "Contexts are a stack", step_stack);
  program.step("primary", "The primary context", step_primary);
  program.step("lazy", "The runtime starts late", step_lazy);
  program.step("chevrons", "A kernel, the usual way", step_chevrons);
  program.step("nvrtc", "The same kernel, by hand", step_nvrtc);
  program.step("compile_error", "The compiler's log",
               step_compile_error);
  program.step("names", "Names in a module", step_names);
  program.step("mixing", "Both on one context", step_mixing);
  program.step("wrong_no_context", "Wrong: no context, or a dead one",
               step_wrong_no_context);
  return program.run(argc, argv);
}
