#include "profile_view.h"

#include "catch.hpp"

using namespace warpup;

TEST_CASE("accesses are shown by kernel and line, counts of an average request") {
  ProfileEvent event;
  event.rows.push_back({"scale", "/a/b.cu", 12, "global", "load", 10, 320, 40, 0, 320});
  event.rows.push_back({"scale", "/a/b.cu", 13, "shared", "store", 10, 0, 0, 310, 160});
  event.rows.push_back({"other", "/a/b.cu", 20, "global", "store", 1, 4, 4, 0, 32});
  CHECK(profile_text(Screen(), event, 80, "") ==
        "scale, b.cu: accesses by line, an average request\n"
        "line  access        requests  sectors  ideal  conflicts  lanes\n"
        "----  ------------  --------  -------  -----  ---------  -----\n"
        "  12  global load         10       32      4                32\n"
        "  13  shared store        10                         31     16\n"
        "\n"
        "other, b.cu: accesses by line, an average request\n"
        "line  access        requests  sectors  ideal  conflicts  lanes\n"
        "----  ------------  --------  -------  -----  ---------  -----\n"
        "  20  global store         1        4      4                32\n");
}

TEST_CASE("several lines of a kernel have a sum for each memory") {
  ProfileEvent event;
  event.rows.push_back({"scale", "/a/b.cu", 12, "global", "load", 10, 320, 40, 0, 320});
  event.rows.push_back({"scale", "/a/b.cu", 13, "global", "store", 10, 80, 40, 0, 160});
  CHECK(profile_text(Screen(), event, 80, "") ==
        "scale, b.cu: accesses by line, an average request\n"
        "line  access         requests  sectors  ideal  conflicts  lanes\n"
        "----  -------------  --------  -------  -----  ---------  -----\n"
        "  12  global load          10       32      4                32\n"
        "  13  global store         10        8      4                16\n"
        "      global in all        20       20      4                24\n");
}

TEST_CASE("no accesses, no text; no requests, no division") {
  CHECK(profile_text(Screen(), ProfileEvent(), 80, "").empty());
  ProfileEvent event;
  event.rows.push_back({"k", "a.cu", 1, "global", "load", 0, 0, 0, 0, 0});
  CHECK(profile_text(Screen(), event, 80, "").find("nan") == std::string::npos);
}
