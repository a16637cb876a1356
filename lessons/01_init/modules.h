// The steps of lesson 01 that compile a kernel while they run.
#pragma once

void step_chevrons();
void step_nvrtc();
void step_compile_error();
void step_names();
void step_mixing();
