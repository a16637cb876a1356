#include "../../events.h"

#define EXERCISE "exercises/02_outcomes/diagnosed.cu"

int add(int a, int b);

int main() {
  event(
      R"({"event":"diagnosis","kind":"leak","severity":"note","message":"16 bytes were not freed."})");
  event(
      R"({"event":"diagnosis","kind":"race-shared","severity":"fault","file":")" EXERCISE
      R"(","line":4,"message":"A thread reads a slot that another wrote, with no barrier between.",)"
      R"("kernel":"reverse_kernel","thread":[33,0,0],"block":[2,0,0],"count":96,)"
      R"("other":{"file":")" EXERCISE
      R"(","line":3,"thread":[1,0,0],"block":[2,0,0],"what":"write"},)"
      R"("cause":"A barrier is missing between the two lines.","try":"Put __syncthreads() there.",)"
      R"("lesson":"06"})");
  check("2 + 3", "5", std::to_string(add(2, 3)));
  return verdict(true, "");
}
