#include "build_view.h"

#include <fmt/format.h>

#include "code_view.h"
#include "source_line.h"
#include "styled_text.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

Style style_of(const std::string& severity) {
  if (severity == "error") return kBad;
  return severity == "warning" ? kWarn : kDim;
}

std::string place_of(const CompilerMessage& message) {
  if (message.file.empty()) return "";
  if (message.line == 0) return message.file;
  if (message.column == 0) return fmt::format("{}:{}", message.file, message.line);
  return fmt::format("{}:{}:{}", message.file, message.line, message.column);
}

std::optional<std::string> code_of(const CompilerMessage& message,
                                   const std::vector<fs::path>& bases) {
  for (const fs::path& base : bases) {
    auto line = source_line(base / message.file, message.line);
    if (line) return line;
  }
  return std::nullopt;
}

}  // namespace

std::string compiler_messages_text(const Screen& screen,
                                   const std::vector<CompilerMessage>& messages,
                                   const std::vector<fs::path>& bases, int width) {
  std::string text;
  for (const CompilerMessage& message : messages) {
    const Style style = style_of(message.severity);
    const std::string place = place_of(message);
    StyledText line;
    if (!place.empty()) line.push_back({place + ": ", kBold});
    line.push_back({message.severity + ": ", style});
    line.push_back({message.text, kPlain});
    text += wrapped_block(screen, line, width, "", "  ");
    const auto code = message.file.empty() ? std::nullopt : code_of(message, bases);
    if (code && message.column > 0) {
      text += marked_line(screen, {message.line, *code}, {{message.column, 1}}, width, "", style);
    } else if (code) {
      text += marked_line(screen, {message.line, *code}, {}, width, "", style);
    }
  }
  return text;
}

std::string first_error_place(const std::vector<CompilerMessage>& messages) {
  for (const CompilerMessage& message : messages) {
    if (message.severity != "error" || message.file.empty()) continue;
    return message.line > 0 ? fmt::format("{}:{}", message.file, message.line) : message.file;
  }
  return "";
}

}  // namespace warpup
