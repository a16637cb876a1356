#include "coverage.h"

#include <regex>

#include "catalog.h"
#include "course_files.h"

namespace fs = std::filesystem;

namespace {

const std::string kArrow = " -> ";

std::vector<std::string> split_places(const std::string& text) {
  std::vector<std::string> places;
  size_t from = 0;
  for (size_t comma = 0; comma != std::string::npos; from = comma + 1) {
    comma = text.find(',', from);
    const std::string place = text.substr(from, comma == std::string::npos ? comma : comma - from);
    const size_t begin = place.find_first_not_of(' ');
    const size_t end = place.find_last_not_of(' ');
    places.push_back(begin == std::string::npos ? "" : place.substr(begin, end - begin + 1));
  }
  return places;
}

std::string problem_of(const std::string& line, const Coverage& coverage, Topic* topic) {
  const size_t arrow = line.find(kArrow);
  if (arrow == std::string::npos) return "no ` -> `";
  topic->text = line.substr(0, arrow);
  topic->places = split_places(line.substr(arrow + kArrow.size()));
  if (topic->places == std::vector<std::string>{""}) return "no place behind ` -> `";
  for (const std::string& place : topic->places) {
    if (place.empty()) return "an empty place";
  }
  for (const Topic& other : coverage.topics) {
    if (other.text == topic->text) return "\"" + topic->text + "\" is there already";
  }
  return "";
}

}  // namespace

Coverage parse_coverage(const std::string& text) {
  Coverage coverage;
  int number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    Topic topic;
    topic.line = number;
    const std::string problem = problem_of(line, coverage, &topic);
    if (problem.empty()) {
      coverage.topics.push_back(topic);
    } else {
      coverage.problems.push_back("line " + std::to_string(number) + ": " + problem);
    }
  }
  return coverage;
}

std::set<std::string> places_of(const fs::path& course) {
  const std::regex step("\\.step\\(\\s*\"(\\w+)\"");
  std::set<std::string> places;
  const warpup::Catalog catalog = warpup::Catalog::load(course);
  for (const warpup::Lesson& lesson : catalog.lessons()) {
    for (const warpup::Chapter& chapter : lesson.chapters)
      places.insert("chapter " + chapter.label());
    for (const warpup::Exercise& exercise : lesson.exercises)
      places.insert("exercise " + exercise.name);
    const std::string program = read_text(lesson.folder / "lesson.cu");
    for (std::sregex_iterator it(program.begin(), program.end(), step), end; it != end; ++it)
      places.insert(lesson.name + "/" + (*it)[1].str());
  }
  return places;
}
