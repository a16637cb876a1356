// Starts this program again for one case, and reads what it tells.
#include "lesson/own_process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace lesson {
namespace {

// Starts the program in this file with what it writes going to
// `output`.
pid_t start(std::vector<std::string> arguments, std::vector<std::string> environment, int output) {
  std::vector<char*> argv, envp;
  for (std::string& text : arguments) argv.push_back(&text[0]);
  for (std::string& text : environment) envp.push_back(&text[0]);
  argv.push_back(nullptr);
  envp.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t child = 0;
  const int error =
      posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("can't start a process");
  return child;
}

std::vector<std::string> environment_for_case(bool blocking) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    // Only what the case asks for decides.
    if (text.rfind("CUDA_LAUNCH_BLOCKING=", 0) != 0) all.push_back(text);
  }
  if (blocking) all.push_back("CUDA_LAUNCH_BLOCKING=1");
  return all;
}

// Lines "VALUE CALL", up to the end of the pipe.
std::vector<Answer> read_answers(int input) {
  std::vector<Answer> answers;
  FILE* file = fdopen(input, "r");
  char line[256];
  while (std::fgets(line, sizeof line, file)) {
    char* call = nullptr;
    const long value = std::strtol(line, &call, 10);
    std::string text = *call == ' ' ? call + 1 : call;
    if (!text.empty() && text.back() == '\n') text.pop_back();
    answers.push_back({text, static_cast<int>(value)});
  }
  std::fclose(file);
  return answers;
}

}  // namespace

bool is_case(int argc, char** argv) { return argc == 4 && std::strcmp(argv[1], "--case") == 0; }

int run_case(char** argv, const std::vector<Case>& cases) {
  for (const Case& known : cases) {
    if (known.name != argv[2]) continue;
    known.function(std::atoi(argv[3]));
    return 0;
  }
  return 2;
}

void tell(const std::string& call, int value) {
  std::printf("%d %s\n", value, call.c_str());
  std::fflush(stdout);  // what was told survives whatever comes next
}

std::vector<Answer> run_in_own_process(const std::string& name, int number, bool blocking) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("can't make a pipe");
  const pid_t child = start({"lesson", "--case", name, std::to_string(number)},
                            environment_for_case(blocking), ends[1]);
  close(ends[1]);
  const std::vector<Answer> answers = read_answers(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error("case " + name + " did not end by itself");
  }
  return answers;
}

}  // namespace lesson
