// Watches the OS threads that run kernels: one CUDA thread that holds its OS thread for long lets
// others run (it may wait for them in a loop that nothing else can interrupt), and a program that
// is told to end says where its kernels are.
#pragma once

namespace warpup {

class Worker;

/// The calling OS thread runs kernels from now on; made known until forget_worker().
void watch_worker(Worker& worker);
void forget_worker(Worker& worker);

/// A grid runs; the monitor is awake while any does.
void grid_started();
void grid_stopped();

}  // namespace warpup
