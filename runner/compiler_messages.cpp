#include "compiler_messages.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "message_lines.h"

namespace warpup {
namespace fs = std::filesystem;
namespace {

bool is_below(const fs::path& file, const fs::path& folder) {
  if (folder.empty()) return false;
  const fs::path relative = file.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

class Parser {
 public:
  explicit Parser(const MessageContext& context) : context_(context) {}

  void add(const std::string& line) {
    if (const auto place = instantiated_from(line)) {
      after_message(*place);
    } else if (auto message = message_in(line)) {
      take(std::move(*message));
    } else if (is_continuation(line) && !messages_.empty()) {
      messages_.back().text += "; " + plain_names(trimmed(line));
    }
  }

  std::vector<CompilerMessage> finish() {
    fold_candidates();
    for (CompilerMessage& message : messages_) message.file = shown(message.file);
    return std::move(messages_);
  }

 private:
  bool is_library(const std::string& file) const {
    if (file.empty() || file.compare(0, 5, "/usr/") == 0) return true;
    return std::any_of(context_.library_dirs.begin(), context_.library_dirs.end(),
                       [&](const fs::path& folder) { return is_below(file, folder); });
  }

  std::string shown(const std::string& file) const {
    const fs::path path = fs::path(file).lexically_normal();
    if (!path.is_absolute() || !is_below(path, context_.base)) return path.string();
    return path.lexically_relative(context_.base).string();
  }

  /// nvcc says after a message where it was instantiated, g++ before it.
  void after_message(const Place& place) {
    if (!place.follows_message) {
      chain_.push_back(place);
    } else if (!messages_.empty() && is_library(messages_.back().file) && !is_library(place.file)) {
      move_to(messages_.back(), place);
    }
  }

  /// Puts a message from inside a library where the learner's code caused it.
  static void move_to(CompilerMessage& message, const Place& place) {
    message.file = place.file;
    message.line = place.line;
    message.column = place.column;
  }

  void take(CompilerMessage message) {
    if (is_library(message.file)) {
      const auto cause = std::find_if(chain_.begin(), chain_.end(),
                                      [&](const Place& place) { return !is_library(place.file); });
      if (cause != chain_.end()) move_to(message, *cause);
    }
    chain_.clear();
    message.text = plain_names(message.text);
    const bool note = message.severity == "note";
    if (note && (messages_.empty() || !is_useful_note(message))) return;
    const auto same = [&](const CompilerMessage& other) {
      return other.file == message.file && other.line == message.line && other.text == message.text;
    };
    if (!note && std::any_of(messages_.begin(), messages_.end(), same)) return;
    messages_.push_back(std::move(message));
  }

  bool is_useful_note(const CompilerMessage& note) const {
    if (note.text.find("warpup::") != std::string::npos) return false;
    if (!is_library(note.file)) return true;
    return note.text.compare(0, 10, "candidate:") == 0 ||
           note.text.find("declared here") != std::string::npos ||
           note.text.find("initializing argument") != std::string::npos;
  }

  /// An unknown operator<< has dozens of candidates in the libraries: more than three help nobody.
  void fold_candidates() {
    std::vector<CompilerMessage> kept;
    for (std::size_t i = 0; i < messages_.size();) {
      std::size_t end = i + 1;
      while (end < messages_.size() && messages_[end].severity == "note") ++end;
      const auto is_candidate = [&](const CompilerMessage& message) {
        return is_library(message.file) && message.text.compare(0, 10, "candidate:") == 0;
      };
      const auto first = messages_.begin() + static_cast<std::ptrdiff_t>(i);
      const auto last = messages_.begin() + static_cast<std::ptrdiff_t>(end);
      const bool many = std::count_if(first, last, is_candidate) > 3;
      std::copy_if(first, last, std::back_inserter(kept),
                   [&](const CompilerMessage& message) { return !many || !is_candidate(message); });
      i = end;
    }
    messages_ = std::move(kept);
  }

  const MessageContext& context_;
  std::vector<Place> chain_;
  std::vector<CompilerMessage> messages_;
};

}  // namespace

std::vector<CompilerMessage> parse_compiler_output(std::string_view output,
                                                   const MessageContext& context) {
  Parser parser(context);
  for_each_line(output, [&](const std::string& line) { parser.add(line); });
  return parser.finish();
}

}  // namespace warpup
