// Everything a lesson sees: #include "lesson/lesson.h" and link warpup_lesson.
//
// A lesson is a program of named steps. A step is a function that calls what these headers offer:
//   backend.h    which backend runs, and sizes that suit it
//   report.h     text, measurements, tables, pictures, questions
//   plot.h       diagrams of lines and of bars
//   timeline.h   what happened when, on several lanes
//   option.h     the lesson's own options
//   check.h      claims that are checked
//   compare.h    two arrays compared, with the first element that differs
//   program.h    the list of steps and main
// What is reported goes, one JSON object a line, to the descriptor in WARPUP_EVENT_FD; without that
// variable it is printed as plain text.
#pragma once

#include "lesson/backend.h"
#include "lesson/check.h"
#include "lesson/compare.h"
#include "lesson/format.h"
#include "lesson/option.h"
#include "lesson/plot.h"
#include "lesson/program.h"
#include "lesson/report.h"
#include "lesson/timeline.h"
