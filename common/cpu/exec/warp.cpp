// Warp operations: lanes meet by mask, then each gets its own result.
#include "../checker/device_hooks.h"
#include "../checker/hooks.h"
#include "faults.h"
#include "warpup/collectives.h"
#include "worker.h"

namespace warpup {
namespace {

// __activemask: lanes that reach one place together. No operation of the device headers.
constexpr int kWarpGather = kWarpReduceXor + 1;

// Source lane of a shuffle, and whether it lies in the caller's segment (PTX ISA, shfl.sync: with
// c = ((32 - width) << 8) | clamp, segment bounds minLane and maxLane, a source past them is the
// lane itself).
unsigned shuffle_source(const CudaThread& t, unsigned lane, bool* in_range) {
  const unsigned segment = lane & ~static_cast<unsigned>(t.width - 1);
  const unsigned last = segment + static_cast<unsigned>(t.width) - 1;
  const int delta = t.arg;
  unsigned source = lane;
  switch (t.op) {
    case kWarpShflIdx:
      source = segment + (static_cast<unsigned>(delta) & static_cast<unsigned>(t.width - 1));
      *in_range = true;
      return source;
    case kWarpShflUp:
      source = lane - (static_cast<unsigned>(delta) & 31u);
      *in_range = static_cast<int>(source) >= static_cast<int>(segment);
      break;
    case kWarpShflDown:
      source = lane + (static_cast<unsigned>(delta) & 31u);
      *in_range = source <= last;
      break;
    default:
      source = lane ^ (static_cast<unsigned>(delta) & 31u);
      *in_range = source <= last;
      break;
  }
  return *in_range ? source : lane;
}

void shuffle(Block& b, unsigned base, unsigned lanes) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    CudaThread& t = b.threads[base + lane];
    bool in_range = true;
    const unsigned source = shuffle_source(t, lane, &in_range);
    // A lane that takes no part has no value to give: CUDA leaves it undefined, we keep our own.
    const bool takes_part = lanes >> source & 1;
    t.result = takes_part ? b.threads[base + source].value : t.value;
    // Shuffles by distance run over the edge as a matter of course, and drop the value.
    if (!takes_part && t.op == kWarpShflIdx && (t.mask >> source & 1) == 0 && check::on()) {
      check::shuffle_from_absent(b, base / kWarpSize, lane, source);
    }
    t.predicate = in_range;
  }
}

unsigned long long combine(int op, unsigned long long a, unsigned long long b) {
  const auto ua = static_cast<unsigned>(a), ub = static_cast<unsigned>(b);
  const int sa = static_cast<int>(ua), sb = static_cast<int>(ub);
  switch (op) {
    case kWarpReduceAdd:
      return ua + ub;
    case kWarpReduceMinUnsigned:
      return ua < ub ? ua : ub;
    case kWarpReduceMaxUnsigned:
      return ua > ub ? ua : ub;
    case kWarpReduceMinSigned:
      return static_cast<unsigned>(sa < sb ? sa : sb);
    case kWarpReduceMaxSigned:
      return static_cast<unsigned>(sa > sb ? sa : sb);
    case kWarpReduceAnd:
      return ua & ub;
    case kWarpReduceOr:
      return ua | ub;
    default:
      return ua ^ ub;
  }
}

void reduce(Block& b, unsigned base, unsigned lanes, int op) {
  const unsigned first = static_cast<unsigned>(__builtin_ctz(lanes));
  unsigned long long total = b.threads[base + first].value;
  for (unsigned lane = first + 1; lane < kWarpSize; ++lane) {
    if (lanes >> lane & 1) total = combine(op, total, b.threads[base + lane].value);
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (lanes >> lane & 1) b.threads[base + lane].result = total;
  }
}

unsigned lanes_with_value(const Block& b, unsigned base, unsigned lanes, unsigned long long value) {
  unsigned same = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((lanes >> lane & 1) && b.threads[base + lane].value == value) same |= 1u << lane;
  }
  return same;
}

void vote_or_match(Block& b, unsigned base, unsigned lanes, int op) {
  const unsigned zero = op < kWarpMatchAny ? lanes_with_value(b, base, lanes, 0) : 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    CudaThread& t = b.threads[base + lane];
    const unsigned same = op >= kWarpMatchAny ? lanes_with_value(b, base, lanes, t.value) : 0;
    switch (op) {
      case kWarpBallot:
        t.result = lanes & ~zero;
        break;
      case kWarpAll:
        t.result = zero == 0;
        break;
      case kWarpAny:
        t.result = (lanes & ~zero) != 0;
        break;
      case kWarpMatchAny:
        t.result = same;
        break;
      default:
        t.predicate = same == lanes;
        t.result = t.predicate ? lanes : 0;
        break;
    }
  }
}

}  // namespace

namespace {

void make_ready(Block& b, unsigned warp, unsigned lanes) {
  b.warps[warp].waiting &= ~lanes;
  for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned id = warp * kWarpSize + static_cast<unsigned>(__builtin_ctz(rest));
    b.threads[id].state = ThreadState::kReady;
    b.ready.push(static_cast<uint16_t>(id));
  }
}

/// The lanes that wait for the active mask where `me` does.
unsigned gathered_with(const Block& b, const CudaThread& me) {
  const unsigned warp = me.id / kWarpSize;
  unsigned lanes = 0;
  for (unsigned rest = b.warps[warp].waiting; rest != 0; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
    const CudaThread& t = b.threads[warp * kWarpSize + lane];
    if (t.op == kWarpGather && t.wait_pc == me.wait_pc) lanes |= 1u << lane;
  }
  return lanes;
}

void finish_gather(Block& b, const CudaThread& me) {
  const unsigned warp = me.id / kWarpSize, lanes = gathered_with(b, me);
  for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
    b.threads[warp * kWarpSize + static_cast<unsigned>(__builtin_ctz(rest))].result = lanes;
  }
  make_ready(b, warp, lanes);
}

}  // namespace

bool Worker::release_gathered() {
  Block& b = *block;
  bool any = false;
  for (unsigned warp = 0; warp * kWarpSize < b.size; ++warp) {
    for (unsigned rest = b.warps[warp].waiting; rest != 0; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
      const CudaThread& t = b.threads[warp * kWarpSize + lane];
      if (t.op != kWarpGather) continue;
      finish_gather(b, t);
      any = true;
      break;  // one place at a time: the others may still be joined
    }
  }
  return any;
}

void finish_warp(Block& b, unsigned warp, unsigned lanes) {
  const unsigned base = warp * kWarpSize;
  const int op = b.threads[base + static_cast<unsigned>(__builtin_ctz(lanes))].op;
  if (op >= kWarpShflIdx && op <= kWarpShflXor) {
    shuffle(b, base, lanes);
  } else if (op >= kWarpReduceAdd) {
    reduce(b, base, lanes, op);
  } else if (op != kWarpSync) {
    vote_or_match(b, base, lanes, op);
  }
  if (check::on()) check::warp_completed(b, warp, lanes, op);
  make_ready(b, warp, lanes);
}

bool Worker::try_warp(CudaThread* me) {
  Block& b = *block;
  const unsigned warp = me->id / kWarpSize;
  if (me->op == kWarpGather) return false;  // see release_gathered
  const unsigned mask = me->mask & b.lanes_in(warp);
  const unsigned missing = mask & ~b.warps[warp].waiting;
  unsigned lanes = mask;
  if (missing != 0) {
    const unsigned running = loop.record != nullptr ? loop.record->id : b.size;
    const unsigned gone = b.exited_lanes(warp, running);
    if (missing & ~gone) return false;
    lanes &= ~missing;
    // Those that left may be named; reading a value from them is the fault.
    if (check::on() && me->op >= kWarpShflIdx && me->op <= kWarpShflXor) {
      check::warp_incomplete(b, warp, lanes, missing);
    }
  }
  for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
    const CudaThread& t = b.threads[warp * kWarpSize + static_cast<unsigned>(__builtin_ctz(rest))];
    if (t.mask != me->mask || t.op != me->op) return false;
  }
  finish_warp(b, warp, lanes);
  return true;
}

}  // namespace warpup

using namespace warpup;

extern "C" {

unsigned long long warpup_warp_op(unsigned mask, int op, unsigned long long value, int arg,
                                  int width) {
  if (!on_device()) stop_host_call("a warp operation");
  Worker& w = *this_worker_or_null();
  CudaThread* me = w.record();
  me->mask = mask;
  me->op = op;
  me->value = value;
  me->arg = arg;
  me->width = width;
  me->wait_pc = __builtin_return_address(0);
  const unsigned lane = me->id % kWarpSize;
  if (!(mask >> lane & 1)) {
    if (check::on()) check::bad_mask(w, *me);
    me->mask = mask | 1u << lane;
  }
  me->state = ThreadState::kWarp;
  w.block->warps[me->id / kWarpSize].waiting |= 1u << lane;
  w.try_warp(me);
  w.suspend(me);
  return me->result;
}

int warpup_warp_predicate() { return this_worker_or_null()->record()->predicate; }

unsigned warpup_activemask() {
  if (!on_device()) stop_host_call("__activemask()");
  Worker& w = *this_worker_or_null();
  CudaThread* me = w.record();
  me->mask = 0;  // names nobody: who is here is the answer
  me->op = kWarpGather;
  me->wait_pc = __builtin_return_address(0);
  me->state = ThreadState::kWarp;
  w.block->warps[me->id / kWarpSize].waiting |= 1u << me->id % kWarpSize;
  w.suspend(me);
  return static_cast<unsigned>(me->result);
}

}  // extern "C"
