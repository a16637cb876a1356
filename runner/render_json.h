// What runs, as JSON: the event stream, one object a line, and nothing else.
#pragma once

#include <iosfwd>

#include "json_line.h"
#include "renderer.h"

namespace warpup {

/// The child's events are passed on as they are. The runner adds its own: begin, text (of the
/// lesson), todo, compiler_message, build, output (what the child printed) and result.
class JsonRenderer : public Renderer {
 public:
  explicit JsonRenderer(std::ostream& out) : out_(out) {}

  void begin(const Subject& subject) override;
  void lesson_text(const std::string& markdown) override;
  void todo(const std::filesystem::path& file, int line, const std::string& text) override;
  void build_begins() override {}
  void build_ended(const BuildResult& result) override;
  void event(const Event& event, const std::string& line) override;
  void output(Stream stream, std::string_view bytes) override;
  void process_lost(const Judged& judged) override;
  void end(const Report& report) override;

 private:
  void write(const JsonLine& line);

  std::ostream& out_;
  Subject subject_;
};

}  // namespace warpup
