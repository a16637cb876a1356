#include "child_events.h"

#include <nlohmann/json.hpp>

namespace warpup {
namespace {

bool is_json_object(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first != std::string::npos && line[first] == '{' && nlohmann::json::accept(line);
}

}  // namespace

void EventLines::add(std::string_view text) {
  for (;;) {
    const std::size_t newline = text.find('\n');
    append(text.substr(0, newline));
    if (newline == std::string_view::npos) return;
    end_line();
    text.remove_prefix(newline + 1);
  }
}

void EventLines::finish() {
  if (!line_.empty() || too_long_) end_line();
}

void EventLines::append(std::string_view part) {
  if (too_long_) return;
  if (line_.size() + part.size() > kLongest) {
    too_long_ = true;
    line_.clear();
    return;
  }
  line_.append(part);
}

void EventLines::end_line() {
  if (too_long_ || !is_json_object(line_)) {
    ++dropped_;
  } else {
    ++accepted_;
    if (sink_) sink_(line_);
  }
  line_.clear();
  too_long_ = false;
}

}  // namespace warpup
