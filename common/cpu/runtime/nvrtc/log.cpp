#include "log.h"

#include <cctype>
#include <cstdlib>
#include <sstream>

namespace warpup::nvrtc {
namespace {

struct Message {
  std::string file;
  int line = 0;
  int column = 0;  // from 1; 0: not known
  std::string kind;
  std::string text;
};

// Where ": error: " or its like begins; npos: the line is no message.
std::size_t find_kind(const std::string& line, std::string* kind) {
  for (const char* name : {"fatal error", "error", "warning", "note"}) {
    const std::size_t at = line.find(std::string(": ") + name + ": ");
    if (at == std::string::npos) continue;
    *kind = name;
    return at;
  }
  return std::string::npos;
}

// The number after the last colon of `place`, which is cut off there; 0: none.
int cut_number(std::string* place) {
  const std::size_t colon = place->rfind(':');
  if (colon == std::string::npos || colon + 1 == place->size()) return 0;
  for (std::size_t i = colon + 1; i < place->size(); ++i) {
    if (!std::isdigit(static_cast<unsigned char>((*place)[i]))) return 0;
  }
  const int number = std::atoi(place->c_str() + colon + 1);
  place->erase(colon);
  return number;
}

// file:line: undefined reference to `f(int)', as the linker writes.
bool read_undefined(const std::string& line, Message* out) {
  const std::string words = ": undefined reference to `";
  const std::size_t at = line.find(words);
  if (at == std::string::npos) return false;
  const std::size_t begin = at + words.size();
  out->text = "'" + line.substr(begin, line.rfind('\'') - begin) +
              "' is declared and used, and defined nowhere in the program";
  out->kind = "error";
  out->file = line.substr(0, at);
  out->line = cut_number(&out->file);
  return out->line > 0;
}

// file:line:column: kind: text, as g++ and cu2cpp write; the column may be missing.
bool read_message(const std::string& line, Message* out) {
  if (read_undefined(line, out)) return true;
  const std::size_t at = find_kind(line, &out->kind);
  if (at == std::string::npos) return false;
  out->text = line.substr(at + out->kind.size() + 4);
  if (out->text.empty()) return false;
  std::string place = line.substr(0, at);
  const int last = cut_number(&place);
  const int before = cut_number(&place);
  out->line = before ? before : last;
  out->column = before ? last : 0;
  out->file = place;
  return out->line > 0;
}

std::string line_of(const std::string& text, int number) {
  std::istringstream lines(text);
  std::string line;
  for (int i = 0; i < number; ++i) {
    if (!std::getline(lines, line)) return {};
  }
  return line;
}

// What the message names in quotes first.
std::string quoted(const std::string& text, char quote) {
  const std::size_t open = text.find(quote);
  const std::size_t close = text.find(quote, open + 1);
  if (open == std::string::npos || close == std::string::npos) return {};
  return text.substr(open + 1, close - open - 1);
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t find_word(const std::string& line, const std::string& word) {
  for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_word(line[at - 1]) || !is_word(word.front());
    const bool ends = end == line.size() || !is_word(line[end]) || !is_word(word.back());
    if (begins && ends) return at;
  }
  return std::string::npos;
}

// The translation moves columns, so the mark goes where the line has what the message names, and
// else to its beginning.
std::size_t mark_column(const Message& message, const std::string& line) {
  for (const char quote : {'\'', '"'}) {
    const std::string name = quoted(message.text, quote);
    const std::size_t at = name.empty() ? std::string::npos : find_word(line, name);
    if (at != std::string::npos) return at;
  }
  return line.find_first_not_of(" \t");
}

// NVRTC's words for what is wrong most often.
std::string reworded(const std::string& text) {
  const std::size_t at = text.find("' was not declared in this scope");
  if (text.front() != '\'' || at == std::string::npos || at == 0) return text;
  return "identifier \"" + text.substr(1, at - 1) + "\" is undefined";
}

std::string source_excerpt(const Message& message, const std::string& text) {
  const std::string line = line_of(text, message.line);
  if (line.find_first_not_of(" \t") == std::string::npos) return {};
  return "  " + line + "\n  " + std::string(mark_column(message, line), ' ') + "^\n";
}

const NamedFile* find_file(const std::vector<NamedFile>& files, const std::string& path) {
  for (const NamedFile& file : files) {
    if (file.path == path || file.name == path) return &file;
  }
  return nullptr;
}

std::string error_count(int errors, const char* what, const std::string& program) {
  return std::to_string(errors) + " " + what + (errors == 1 ? "" : "s") +
         " detected in the compilation of \"" + program + "\".\n";
}

}  // namespace

std::string compile_log(const std::string& output, const std::vector<NamedFile>& files,
                        const std::string& program) {
  std::string log;
  int errors = 0;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    Message message;
    if (!read_message(line, &message)) continue;
    const NamedFile* file = find_file(files, message.file);
    message.text = reworded(message.text);
    // Notes lead into the backend's headers, or to host headers, which NVRTC doesn't have.
    if (message.kind == "note" && (!file || message.text.find("#include") != std::string::npos)) {
      continue;
    }
    const std::string name = file ? file->name : message.file;
    const bool error = message.kind == "error" || message.kind == "fatal error";
    errors += error;
    log += name + "(" + std::to_string(message.line) + "): " + (error ? "error" : message.kind) +
           ": " + message.text + "\n";
    if (file) log += source_excerpt(message, file->text);
    log += "\n";
  }
  if (errors) log += error_count(errors, "error", program);
  return log;
}

std::string missing_include_log(const NamedFile& file, int line, const std::string& header,
                                const std::string& program, bool has_paths) {
  const std::string text = line_of(file.text, line);
  return file.name + "(" + std::to_string(line) + "): catastrophic error: " +
         (has_paths
              ? "cannot open source file \"" + header + "\""
              : "could not open source file \"" + header + "\" (no directories in search list)") +
         "\n  " + text + "\n  " + std::string(text.size(), ' ') + "^\n\n" +
         error_count(1, "catastrophic error", program) + "Compilation terminated.\n";
}

}  // namespace warpup::nvrtc
