#include "json_line.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace warpup {
namespace {

using nlohmann::json;

// Bytes that are no UTF-8 become U+FFFD.
std::string quoted(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

JsonLine& JsonLine::raw(const std::string& key, const std::string& value) {
  if (!members_.empty()) members_ += ',';
  members_ += quoted(key) + ':' + value;
  return *this;
}

JsonLine& JsonLine::add(const std::string& key, const std::string& value) {
  return raw(key, quoted(value));
}

JsonLine& JsonLine::add(const std::string& key, const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& value : values) list += (list.empty() ? "" : ",") + quoted(value);
  return raw(key, "[" + list + "]");
}

JsonLine& JsonLine::add(const std::string& key, double value) {
  return raw(key, json(value).dump());  // not a number becomes null
}

void JsonLine::print() const {
  std::puts(text().c_str());
  std::fflush(stdout);
}

}  // namespace warpup
