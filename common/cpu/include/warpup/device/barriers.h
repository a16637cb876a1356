// Barriers of a block, and memory fences.
#pragma once

#include "warpup/collectives.h"
#include "warpup/device/inline.h"

// The names stand for the library's own functions: no wrapper hides the line that waits.
void __syncthreads() __asm__("warpup_syncthreads");
int __syncthreads_count(int predicate) __asm__("warpup_syncthreads_count");
int __syncthreads_and(int predicate) __asm__("warpup_syncthreads_and");
int __syncthreads_or(int predicate) __asm__("warpup_syncthreads_or");

WARPUP_DEVICE void __threadfence_block() { warpup_fence(0); }
WARPUP_DEVICE void __threadfence() { warpup_fence(1); }
WARPUP_DEVICE void __threadfence_system() { warpup_fence(2); }
