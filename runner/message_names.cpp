// The names that translation generates, turned back into what the learner wrote.
#include <cxxabi.h>

#include <cstdlib>
#include <regex>

#include "compiler_messages.h"

namespace warpup {
namespace {

struct Rule {
  std::regex pattern;
  const char* replacement;
};

/// `text` with mangled names, which ptxas prints, as in the source: '_Z3bigPf' is 'big(float*)'.
std::string demangled(const std::string& text) {
  static const std::regex mangled("\\b_Z\\w+");
  std::string result;
  auto rest = text.begin();
  for (std::sregex_iterator it(text.begin(), text.end(), mangled), end; it != end; ++it) {
    int status = 0;
    char* name = abi::__cxa_demangle(it->str().c_str(), nullptr, nullptr, &status);
    result.append(rest, (*it)[0].first).append(status == 0 ? name : it->str());
    std::free(name);
    rest = (*it)[0].second;
  }
  return result.append(rest, text.end());
}

}  // namespace

std::string plain_names(std::string text) {
  text = demangled(text);
  static const Rule rules[] = {
      // A kernel's body is a lambda in it.
      {std::regex(R"(::<lambda\([^<>]*\)>)"), ""},
      {std::regex(R"(\bwarpup_(?:dev|managed)_(\w+))"), "$1"},
      {std::regex(R"(\bwarpup_device_(printf|malloc|free|clock)\b)"), "$1"},
      {std::regex(R"(\bwarpup_p(\d+)\b)"), "unnamed parameter $1"},
      {std::regex(R"((?:[\w:]*::)?\bwarpup_s\d+::)"), ""},
      {std::regex(R"((?:[\w:()*&, ]*::)?\bwarpup_s\d+\b)"), "__shared__ variable"},
      {std::regex(R"((?:[\w:()*&, ]*::)?\bwarpup_d\d+\b)"), "extern __shared__ array"},
      {std::regex(R"(too few arguments to function '[^']*\bconfigure\([^']*\)')"),
       "a launch takes at least two values: kernel<<<blocks, threads>>>(...)"},
      {std::regex(R"('[^']*\bconfigure\(([^']*)\)')"), "'<<<$1>>>'"},
      {std::regex(R"((?:::)?\bwarpup::launch(?:_straight)?<[^']*>)"), "the kernel"},
      {std::regex(R"( \[-fpermissive\]$)"), ""},
      {std::regex(R"(variable length array(?: '\w+')? is used \[-Werror=vla\])"),
       "the array's size is not a constant: device code takes a fixed size, the largest one "
       "that is needed, or extern __shared__ memory, whose size the launch gives"},
  };
  for (const Rule& rule : rules) text = std::regex_replace(text, rule.pattern, rule.replacement);
  return text;
}

}  // namespace warpup
