// warpup doctor: what this machine has, and what each missing part would bring.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "build.h"
#include "child.h"
#include "commands.h"
#include "json_line.h"
#include "styled_text.h"
#include "text_file.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

// One part of the set-up.
struct Part {
  std::string name;
  bool good = false;
  bool required = false;  // nothing runs without it
  std::string what;       // version, device, or what is wrong
  std::string brings;     // what it is for
  std::string get;        // how to get it
};

// The first line that a program prints, if it ends well.
std::optional<std::string> first_line(const fs::path& program,
                                      const std::vector<std::string>& arguments,
                                      const std::string& containing = "") {
  std::string output;
  ChildRequest request;
  request.program = program;
  request.arguments = arguments;
  request.limits.seconds = 20;
  request.on_stdout = [&output](std::string_view bytes) { output += bytes; };
  const ChildResult result = run_child(request);
  if (result.outcome != Outcome::kExited || result.exit_code != 0) return std::nullopt;
  for (const std::string& line : split_lines(output)) {
    if (line.find(containing) != std::string::npos) return line;
  }
  return std::nullopt;
}

Part compiler_part(const Toolchain& tools) {
  Part part{"compiler",
            false,
            true,
            "",
            "turns lessons and exercises into programs",
            "apt-get install g++, then ./warpup"};
  const auto version = first_line(tools.cxx, {"--version"});
  part.good = version.has_value();
  part.what = version.value_or(tools.cxx.string() + " does not run");
  return part;
}

Part file_part(const std::string& name, const fs::path& file, const std::string& brings) {
  Part part{name, fs::exists(file), true, shown_path(file), brings, "./warpup list builds it"};
  if (!part.good) part.what = shown_path(file) + " is missing";
  return part;
}

constexpr const char* kTrial = R"(#include <cstdio>
__global__ void twice(int* v) { v[threadIdx.x] *= 2; }
int main() {
  int h[4] = {1, 2, 3, 4};
  int* d = nullptr;
  if (cudaMalloc(&d, sizeof(h)) != cudaSuccess) return 1;
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  twice<<<1, 4>>>(d);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(d);
  std::puts(h[3] == 8 ? "right" : "wrong");
  return h[3] == 8 ? 0 : 1;
}
)";

// Builds and runs a kernel: the only proof that a backend works.
Part trial_part(Backend backend, const Toolchain& tools) {
  const bool cpu = backend == Backend::kCpu;
  Part part{
      std::string(backend_name(backend)) + " backend",
      false,
      cpu,
      "",
      cpu ? "runs every lesson without a GPU, and explains mistakes" : "runs lessons on this GPU",
      "the lines above say what is missing"};
  const fs::path source = tools.cache_root / "doctor_trial.cu";
  write_file(source, kTrial);
  BuildRequest request;
  request.sources = {source};
  request.backend = backend;
  request.with_lesson_library = false;
  request.name = "doctor_trial";
  const BuildResult built = build_program(request);
  if (!built.ok) {
    part.what = built.internal_error;
    if (part.what.empty()) part.what = "a small program does not build";
    if (!built.messages.empty()) part.what += ": " + built.messages.front().text;
    return part;
  }
  const auto line = first_line(built.program, {});
  part.good = line == "right";
  part.what = part.good ? fmt::format("a kernel ran; built in {:.2f} s{}", built.seconds,
                                      built.cached ? " (cached)" : "")
                        : "a small program was built, but does not run right";
  return part;
}

Part nvcc_part(const Toolchain& tools) {
  Part part{"nvcc",
            false,
            false,
            "not found",
            "compiles for a GPU: the cuda backend",
            "install the CUDA Toolkit (developer.nvidia.com/cuda-downloads), then ./warpup"};
  if (tools.nvcc.empty()) {
    const fs::path usual = "/usr/local/cuda/bin/nvcc";
    if (!fs::exists(usual)) return part;
    part.what = usual.string() + " is there, but this warpup was built without it";
    part.get = "./warpup builds with it";
    return part;
  }
  const auto version = first_line(tools.nvcc, {"--version"}, "release");
  part.good = version.has_value();
  part.what = version.value_or("does not run") + ", " + tools.nvcc.string();
  return part;
}

Part driver_part() {
  Part part{"driver",
            false,
            false,
            "nvidia-smi is not there, or finds no driver",
            "lets programs use a GPU",
            "install NVIDIA's driver from your distribution's packages"};
  const auto version =
      first_line("nvidia-smi", {"--query-gpu=driver_version", "--format=csv,noheader"});
  part.good = version.has_value();
  if (version) part.what = "version " + *version;
  return part;
}

Part gpu_part(const CudaStatus& status) {
  Part part{"GPU",
            status.gpu,
            false,
            status.why_not,
            "shows real times and real hardware",
            "none is needed: every lesson runs on the cpu backend"};
  if (status.gpu) {
    part.what =
        fmt::format("{}, compute capability {}", status.gpu_name, status.compute_capability);
  } else if (part.what.empty() || !status.nvcc) {
    part.what = "none that programs can use";
  }
  return part;
}

Part sanitizer_part(const Toolchain& tools) {
  Part part{"compute-sanitizer",
            false,
            false,
            "not found",
            "checks memory accesses on the GPU itself",
            "it is part of the CUDA Toolkit"};
  const fs::path beside = tools.nvcc.parent_path() / "compute-sanitizer";
  const bool installed = !tools.nvcc.empty() && fs::exists(beside);
  const auto version =
      first_line(installed ? beside : fs::path("compute-sanitizer"), {"--version"}, "ersion");
  part.good = version.has_value();
  if (version) part.what = *version;
  return part;
}

Part course_part(Session& session) {
  Part part{"course", false, true, "", "the lessons and exercises", "warpup list names the errors"};
  const Catalog& catalog = session.catalog();
  part.good = !catalog.has_errors() && !catalog.lessons().empty();
  part.what = fmt::format("{} lessons, {} exercises in {}", catalog.lessons().size(),
                          catalog.exercises().size(), catalog.root().string());
  if (catalog.has_errors()) part.what += "; not all can be read";
  return part;
}

void print(Session& session, const Part& part) {
  if (session.options().json) {
    JsonLine("part")
        .add("name", part.name)
        .add("ok", part.good)
        .add("required", part.required)
        .add("what", part.what)
        .add("brings", part.brings)
        .add("get", part.get)
        .print();
  } else {
    const Screen& screen = session.screen();
    const Style style = part.good ? kGood : part.required ? kBad : kWarn;
    const char* mark = part.good       ? glyphs(screen).good
                       : part.required ? glyphs(screen).bad
                                       : glyphs(screen).skip;
    const std::string first = paint(screen, mark, style) + " " + fmt::format("{:<18} ", part.name);
    const std::string rest(21, ' ');
    std::string text = wrapped_block(screen, {{part.what, kPlain}}, screen.width, first, rest);
    if (!part.good) {
      text += wrapped_block(screen, {{"brings: " + part.brings, kDim}}, screen.width, rest, rest);
      text += wrapped_block(screen, {{"get it: " + part.get, kDim}}, screen.width, rest, rest);
    }
    std::fputs(text.c_str(), stdout);
  }
  std::fflush(stdout);
}

int doctor(Session& session) {
  const Toolchain tools = configured_toolchain();
  bool works = true;
  const auto show = [&](const Part& part) {
    print(session, part);
    works = works && (part.good || !part.required);
  };
  if (!session.options().json) std::puts(("warpup " + tools.version).c_str());
  show(compiler_part(tools));
  show(file_part("translator", tools.cu2cpp, "turns CUDA into C++ for the cpu backend"));
  show(file_part("cpu library", tools.cpu_library, "the GPU that the cpu backend stands in for"));
  show(trial_part(Backend::kCpu, tools));
  show(nvcc_part(tools));
  show(driver_part());
  const CudaStatus status = detect_cuda();
  show(gpu_part(status));
  if (status.usable()) show(trial_part(Backend::kCuda, tools));
  show(sanitizer_part(tools));
  show(course_part(session));
  if (session.options().json) return works ? kExitPassed : kExitFailed;
  const std::string backend = backend_name(status.usable() ? Backend::kCuda : Backend::kCpu);
  std::puts(works ? fmt::format("\nAll that is needed is here; --backend auto means {}.\n"
                                "next: {}",
                                backend, paint(session.screen(), "warpup run 7", kCommand))
                        .c_str()
                  : "\nA required part is missing.\nnext: ./warpup list, which installs and builds "
                    "what is missing");
  return works ? kExitPassed : kExitFailed;
}

}  // namespace

void add_doctor_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("doctor", "What this machine has, and what is missing");
  command->callback([&chosen] { chosen = doctor; });
}

}  // namespace warpup
