// coverage.txt: topics of the course, and the places where the lessons show them.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

struct Topic {
  int line = 0;
  std::string text;
  std::vector<std::string> places;  // "reduce/sum_101", "chapter 1.8", "exercise block_sum"
};

struct Coverage {
  std::vector<Topic> topics;
  std::vector<std::string> problems;  // "line 3: no ` -> `"
};

/// A line is `topic -> place, place`; lines that begin with # and empty ones are left out.
Coverage parse_coverage(const std::string& text);

/// All places that the course in `course` has: the steps that its programs run, the chapters and
/// exercises that its manifests name.
std::set<std::string> places_of(const std::filesystem::path& course);
