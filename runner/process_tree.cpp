#include "process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace warpup {
namespace {

/// Calls `visit` with each entry of `path` that is a number.
template <typename Visit>
void for_each_number_in(const char* path, Visit visit) {
  const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  alignas(dirent64) char buffer[4096];
  long got = 0;
  while ((got = syscall(SYS_getdents64, fd, buffer, sizeof(buffer))) > 0) {
    for (long at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
      const long number = std::strtol(entry->d_name, nullptr, 10);
      if (number > 0) visit(static_cast<pid_t>(number));
      at += entry->d_reclen;
    }
  }
  close(fd);
}

/// Reads up to size - 1 bytes of `path` and ends them with 0; -1 if it can't be opened.
long read_small(const char* path, char* buffer, std::size_t size) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  const long got = std::max<long>(0, read(fd, buffer, size - 1));
  close(fd);
  buffer[got] = '\0';
  return got;
}

/// Calls `visit` with the numbers in /proc/PID/task/TID/children.
template <typename Visit>
void for_each_listed_child(pid_t process, pid_t thread, Visit visit) {
  char path[64];
  std::snprintf(path, sizeof(path), "/proc/%d/task/%d/children", process, thread);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;  // the thread has ended
  char buffer[1024];
  pid_t number = 0;
  long got = 0;
  while ((got = read(fd, buffer, sizeof(buffer))) > 0) {
    for (long i = 0; i < got; ++i) {
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        number = number * 10 + (buffer[i] - '0');
      } else if (number != 0) {
        visit(number);
        number = 0;
      }
    }
  }
  close(fd);
}

pid_t parent_of(pid_t process) {
  char path[64];
  char text[512];
  std::snprintf(path, sizeof(path), "/proc/%d/stat", process);
  if (read_small(path, text, sizeof(text)) <= 0) return -1;
  const char* after_name = std::strrchr(text, ')');  // the name may hold anything, even ')'
  int parent = -1;
  if (after_name == nullptr || std::sscanf(after_name + 1, " %*c %d", &parent) != 1) return -1;
  return parent;
}

struct Memory {
  std::size_t bytes = 0;
  std::size_t processes = 0;
};

/// Adds `measure(pid)` for every descendant of `root`.
template <typename Measure>
void add_below(pid_t root, Memory& sum, Measure measure) {
  constexpr std::size_t kMostProcesses = 4096;  // a fork bomb must not keep the runner here
  for_each_child(root, [&](pid_t child) {
    if (++sum.processes > kMostProcesses) return;
    sum.bytes += measure(child);
    add_below(child, sum, measure);
  });
}

/// All resident pages, whatever they are and whoever shares them. 20 us.
std::size_t resident_bytes(pid_t process) {
  char path[64];
  char text[128];
  std::snprintf(path, sizeof(path), "/proc/%d/statm", process);
  unsigned long pages = 0;
  if (read_small(path, text, sizeof(text)) <= 0 || std::sscanf(text, "%*u %lu", &pages) != 1) {
    return 0;
  }
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t kilobytes_after(const char* text, const char* label) {
  const char* found = std::strstr(text, label);
  return found == nullptr ? 0 : std::strtoul(found + std::strlen(label), nullptr, 10) * 1024;
}

/// The process's share of its resident anonymous and shared-memory pages. Walks its page tables.
std::size_t own_bytes(pid_t process) {
  char path[64];
  char text[4096];
  std::snprintf(path, sizeof(path), "/proc/%d/smaps_rollup", process);
  if (read_small(path, text, sizeof(text)) <= 0) return resident_bytes(process);
  return kilobytes_after(text, "\nPss_Anon:") + kilobytes_after(text, "\nPss_Shmem:") +
         kilobytes_after(text, "\nSwapPss:");
}

}  // namespace

void for_each_child(pid_t parent, void (*visit)(pid_t child, void* context), void* context) {
  if (access("/proc/thread-self/children", R_OK) == 0) {
    char path[64];
    std::snprintf(path, sizeof(path), "/proc/%d/task", parent);
    for_each_number_in(path, [&](pid_t thread) {
      for_each_listed_child(parent, thread, [&](pid_t child) { visit(child, context); });
    });
    return;
  }
  for_each_number_in("/proc", [&](pid_t process) {
    if (parent_of(process) == parent) visit(process, context);
  });
}

std::size_t memory_below(pid_t root, std::size_t limit) {
  Memory upper_bound;
  add_below(root, upper_bound, resident_bytes);
  if (upper_bound.bytes <= limit) return upper_bound.bytes;
  Memory exact;
  add_below(root, exact, own_bytes);
  return exact.bytes;
}

}  // namespace warpup
