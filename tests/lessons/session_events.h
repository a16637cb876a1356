// What a use of the lesson library reports.
#pragma once

#include <unistd.h>

#include <string>

#include "catch.hpp"
#include "lesson/sink.h"

// Runs `use` with the session's events in a pipe, and returns what was written: less than the pipe
// holds, 64 KB.
template <class Use>
std::string events_of(Use use) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  lesson::session() = lesson::Session();
  lesson::session().sink = lesson::make_json_sink(ends[1]);
  use();
  close(ends[1]);
  std::string all;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof(buffer))) > 0;) all.append(buffer, size_t(n));
  close(ends[0]);
  return all;
}

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
