// What the linker prints, as messages.
#include <algorithm>
#include <regex>

#include "compiler_messages.h"
#include "message_lines.h"

namespace warpup {
namespace {

/// "float const*" reads "const float*" in the source.
std::string as_written(const std::string& signature) {
  static const std::regex east_const(R"(\b((?:unsigned |long )*[A-Za-z_][\w:]*) const\b)");
  return std::regex_replace(signature, east_const, "const $1");
}

std::string undefined_text(const std::string& symbol, const std::string& subject) {
  if (symbol == "main") return subject + ": there is no main function, so this is no whole program";
  return "undefined reference to `" + as_written(symbol) + "`";
}

}  // namespace

std::vector<CompilerMessage> parse_linker_output(std::string_view output,
                                                 const MessageContext& context) {
  static const std::regex undefined(R"(^.*undefined reference to [`']([^']*)'.*$)");
  static const std::regex duplicate(R"(^.*multiple definition of [`']([^']*)'.*$)");
  static const std::regex no_library(R"(^.*(cannot find -l[^\s:]+).*$)");
  static const std::regex nvlink(R"(^nvlink error\s*: Undefined reference to '([^']*)'.*$)");
  std::vector<CompilerMessage> messages;
  const auto add = [&](std::string text) {
    const auto same = [&](const CompilerMessage& other) { return other.text == text; };
    if (std::any_of(messages.begin(), messages.end(), same)) return;
    messages.push_back({"", 0, 0, "error", plain_names(std::move(text))});
  };
  for_each_line(output, [&](const std::string& line) {
    std::smatch part;
    if (std::regex_match(line, part, undefined) || std::regex_match(line, part, nvlink)) {
      add(undefined_text(part[1], context.subject));
    } else if (std::regex_match(line, part, duplicate)) {
      add(context.subject + ": `" + as_written(part[1]) +
          "` is defined twice; keep one, or make it static");
    } else if (std::regex_match(line, part, no_library)) {
      add("the linker " + part[1].str() + ": the library is not installed");
    } else if (auto message = message_in(line)) {
      const bool summary = message->text.find("ld returned") != std::string::npos;
      if (!summary) messages.push_back(std::move(*message));
    }
  });
  return messages;
}

}  // namespace warpup
