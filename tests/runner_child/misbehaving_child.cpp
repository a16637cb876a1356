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

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  const char* what = argc > 2 ? argv[2] : "0";
  const std::map<std::string, std::function<int()>> ways = {
      {"exit", [&] { return number(what); }},
      {"loop", [&] { return leave_and_loop(); }},
      {"sleep",
       [] {
         sleep_forever();
         return 0;
       }},
      {"signal", [&] { return crash(number(what)); }},
      {"throw", []() -> int { throw std::runtime_error("not caught"); }},
      {"escape", [&] { return leave_and_exit(number(what)); }},
      {"flood", [&] { return flood(number(what)); }},
      {"flood-events", [] { return flood(event_fd()); }},
      {"hold", [&] { return hold(number(what), MAP_PRIVATE); }},
      {"hold-shared", [&] { return hold(number(what), MAP_SHARED); }},
      {"hold-three", [&] { return hold_in_three_processes(number(what)); }},
      {"reserve", [] { return reserve(); }},
      {"fork-shared", [&] { return share_memory_by_fork(number(what)); }},
      {"explain-timeout", [] { return explain_timeout(); }},
      {"ignore-signals", [] { return ignore_signals(); }},
      {"close-everything", [] { return close_everything(); }},
      {"events", [&] { return many_events(number(what)); }},
      {"event-text",
       [&] {
         write_all(event_fd(), what);
         return 0;
       }},
      {"long-event",
       [&] {
         event("{\"text\":\"" + std::string(number(what), 'x') + "\"}");
         event("{}");
         return 0;
       }},
      {"environment", [&] { return print_environment(what); }},
      {"descriptors", [] { return list_descriptors(); }},
      {"limits", [] { return print_limits(); }},
      {"directory",
       [] {
         std::printf("%s", get_current_dir_name());
         return 0;
       }},
      {"copy", [] { return copy_input(); }},
      {"print",
       [&] {
         std::printf("%s", what);
         return 0;
       }},
      {"both",
       [] {
         std::printf("out");
         std::fprintf(stderr, "err");
         return 0;
       }},
  };
  const auto way = ways.find(how);
  return way == ways.end() ? 96 : way->second();
}
