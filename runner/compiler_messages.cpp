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
    fold();
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
    if (!place.follows_message) return chain_.push_back(place);
    const auto last = std::find_if(messages_.rbegin(), messages_.rend(),
                                   [](const auto& message) { return message.severity != "note"; });
    if (last == messages_.rend() || is_library(place.file)) return;
    if (is_library(last->file)) {
      move_to(*last, place);
    } else {
      messages_.push_back(instantiation_note(place));
    }
  }

  /// Puts a message from inside a library where the learner's code caused it.
  static void move_to(CompilerMessage& message, const Place& place) {
    message.file = place.file;
    message.line = place.line;
    message.column = place.column;
  }

  /// A wrong template is wrong where it is written; where it was used is worth a note.
  static CompilerMessage instantiation_note(const Place& place) {
    return {place.file, place.line, place.column, "note", "the template is used here"};
  }

  void take(CompilerMessage message) {
    const auto cause = std::find_if(chain_.begin(), chain_.end(),
                                    [&](const Place& place) { return !is_library(place.file); });
    const bool note = message.severity == "note";
    std::optional<CompilerMessage> use;
    if (cause != chain_.end() && is_library(message.file)) {
      move_to(message, *cause);
    } else if (cause != chain_.end() && !note) {
      use = instantiation_note(*cause);
    }
    chain_.clear();
    message.text = plain_names(trimmed(message.text));
    if (note && (messages_.empty() || !is_useful_note(message))) return;
    messages_.push_back(std::move(message));
    if (use) messages_.push_back(std::move(*use));
  }

  bool is_useful_note(const CompilerMessage& note) const {
    if (note.text.find("warpup::") != std::string::npos) return false;
    if (note.text.find("deduction/substitution failed") != std::string::npos) return false;
    if (!is_library(note.file)) return true;
    const bool internal = note.file.find("/include/warpup/") != std::string::npos;
    return is_candidate(note) ||
           (!internal && note.text.find("declared here") != std::string::npos) ||
           note.text.find("initializing argument") != std::string::npos;
  }

  /// A function of the toolkit's that the call may have meant; those of the C++ library are noise.
  bool is_candidate(const CompilerMessage& message) const {
    return is_library(message.file) && message.file.compare(0, 5, "/usr/") != 0 &&
           message.text.compare(0, 10, "candidate:") == 0;
  }

  /// Leaves out a message that was there already, with its notes: one mistake shows up in every
  /// instantiation. More than three candidates help nobody.
  void fold() {
    std::vector<CompilerMessage> kept;
    for (auto first = messages_.begin(); first != messages_.end();) {
      const auto last =
          std::find_if(first + 1, messages_.end(),
                       [](const CompilerMessage& message) { return message.severity != "note"; });
      const auto same = [&](const CompilerMessage& other) {
        return other.file == first->file && other.line == first->line && other.text == first->text;
      };
      const auto candidate = [&](const CompilerMessage& message) { return is_candidate(message); };
      const bool many = std::count_if(first, last, candidate) > 3;
      if (std::none_of(kept.begin(), kept.end(), same)) {
        std::copy_if(first, last, std::back_inserter(kept),
                     [&](const CompilerMessage& message) { return !many || !candidate(message); });
      }
      first = last;
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
