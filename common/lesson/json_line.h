// One event as one line of JSON. Internal to the lesson library.
#pragma once

#include <string>
#include <vector>

namespace lesson {

/// Text as a JSON string; bytes that are no UTF-8 become U+FFFD.
std::string json_string(const std::string& text);
/// A JSON number; null where the value is not finite.
std::string json_number(double value);
std::string json_strings(const std::vector<std::string>& items);

class JsonLine {
 public:
  explicit JsonLine(const std::string& event) { add("event", event); }

  JsonLine& add(const char* key, const std::string& value) { return raw(key, json_string(value)); }
  JsonLine& add(const char* key, const char* value) { return raw(key, json_string(value)); }
  JsonLine& add(const char* key, double value) { return raw(key, json_number(value)); }
  JsonLine& add(const char* key, bool value) { return raw(key, value ? "true" : "false"); }
  JsonLine& add(const char* key, int value) { return raw(key, std::to_string(value)); }
  JsonLine& add(const char* key, long long value) { return raw(key, std::to_string(value)); }
  JsonLine& add(const char* key, const std::vector<std::string>& v) {
    return raw(key, json_strings(v));
  }
  /// `json` is JSON already.
  JsonLine& raw(const char* key, const std::string& json) {
    body_ += (body_.empty() ? "" : ",") + json_string(key) + ":" + json;
    return *this;
  }
  std::string line() const { return "{" + body_ + "}\n"; }

 private:
  std::string body_;
};

}  // namespace lesson
