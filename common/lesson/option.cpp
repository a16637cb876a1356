#include "lesson/option.h"

#include "lesson/sink.h"

namespace lesson {

std::string option(const std::string& name) {
  std::string value;
  for (const auto& given : session().options) {
    if (given.first == name) value = given.second;  // of several, the last
  }
  return value;
}

}  // namespace lesson
