// A program that misbehaves as its first argument says; see the tests for what each is about.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

int event_fd() { return std::atoi(std::getenv("WARPUP_EVENT_FD")); }

void write_all(int fd, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(fd, text.data() + at, text.size() - at);
    if (written <= 0) _exit(99);
    at += static_cast<std::size_t>(written);
  }
}

void event(const std::string& line) { write_all(event_fd(), line + "\n"); }

int number(const char* text) { return std::atoi(text); }

[[noreturn]] void sleep_forever() {
  for (;;) pause();
}

/// A grandchild in a session of its own whose parent is gone, so nothing ties it to the child.
void escape() {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  std::printf("escaped %d\n", getpid());
  std::fflush(stdout);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  sleep_forever();
}

int flood(int fd) {
  const std::string block(65536, 'x');
  for (int i = 0; i < 16384; ++i) write_all(fd, block);  // 1 GiB
  return 0;
}

/// Holds `megabytes` of memory that is really there.
int hold(int megabytes, int flags) {
  const std::size_t bytes = static_cast<std::size_t>(megabytes) << 20;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 98;
  std::memset(memory, 1, bytes);
  sleep_forever();
}

int hold_in_three_processes(int megabytes) {
  if (fork() == 0 || fork() == 0) return hold(megabytes, MAP_PRIVATE);
  return hold(megabytes, MAP_PRIVATE);
}

/// As the cpu backend does: address space, but no memory.
int reserve() {
  void* area = mmap(nullptr, std::size_t{1} << 40, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  usleep(200000);
  return area == MAP_FAILED ? 1 : 0;
}

/// Memory that parent and children see is there once, however many see it.
int share_memory_by_fork(int megabytes) {
  std::vector<char> memory(static_cast<std::size_t>(megabytes) << 20, 'x');
  for (int i = 0; i < 5; ++i) {
    if (fork() == 0) {
      usleep(300000);
      _exit(0);
    }
  }
  usleep(300000);
  return memory[0] == 'x' ? 0 : 1;
}

void say_where_and_exit(int) {
  event(R"({"event":"diagnosis","kind":"timeout"})");
  _exit(5);
}

/// What the cpu library does: tells where the kernel was when it is asked to end.
int explain_timeout() {
  signal(SIGTERM, say_where_and_exit);
  sleep_forever();
}

int ignore_signals() {
  for (const int each : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) signal(each, SIG_IGN);
  event(R"({"event":"ready"})");
  sleep_forever();
}

int close_everything() {
  for (int fd = 0; fd < 256; ++fd) close(fd);
  usleep(100000);
  return 7;
}

int many_events(int count) {
  for (int i = 0; i < count; ++i) {
    event(R"({"event":"measure","name":"n","value":)" + std::to_string(i) + "}");
  }
  return 0;
}

int print_environment(const char* name) {
  const char* value = std::getenv(name);
  std::printf("%s", value != nullptr ? value : "(not set)");
  return 0;
}

int list_descriptors() {
  for (int fd = 0; fd < 1024; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0) std::printf("%d ", fd);
  }
  return 0;
}

int print_limits() {
  rlimit core{};
  getrlimit(RLIMIT_CORE, &core);
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, nullptr, &blocked);
  std::printf("core %d pipe %d ignored %d group %d", core.rlim_cur <= 1,
              sigismember(&blocked, SIGPIPE), signal(SIGPIPE, SIG_DFL) == SIG_IGN,
              getpgrp() == getpid());
  return 0;
}

int copy_input() {
  for (int c = 0; (c = getchar()) != EOF;) putchar(c);
  std::printf("[end]");
  return 0;
}

int crash(int signal) {
  raise(signal);
  return 97;
}

int leave_and_exit(int code) {
  escape();
  usleep(50000);
  return code;
}

int leave_and_loop() {
  escape();
  for (volatile int i = 0;; i = i + 1) {
  }
}

int print(const char* text) {
  std::printf("%s", text);
  return 0;
}

int print_both() {
  std::printf("out");
  std::fprintf(stderr, "err");
  return 0;
}

int send_event_text(const char* text) {
  write_all(event_fd(), text);
  return 0;
}

int send_long_event(int size) {
  event("{\"text\":\"" + std::string(static_cast<std::size_t>(size), 'x') + "\"}");
  event("{}");
  return 0;
}

using Ways = std::map<std::string, std::function<int(const char* what)>>;

Ways ways_to_end() {
  return {
      {"exit", number},
      {"loop", [](const char*) { return leave_and_loop(); }},
      {"sleep", [](const char*) -> int { sleep_forever(); }},
      {"signal", [](const char* what) { return crash(number(what)); }},
      {"throw", [](const char*) -> int { throw std::runtime_error("not caught"); }},
      {"escape", [](const char* what) { return leave_and_exit(number(what)); }},
      {"hold", [](const char* what) { return hold(number(what), MAP_PRIVATE); }},
      {"hold-shared", [](const char* what) { return hold(number(what), MAP_SHARED); }},
      {"hold-three", [](const char* what) { return hold_in_three_processes(number(what)); }},
      {"reserve", [](const char*) { return reserve(); }},
      {"fork-shared", [](const char* what) { return share_memory_by_fork(number(what)); }},
      {"explain-timeout", [](const char*) { return explain_timeout(); }},
      {"ignore-signals", [](const char*) { return ignore_signals(); }},
      {"close-everything", [](const char*) { return close_everything(); }},
  };
}

Ways ways_to_talk() {
  return {
      {"flood", [](const char* what) { return flood(number(what)); }},
      {"flood-events", [](const char*) { return flood(event_fd()); }},
      {"events", [](const char* what) { return many_events(number(what)); }},
      {"event-text", send_event_text},
      {"long-event", [](const char* what) { return send_long_event(number(what)); }},
      {"environment", print_environment},
      {"descriptors", [](const char*) { return list_descriptors(); }},
      {"limits", [](const char*) { return print_limits(); }},
      {"directory", [](const char*) { return print(get_current_dir_name()); }},
      {"copy", [](const char*) { return copy_input(); }},
      {"print", print},
      {"both", [](const char*) { return print_both(); }},
  };
}

}  // namespace

int main(int argc, char** argv) {
  Ways ways = ways_to_end();
  ways.merge(ways_to_talk());
  const auto way = argc > 1 ? ways.find(argv[1]) : ways.end();
  return way == ways.end() ? 96 : way->second(argc > 2 ? argv[2] : "0");
}
