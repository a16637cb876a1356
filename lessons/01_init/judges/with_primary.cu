// Judges exercise 1.2: without a context of the caller's and with one,
// one call inside another, and work that throws.
#include <cuda.h>

#include <functional>
#include <string>

#include "../context.h"
#include "cuda/driver_check.h"
#include "lesson/judge.h"

// The learner's.
void with_primary(CUdevice device, const std::function<void()>& work);

struct Stopped {};

CUcontext current() {
  CUcontext top = nullptr;
  CU_CHECK(cuCtxGetCurrent(&top));
  return top;
}

bool primary_active() {
  unsigned flags = 0;
  int active = 0;
  CU_CHECK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  return active != 0;
}

void require_yes(const std::string& what, bool holds) {
  lesson::require(what, holds, "yes", "no");
}

// Asked while it is retained, so that this changes nothing.
bool primary_is_current() {
  if (!primary_active()) return false;
  CUcontext primary = nullptr;
  CU_CHECK(cuDevicePrimaryCtxRetain(&primary, 0));
  CU_CHECK(cuDevicePrimaryCtxRelease(0));
  return current() == primary;
}

// The stack is empty but for `below`, which may be null.
void require_stack(CUcontext below) {
  require_yes("the current context is that of before",
              current() == below);
  if (!below) return;
  CUcontext popped = nullptr;
  CU_CHECK(cuCtxPopCurrent(&popped));
  require_yes("the stack has no context more", current() == nullptr);
  CU_CHECK(cuCtxPushCurrent(popped));
}

void call_and_look() {
  bool called = false, was_current = false;
  with_primary(0, [&] {
    called = true;
    was_current = primary_is_current();
  });
  require_yes("work was called", called);
  require_yes("the primary context was current", was_current);
}

void judge_alone() {
  lesson::begin_case("the caller has no context");
  call_and_look();
  require_stack(nullptr);
  require_yes("the primary context is released", !primary_active());
}

void judge_above(CUcontext own) {
  lesson::begin_case("the caller has a context of its own");
  call_and_look();
  require_stack(own);
  require_yes("the primary context is released", !primary_active());
}

void judge_nested(CUcontext own) {
  lesson::begin_case("one call inside another");
  bool behind = false;
  with_primary(0, [&] {
    call_and_look();
    behind = primary_is_current();
  });
  require_yes("the primary context is current behind the inner call",
              behind);
  require_stack(own);
  require_yes("the primary context is released", !primary_active());
}

void judge_throwing(CUcontext own) {
  lesson::begin_case("work that throws");
  bool caught = false;
  try {
    with_primary(0, [] { throw Stopped(); });
  } catch (const Stopped&) {
    caught = true;
  }
  require_yes("what it threw came out", caught);
  require_stack(own);
  require_yes("the primary context is released", !primary_active());
}

void judge_retained(CUcontext own) {
  lesson::begin_case("the caller has retained the primary context");
  CUcontext primary = nullptr;
  CU_CHECK(cuDevicePrimaryCtxRetain(&primary, 0));
  call_and_look();
  require_stack(own);
  require_yes("the caller's reference is left", primary_active());
  CU_CHECK(cuDevicePrimaryCtxRelease(0));
  require_yes("and it was the only one", !primary_active());
}

void judge() {
  CU_CHECK(cuInit(0));
  judge_alone();
  CUcontext own = nullptr;
  CU_CHECK(create_context(&own));
  judge_above(own);
  judge_nested(own);
  judge_throwing(own);
  judge_retained(own);
  CU_CHECK(cuCtxDestroy(own));
}

int main() { return lesson::run_judge("with_primary", judge); }
