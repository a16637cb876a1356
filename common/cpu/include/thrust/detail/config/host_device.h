// Thrust's own header makes __host__ and __device__ empty macros, for the program too. Here cu2cpp
// needs to see the program's; it erases them from Thrust's headers.
#pragma once
