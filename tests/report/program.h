// What program_checker.cpp gives the program.
#pragma once

/// Accesses of `size` bytes from `p` on are reported from now on, as block 0 and thread `thread`.
void watch(const void* p, unsigned long size, unsigned thread);
/// The caller has made an allocation, which `*p` points to.
void made(int** p, unsigned long size);
/// Calls work(0) ... work(count - 1) on several OS threads.
void run_all(void (*work)(unsigned), unsigned count);
void finish();
