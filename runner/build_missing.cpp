#include "build_missing.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>

namespace warpup {
namespace fs = std::filesystem;
namespace {

const std::string kUndefined = "undefined reference to `";

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// `text` with comments and preprocessor lines as blanks; line ends stay, so that lines can be
/// counted.
std::string code_of(std::string text) {
  for (std::size_t at = 0; (at = text.find('/', at)) != std::string::npos; ++at) {
    const bool line = text.compare(at, 2, "//") == 0;
    if (!line && text.compare(at, 2, "/*") != 0) continue;
    std::size_t end = line ? text.find('\n', at) : text.find("*/", at + 2);
    end = end == std::string::npos ? text.size() : end + (line ? 0 : 2);
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(at),
        text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
  }
  static const std::regex directive("(^|\n)[ \t]*#[^\n]*");
  return std::regex_replace(text, directive, "$1");
}

std::string one_line(const std::string& text) {
  static const std::regex blanks("\\s+");
  const std::string line = std::regex_replace(text, blanks, " ");
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? ""
                                    : line.substr(first, line.find_last_not_of(' ') - first + 1);
}

struct Found {
  std::string text;  // "float block_sum(const float* d_in, int n)"
  int line = 0;
};

/// The first declaration (`ending` is ';') or definition ('{') of the function `name` in `text`.
std::optional<Found> find_function(const std::string& text, const std::string& name, char ending) {
  const std::regex pattern("([A-Za-z_][\\w:<>,*& \\t\\n]*[\\s*&])" + name +
                           "\\s*\\(([^(){};]*)\\)\\s*\\" + ending);
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
    const std::string before = one_line((*it)[1]);
    if (before == "return" || before.rfind("else", 0) == 0) continue;
    const std::string whole = it->str();
    const auto name_at = it->position(1) + it->length(1);
    const auto line = 1 + std::count(text.begin(), text.begin() + name_at, '\n');
    return Found{one_line(whole.substr(0, whole.size() - 1)), static_cast<int>(line)};
  }
  return std::nullopt;
}

/// "block_sum" of "ns::block_sum(float const*, int)".
std::string short_name(const std::string& symbol) {
  const std::string name = symbol.substr(0, symbol.find('('));
  const std::size_t colon = name.rfind(':');
  return colon == std::string::npos ? name : name.substr(colon + 1);
}

std::string shown_path(const fs::path& file) {
  const fs::path relative =
      fs::absolute(file).lexically_normal().lexically_relative(fs::current_path());
  return relative.empty() || *relative.begin() == ".." ? fs::absolute(file).string()
                                                       : relative.string();
}

/// The declaration of `name` that a judge has; nothing if no judge declares it.
std::optional<Found> find_in_judges(const BuildRequest& request, const std::string& name) {
  for (const fs::path& judge : request.cached_sources) {
    auto declaration = find_function(code_of(text_of(judge)), name, ';');
    if (declaration) return declaration;
  }
  return std::nullopt;
}

CompilerMessage missing_function(const BuildRequest& request, const std::string& name,
                                 const std::string& declaration) {
  CompilerMessage message{"", 0, 0, "error", ""};
  message.text = "exercise " + request.name + ": the function `" + declaration +
                 "` is missing or has other parameters";
  for (const fs::path& source : request.sources) {
    if (message.file.empty()) message.file = shown_path(source);
    const auto definition = find_function(code_of(text_of(source)), name, '{');
    if (!definition) continue;
    message.file = shown_path(source);
    message.line = definition->line;
    message.text += "; yours is `" + definition->text + "`";
    break;
  }
  return message;
}

}  // namespace

void explain_missing_functions(std::vector<CompilerMessage>& messages,
                               const BuildRequest& request) {
  for (CompilerMessage& message : messages) {
    if (message.text.compare(0, kUndefined.size(), kUndefined) != 0) continue;
    const std::string symbol =
        message.text.substr(kUndefined.size(), message.text.rfind('`') - kUndefined.size());
    const std::string name = short_name(symbol);
    static const std::regex identifier("[A-Za-z_]\\w*");
    if (!std::regex_match(name, identifier)) continue;
    const auto declaration = find_in_judges(request, name);
    if (declaration) {
      message = missing_function(request, name, declaration->text);
    } else {
      message.text += ": nothing here defines it, or only with other parameters";
    }
  }
}

}  // namespace warpup
