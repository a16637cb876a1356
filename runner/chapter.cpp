#include "chapter.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>
#include <tuple>
#include <vector>

namespace warpup {
namespace {

constexpr const char* kUsualPart = "runtime";

int rank(const std::string& part) {
  if (part == "driver") return 0;
  return part == kUsualPart ? 1 : 2;
}

std::vector<int> numbers_of(const std::string& number) {
  std::vector<int> result;
  std::istringstream in(number);
  for (std::string piece; std::getline(in, piece, '.');) result.push_back(std::stoi(piece));
  return result;
}

}  // namespace

std::string Chapter::label() const { return part == kUsualPart ? number : part + "-" + number; }

ChapterName parse_chapter_name(const std::string& text) {
  static const std::regex kName(R"((?:([a-z]+)[- ])?(\d{1,4}(?:\.\d{1,4}){1,3}))");
  std::string lower = text;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::smatch match;
  if (!std::regex_match(lower, match, kName)) return {};
  return {match[1].str(), match[2].str()};
}

bool comes_before(const Chapter& a, const Chapter& b) {
  const auto order = [](const Chapter& c) {
    return std::make_tuple(rank(c.part), c.part, numbers_of(c.number), c.caption);
  };
  return order(a) < order(b);
}

}  // namespace warpup
