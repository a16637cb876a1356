// See places.cpp.
#pragma once

/// 0: line 19. 1: line 25, inlined from line 8 of a system header. 2 and 3: line 31 twice.
extern "C" const void* warpup_test_place(int which);
