// What every command has at hand: the common options, the screen, the course and its progress.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend.h"
#include "catalog.h"
#include "lesson_options.h"
#include "progress.h"
#include "screen.h"

namespace warpup {

class Renderer;

/// Options that stand before or after the name of a command.
struct CommonOptions {
  std::string backend = "auto";
  bool json = false;
  bool quiet = false;
  bool no_color = false;
  bool fast = false;         // the fast build in place of the check build
  bool profile = false;      // count accesses
  bool sanitize = false;     // under compute-sanitizer (cuda backend)
  bool all_reports = false;  // more diagnoses than a screen holds
  double timeout = 0;        // seconds; 0: what the manifest says
  std::optional<std::uint64_t> seed;
  std::filesystem::path course;
  std::vector<GivenOption> lesson_options;     // of a lesson's own
  std::vector<std::string> program_arguments;  // after "--"
};

/// Loads each part when it is first asked for, so that a command pays for what it uses.
class Session {
 public:
  explicit Session(CommonOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const CommonOptions& options() const { return options_; }
  const Screen& screen() const { return screen_; }
  const std::filesystem::path& course() const { return options_.course; }

  /// Throws Failure if there is no course.
  const Catalog& catalog();
  /// Says on stderr what had to be set aside.
  Progress& progress();
  Renderer& renderer();
  /// What --backend says; `auto` asks the machine once. Throws Failure (usage) if --backend cuda
  /// can't run here.
  Backend backend();

  /// A remark on stderr, unless --quiet.
  void remark(const std::string& text) const;

 private:
  CommonOptions options_;
  Screen screen_;
  std::optional<Catalog> catalog_;
  std::optional<Progress> progress_;
  std::optional<Backend> backend_;
  std::unique_ptr<Renderer> renderer_;
};

/// The first exercise, in the order of the course, that has not passed; null where all have.
const Exercise* next_unfinished(Session& session);

}  // namespace warpup
