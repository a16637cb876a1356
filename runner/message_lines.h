// The lines of compiler output: which are messages, and which say where one comes from.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "compiler_messages.h"

namespace warpup {

/// Where a template that a message is about was instantiated.
struct Place {
  std::string file;
  int line = 0, column = 0;
  bool follows_message = false;  // nvcc's order; g++ says it first
};

void for_each_line(std::string_view text, const std::function<void(const std::string&)>& visit);

std::string trimmed(const std::string& text);

/// The message in a line of g++ ("a.cu:3:5: error: ..."), cu2cpp, nvcc ("a.cu(3): error: ..."),
/// ptxas or a compiler driver ("nvcc fatal   : ...").
std::optional<CompilerMessage> message_in(const std::string& line);

/// The place in a line such as "a.cu:3:5:   required from here".
std::optional<Place> instantiated_from(const std::string& line);

/// True if the line belongs to the text of nvcc's message before it.
bool is_continuation(const std::string& line);

}  // namespace warpup
