// One JSON object on standard output: what a command says under --json.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

namespace warpup {

/// JsonLine("hint").add("level", 2).print(); keeps the cost of a JSON library out of the commands.
class JsonLine {
 public:
  explicit JsonLine(const std::string& event) { add("event", event); }

  JsonLine& add(const std::string& key, const std::string& value);
  JsonLine& add(const std::string& key, const char* value) { return add(key, std::string(value)); }
  JsonLine& add(const std::string& key, const std::vector<std::string>& values);
  JsonLine& add(const std::string& key, double value);
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  JsonLine& add(const std::string& key, T value) {
    if constexpr (std::is_same_v<T, bool>) return raw(key, value ? "true" : "false");
    return raw(key, std::to_string(value));
  }

  std::string text() const { return "{" + members_ + "}"; }
  /// Writes the line to standard output, and out of its buffer.
  void print() const;

 private:
  JsonLine& raw(const std::string& key, const std::string& value);

  std::string members_;
};

}  // namespace warpup
