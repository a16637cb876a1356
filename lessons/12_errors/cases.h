// The cases of lesson 12 that spoil the process they run in.
#pragma once

#include <vector>

#include "lesson/own_process.h"

extern const std::vector<lesson::Case> kCases;
