// warpup test: the project's own tests, by CTest.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>

#include "child.h"
#include "commands.h"
#include "ctest_line.h"
#include "failure.h"
#include "json_line.h"
#include "styled_text.h"
#include "text_file.h"
#include "text_width.h"
#include "warpup_config.h"

namespace warpup {
namespace {

namespace fs = std::filesystem;

struct TestOptions {
  std::string filter;
  bool all = false;
  bool slow = false;  // also those labelled so, which take minutes
};

// Reads CTest's lines as they come.
class TestSummary {
 public:
  explicit TestSummary(Session& session) : session_(session) {}

  void add(std::string_view bytes) {
    partial_ += bytes;
    for (std::size_t end; (end = partial_.find('\n')) != std::string::npos;) {
      line(partial_.substr(0, end));
      partial_.erase(0, end + 1);
    }
  }

  int passed() const { return passed_; }
  int skipped() const { return skipped_; }
  const std::vector<std::string>& failed() const { return failed_; }

 private:
  void line(const std::string& text) {
    const auto result = parse_ctest_line(text);
    if (result) {
      add(*result);
      show_output_ = result->state == TestResult::State::kFailed && !session_.options().json;
    } else if (ends_test_output(text)) {
      show_output_ = false;
    } else if (show_output_ && !text.empty()) {
      std::puts(("    " + text).c_str());
    }
  }

  void add(const TestResult& result) {
    const bool passed = result.state == TestResult::State::kPassed;
    const bool failed = result.state == TestResult::State::kFailed;
    if (passed) ++passed_;
    if (failed) failed_.push_back(result.name);
    if (!passed && !failed) ++skipped_;
    if (session_.options().json) {
      JsonLine("test")
          .add("name", result.name)
          .add("ok", passed)
          .add("outcome", result.outcome)
          .add("seconds", std::stod(result.seconds))
          .print();
    } else if (failed || !session_.options().quiet) {
      show(result);
    }
  }

  void show(const TestResult& result) const {
    const Screen& screen = session_.screen();
    const bool passed = result.state == TestResult::State::kPassed;
    std::string mark = paint(screen, glyphs(screen).good, kGood);
    if (!passed) mark = paint(screen, glyphs(screen).skip, kWarn);
    if (result.state == TestResult::State::kFailed) mark = paint(screen, glyphs(screen).bad, kBad);
    std::puts(fmt::format("{} {} {} s{}", mark, pad_right(result.name, 40),
                          pad_left(result.seconds, 8), passed ? "" : "  " + result.outcome)
                  .c_str());
    std::fflush(stdout);
  }

  Session& session_;
  std::string partial_;
  bool show_output_ = false;  // of the test whose result came last
  int passed_ = 0, skipped_ = 0;
  std::vector<std::string> failed_;
};

int finish(Session& session, const TestSummary& summary, const ChildResult& child) {
  const std::size_t failed = summary.failed().size();
  const bool good = failed == 0 && child.outcome == Outcome::kExited && child.exit_code == 0;
  if (session.options().json) {
    JsonLine("result")
        .add("kind", "tests")
        .add("outcome", good ? "passed" : "failed")
        .add("passed", summary.passed())
        .add("failed", failed)
        .add("skipped", summary.skipped())
        .print();
  } else {
    const std::string skipped =
        summary.skipped() > 0 ? fmt::format(", {} skipped", summary.skipped()) : "";
    std::puts(fmt::format("\n{} passed, {} failed{}", summary.passed(), failed, skipped).c_str());
    if (failed > 0) {
      std::string names;
      for (const std::string& name : summary.failed()) names += (names.empty() ? "" : ", ") + name;
      std::puts(wrapped_block(session.screen(), {{"failed: " + names, kPlain}},
                              session.screen().width, "", "  ")
                    .c_str());
      std::puts(fmt::format("next: warpup test --filter {}", summary.failed().front()).c_str());
    }
  }
  return good ? kExitPassed : kExitFailed;
}

int test(Session& session, const TestOptions& options) {
  const fs::path folder = WARPUP_BUILD_ROOT;
  if (!fs::exists(folder / "CTestTestfile.cmake")) {
    throw Failure::internal(fmt::format("{} holds no tests", shown_path(folder)), "./warpup test");
  }
  ChildRequest request;
  request.program = "ctest";
  request.arguments = {"--test-dir", folder.string(), "--output-on-failure", "-j",
                       std::to_string(std::max(1U, std::thread::hardware_concurrency()))};
  if (!options.slow) request.arguments.insert(request.arguments.end(), {"-LE", "^slow$"});
  if (options.all) request.arguments.insert(request.arguments.end(), {"-C", "slow"});
  if (!options.filter.empty()) {
    request.arguments.insert(request.arguments.end(), {"-R", options.filter});
  }
  TestSummary summary(session);
  request.on_stdout = [&summary](std::string_view bytes) { summary.add(bytes); };
  request.on_stderr = [](std::string_view bytes) {
    std::fwrite(bytes.data(), 1, bytes.size(), stderr);
  };
  const ChildResult child = run_child(request);
  if (child.outcome == Outcome::kNotStarted) {
    throw Failure::internal("ctest does not start: " + child.detail, "apt-get install cmake");
  }
  if (child.outcome == Outcome::kInterrupted) return kExitInterrupted;
  const int ran = summary.passed() + summary.skipped() + static_cast<int>(summary.failed().size());
  if (ran == 0 && !options.filter.empty()) {
    throw Failure::usage(fmt::format("no test is called like \"{}\"", options.filter),
                         "warpup test");
  }
  return finish(session, summary, child);
}

}  // namespace

void add_test_command(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<TestOptions>();
  CLI::App* command = app.add_subcommand("test", "The project's own tests");
  command->add_option("--filter", options->filter, "Those whose names match")->type_name("REGEX");
  command->add_flag("--all", options->all, "The slow ones too");
  command->add_flag("--slow", options->slow, "Also those that take minutes");
  command->callback([options, &chosen] {
    chosen = [options](Session& session) { return test(session, *options); };
  });
}

}  // namespace warpup
