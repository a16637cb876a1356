#include "lesson/report.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "lesson/sink.h"

namespace lesson {

void text(const std::string& markdown) { session().sink->text(markdown); }

void measure(const Measurement& measurement) { session().sink->measure(measurement); }

void Table::show(const std::string& caption) const {
  session().sink->table(columns_, rows_, caption);
}

std::string picture_path(const std::string& name) {
  const char* chosen = std::getenv("WARPUP_OUTPUT_DIR");
  const std::string folder = chosen && *chosen ? chosen : "out";
  std::error_code ignored;  // if it can't be made, writing the picture says so
  std::filesystem::create_directories(folder, ignored);
  return folder + "/" + name;
}

void picture(const std::string& path, const std::string& caption) {
  session().sink->picture(path, caption);
}

void ask(const Question& question) { session().sink->question(question); }

void expect_diagnosis(const std::string& kind) { session().sink->expect_diagnosis(kind); }

void skip(const std::string& reason) { session().sink->skip(reason); }

long long parameter(const std::string& name, long long usual, long long minimum, long long maximum,
                    const std::string& meaning) {
  if (usual < minimum || usual > maximum) {
    throw std::logic_error("parameter " + name + ": " + grouped(usual) +
                           " is outside of its range");
  }
  long long value = usual;
  for (const auto& given : session().parameters) {
    if (given.first == name) value = given.second;
  }
  session().sink->parameter({name, meaning, value, usual, minimum, maximum});
  if (value < minimum || value > maximum) {
    throw ParameterOutOfRange("--set " + name + "=" + std::to_string(value) + ": " + name +
                              " is from " + grouped(minimum) + " to " + grouped(maximum) + " (" +
                              meaning + ")");
  }
  return value;
}

}  // namespace lesson
