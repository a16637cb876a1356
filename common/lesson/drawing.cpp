#include "lesson/drawing.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "lesson/sink.h"

namespace lesson {

std::string save_drawing(const std::string& kind, const std::string& svg) {
  Session& s = session();
  std::string name = s.step.empty() ? kind : s.step + "-" + kind;
  if (++s.drawings > 1) name += "-" + std::to_string(s.drawings);
  const std::string path = picture_path(name + ".svg");
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << svg << std::flush;
  if (out) return path;
  const std::string reason = errno != 0 ? std::strerror(errno) : "no reason is known";
  text("The drawing `" + path + "` can't be written (" + reason +
       "); `WARPUP_OUTPUT_DIR` names another folder.");
  return "";
}

}  // namespace lesson
