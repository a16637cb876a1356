#include "sync_log.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <unordered_map>

namespace warpup::check {

struct SyncLog {
  struct Entry {
    uint32_t position;
    uint32_t below;  // accesses with intervals below this are covered
  };
  uint32_t length = 0;
  std::unordered_map<uint64_t, std::vector<Entry>> covered;  // by block, or by block and thread
  std::vector<std::pair<uint32_t, Knowledge::Ref>> refs;     // other logs' entries, by position
};

namespace {

// Keys: a block's number alone speaks of accesses before its barrier; with a thread, of that
// thread's.
uint64_t block_key(uint32_t block) { return uint64_t{block} << 11 | 1024; }
uint64_t thread_key(uint32_t block, uint32_t thread) { return uint64_t{block} << 11 | thread; }

constexpr int kMaxDepth = 8;  // of logs that refer to logs

struct State {
  std::mutex mutex;
  std::unordered_map<uintptr_t, SyncLog> logs;  // by address and launch
  std::atomic<bool> any{false};                 // most programs never publish
};
State& state() {
  static State* s = new State;
  return *s;
}

bool covers(const SyncLog& log, uint32_t length, uint64_t key, uint32_t interval) {
  const auto it = log.covered.find(key);
  if (it == log.covered.end()) return false;
  return std::any_of(it->second.begin(), it->second.end(), [&](const SyncLog::Entry& e) {
    return e.position < length && interval < e.below;
  });
}

bool search(const Knowledge::Ref& ref, uint32_t block, uint32_t thread, uint32_t interval,
            int depth) {
  const SyncLog& log = *ref.log;
  if (covers(log, ref.length, block_key(block), interval) ||
      covers(log, ref.length, thread_key(block, thread), interval)) {
    return true;
  }
  if (depth == 0) return false;
  return std::any_of(log.refs.begin(), log.refs.end(), [&](const auto& r) {
    return r.first < ref.length && r.second.log != ref.log &&
           search(r.second, block, thread, interval, depth - 1);
  });
}

const Knowledge* thread_knowledge(const BlockState& s, uint32_t thread) {
  for (const auto& [id, k] : s.thread_knowledge) {
    if (id == thread) return &k;
  }
  return nullptr;
}

Knowledge& thread_knowledge_for(BlockState& s, uint32_t thread) {
  for (auto& [id, k] : s.thread_knowledge) {
    if (id == thread) return k;
  }
  s.thread_knowledge.emplace_back(static_cast<uint16_t>(thread), Knowledge());
  return s.thread_knowledge.back().second;
}

// Two launches that use one address are ordered by their streams, if at all.
uintptr_t log_key(uintptr_t address) {
  return address * 0x9E3779B97F4A7C15ULL ^ reinterpret_cast<uintptr_t>(here.state->launch) ^
         (address - here.shared_low < here.shared_span ? uintptr_t{here.block} << 32 : 0);
}

void give_own_interval(BlockState& s, uint32_t thread) {
  if (s.own.empty()) s.own.assign(kMaxBlockThreads, 0);
  s.own[thread] = new_intervals(1, s.number);
  refresh_identity();
}

void append(SyncLog& log, uint64_t key, uint32_t below) {
  std::vector<SyncLog::Entry>& entries = log.covered[key];
  if (!entries.empty() && entries.back().below >= below) return;
  entries.push_back(SyncLog::Entry{log.length, below});
}

void append_refs(SyncLog& log, const Knowledge& knowledge) {
  for (const Knowledge::Ref& ref : knowledge.refs) {
    if (ref.log == &log) continue;
    const auto same = [&](const auto& r) {
      return r.second.log == ref.log && r.second.length >= ref.length;
    };
    if (std::none_of(log.refs.begin(), log.refs.end(), same))
      log.refs.emplace_back(log.length, ref);
  }
}

}  // namespace

void Knowledge::add(SyncLog* log, uint32_t length) {
  for (Ref& r : refs) {
    if (r.log == log) {
      r.length = std::max(r.length, length);
      return;
    }
  }
  refs.push_back(Ref{log, length});
}

void Knowledge::join(const Knowledge& other) {
  for (const Ref& r : other.refs) add(r.log, r.length);
}

bool knows(const BlockState& s, uint32_t thread, uint32_t block, uint32_t other,
           uint32_t interval) {
  const Knowledge* own = thread_knowledge(s, thread);
  if (own == nullptr && s.knowledge.empty()) return false;
  std::lock_guard<std::mutex> lock(state().mutex);
  const auto found = [&](const Knowledge::Ref& r) {
    return search(r, block, other, interval, kMaxDepth);
  };
  return std::any_of(s.knowledge.refs.begin(), s.knowledge.refs.end(), found) ||
         (own != nullptr && std::any_of(own->refs.begin(), own->refs.end(), found));
}

void note_fence() {
  BlockState& s = *here.state;
  const uint32_t interval = thread_interval(s, here.thread);
  give_own_interval(s, here.thread);  // what follows the fence is not covered by it
  for (auto& [id, fenced] : s.fenced) {
    if (id == here.thread) {
      fenced = interval;
      return;
    }
  }
  s.fenced.emplace_back(static_cast<uint16_t>(here.thread), interval);
}

bool has_fenced() {
  const auto mine = [](const auto& f) { return f.first == here.thread; };
  return std::any_of(here.state->fenced.begin(), here.state->fenced.end(), mine);
}

bool publish(uintptr_t address, bool release) {
  BlockState& s = *here.state;
  if (release) note_fence();
  const auto it = std::find_if(s.fenced.begin(), s.fenced.end(),
                               [](const auto& f) { return f.first == here.thread; });
  if (it == s.fenced.end()) return false;
  state().any.store(true, std::memory_order_relaxed);
  std::lock_guard<std::mutex> lock(state().mutex);
  SyncLog& log = state().logs[log_key(address)];
  append(log, thread_key(s.number, here.thread), it->second + 1);
  if (s.floor > 0) append(log, block_key(s.number), s.floor);
  const uint32_t warp = here.thread / kWarpSize;
  if (s.warp_floor[warp] > 0) {
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      append(log, thread_key(s.number, warp * kWarpSize + lane), s.warp_floor[warp]);
    }
  }
  append_refs(log, s.knowledge);
  if (const Knowledge* own = thread_knowledge(s, here.thread)) append_refs(log, *own);
  ++log.length;
  return true;
}

void learn(uintptr_t address) {
  if (!state().any.load(std::memory_order_relaxed)) return;
  std::lock_guard<std::mutex> lock(state().mutex);
  const auto it = state().logs.find(log_key(address));
  if (it == state().logs.end() || it->second.length == 0) return;
  thread_knowledge_for(*here.state, here.thread).add(&it->second, it->second.length);
}

void share_knowledge(BlockState& s) {
  for (const auto& [id, k] : s.thread_knowledge) s.knowledge.join(k);
  s.thread_knowledge.clear();
}

void share_knowledge(BlockState& s, uint32_t warp, uint32_t lanes) {
  Knowledge together;
  for (const auto& [id, k] : s.thread_knowledge) {
    if (id / kWarpSize == warp && (lanes >> id % kWarpSize & 1)) together.join(k);
  }
  if (together.empty()) return;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if (lanes >> lane & 1) {
      thread_knowledge_for(s, warp * kWarpSize + lane).join(together);
    }
  }
}

}  // namespace warpup::check
