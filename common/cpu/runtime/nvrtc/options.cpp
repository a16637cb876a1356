#include "options.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace warpup::nvrtc {
namespace {

enum class Kind { kFlag, kBool, kValue, kGpuOnly };

struct Option {
  const char* name;
  const char* short_name;
  Kind kind;
};

// What changes code for a GPU only (registers, rounding modes, debug information) is accepted and
// has no effect.
constexpr Option kOptions[] = {
    {"--gpu-architecture", "-arch", Kind::kValue},
    {"--std", "-std", Kind::kValue},
    {"--define-macro", "-D", Kind::kValue},
    {"--undefine-macro", "-U", Kind::kValue},
    {"--include-path", "-I", Kind::kValue},
    {"--pre-include", "-include", Kind::kValue},
    {"--disable-warnings", "-w", Kind::kFlag},
    {"--device-c", "-dc", Kind::kFlag},
    {"--device-w", "-dw", Kind::kFlag},
    {"--extensible-whole-program", "-ewp", Kind::kFlag},
    {"--device-debug", "-G", Kind::kFlag},
    {"--generate-line-info", "-lineinfo", Kind::kFlag},
    {"--use_fast_math", "-use_fast_math", Kind::kFlag},
    {"--extra-device-vectorization", "-extra-device-vectorization", Kind::kFlag},
    {"--no-source-include", "-no-source-include", Kind::kFlag},
    {"--restrict", "-restrict", Kind::kFlag},
    {"--device-as-default-execution-space", "-default-device", Kind::kFlag},
    {"--device-int128", "-device-int128", Kind::kFlag},
    {"--display-error-number", "-err-no", Kind::kFlag},
    {"--no-display-error-number", "-no-err-no", Kind::kFlag},
    {"--no-cache", "-no-cache", Kind::kFlag},
    {"--minimal", "-minimal", Kind::kFlag},
    {"--Wreorder", "-Wreorder", Kind::kFlag},
    {"--relocatable-device-code", "-rdc", Kind::kBool},
    {"--ftz", "-ftz", Kind::kBool},
    {"--prec-sqrt", "-prec-sqrt", Kind::kBool},
    {"--prec-div", "-prec-div", Kind::kBool},
    {"--fmad", "-fmad", Kind::kBool},
    {"--modify-stack-limit", "-modify-stack-limit", Kind::kBool},
    {"--builtin-move-forward", "-builtin-move-forward", Kind::kBool},
    {"--builtin-initializer-list", "-builtin-initializer-list", Kind::kBool},
    {"--version-ident", "-dQ", Kind::kBool},
    {"--brief-diagnostics", "-brief-diag", Kind::kBool},
    {"--device-stack-protector", "-device-stack-protector", Kind::kBool},
    {"--dopt", "-dopt", Kind::kValue},
    {"--ptxas-options", "-Xptxas", Kind::kValue},
    {"--maxrregcount", "-maxrregcount", Kind::kValue},
    {"--Ofast-compile", "-Ofc", Kind::kValue},
    {"--optimization-info", "-opt-info", Kind::kValue},
    {"--diag-error", "-diag-error", Kind::kValue},
    {"--diag-suppress", "-diag-suppress", Kind::kValue},
    {"--diag-warn", "-diag-warn", Kind::kValue},
    {"--split-compile", "-split-compile", Kind::kValue},
    {"--frandom-seed", "-frandom-seed", Kind::kValue},
    {"--dlink-time-opt", "-dlto", Kind::kGpuOnly},
    {"--gen-opt-lto", "-gen-opt-lto", Kind::kGpuOnly},
    {"--optix-ir", "-optix-ir", Kind::kGpuOnly},
};

const Option* find_option(const std::string& name) {
  for (const Option& option : kOptions) {
    if (name == option.name || name == option.short_name) return &option;
  }
  return nullptr;
}

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

/// One option as the program wrote it, taken apart: -DX=1, --std=c++17, or two of the array.
struct Given {
  const Option* option = nullptr;
  std::string value;
  bool has_value = false;
};

class Reader {
 public:
  Reader(int count, const char* const* options, CompileOptions* out)
      : options_(options, options + count), out_(*out) {}

  std::string read() {
    for (const char* option : options_) {
      if (!option) return "nvrtc: error: an option is a null pointer\n";
    }
    while (next_ < options_.size()) {
      const std::string text = options_[next_++];
      const Given given = take_apart(text);
      if (!given.option) return "nvrtc: error: unrecognized option " + text + " found\n";
      const std::string error = apply(given);
      if (!error.empty()) return error;
    }
    return {};
  }

 private:
  Given take_apart(const std::string& text) {
    Given given;
    for (const char* joined : {"-D", "-U", "-I"}) {
      if (starts_with(text, joined) && text.size() > 2) {
        given.option = find_option(joined);
        given.value = text.substr(2);
        given.has_value = true;
        return given;
      }
    }
    const std::size_t equals = text.find('=');
    given.option = find_option(text.substr(0, equals));
    if (!given.option) return given;
    given.has_value = equals != std::string::npos;
    if (given.has_value) given.value = text.substr(equals + 1);
    if (given.option->kind == Kind::kFlag && given.has_value) given.option = nullptr;
    if (given.option && given.option->kind == Kind::kValue && !given.has_value &&
        next_ < options_.size()) {
      given.value = options_[next_++];
      given.has_value = true;
    }
    return given;
  }

  static std::string both_names(const Option& option) {
    return std::string(option.name) + " (" + option.short_name + ")";
  }

  std::string apply(const Given& given) {
    const Option& option = *given.option;
    if (option.kind == Kind::kGpuOnly) {
      return "nvrtc: error: " + both_names(option) +
             " makes code for a GPU only, which the cpu backend can't\n";
    }
    if (option.kind == Kind::kBool && given.value != "true" && given.value != "false") {
      return "nvrtc: error: " + both_names(option) + " expects true or false\n";
    }
    const std::string name = option.short_name;
    if (name == "-arch") return set_architecture(option, given.value);
    if (name == "-std") return set_standard(given.value);
    if (option.kind == Kind::kValue && given.value.empty()) {
      return "nvrtc: error: " + both_names(option) + " expects a value\n";
    }
    if (name == "-D" || name == "-U") out_.macros.push_back(name + given.value);
    if (name == "-I") add_include_path(given.value);
    if (name == "-include") out_.pre_includes.push_back(given.value);
    if (name == "-default-device") out_.default_device = true;
    if (name == "-w") out_.quiet = true;
    return {};
  }

  std::string set_architecture(const Option& option, const std::string& value) {
    const bool machine = starts_with(value, "sm_");
    const std::string number = machine                          ? value.substr(3)
                               : starts_with(value, "compute_") ? value.substr(8)
                                                                : "";
    char* rest = nullptr;
    const int architecture = static_cast<int>(std::strtol(number.c_str(), &rest, 10));
    const std::string suffix = rest;  // sm_90a has what only that GPU has, compute_100f its family
    const auto& known = supported_architectures();
    const bool right = std::find(known.begin(), known.end(), architecture) != known.end() &&
                       (suffix.empty() || (architecture >= 90 && suffix == "a") ||
                        (architecture >= 100 && suffix == "f"));
    if (!right) return "nvrtc: error: invalid value for " + both_names(option) + "\n";
    out_.architecture = architecture;
    out_.for_machine = machine;
    return {};
  }

  std::string set_standard(const std::string& value) {
    const char* const known[] = {"c++03", "c++11", "c++14", "c++17", "c++20"};
    if (std::find(std::begin(known), std::end(known), value) == std::end(known)) {
      return "nvrtc: error: invalid value for --std(-std)\n";
    }
    out_.standard = std::max(value, std::string("c++17"));
    return {};
  }

  // The toolkit's own headers are no C++ for a CPU. Its folder is known by its contents, or is not
  // there at all.
  void add_include_path(const std::string& path) {
    const bool toolkit = access((path + "/cuda_runtime.h").c_str(), R_OK) == 0;
    out_.toolkit_headers |= toolkit || access(path.c_str(), R_OK) != 0;
    if (!toolkit) out_.include_paths.push_back(path);
  }

  std::vector<const char*> options_;
  CompileOptions& out_;
  std::size_t next_ = 0;
};

}  // namespace

const std::vector<int>& supported_architectures() {
  static const std::vector<int> all = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
  return all;
}

std::string read_options(int count, const char* const* options, CompileOptions* out) {
  return Reader(count, options, out).read();
}

}  // namespace warpup::nvrtc
