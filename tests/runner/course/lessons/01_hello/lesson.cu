// Every kind of event once.
#include "../steps.h"

void numbers() {
  check("sum", "5050", "5050");  // 0 + 1 + ... + 100
  event(R"({"event":"measure","name":"bandwidth","value":3100.5,"unit":"GB/s",)"
        R"("compared_with":"copy","reference":4300,"note":"Recorded, not measured here."})");
  event(R"({"event":"table","columns":["n","sum"],"rows":[["10","45"],["1,000","499,500"]],)"
        R"("caption":"Sums"})");
  std::puts("printed by the program");
  std::fflush(stdout);
}

void pictures() {
  event(R"({"event":"question","text":"Which is first?","choices":["copy","kernel"],"answer":0,)"
        R"("why":"The kernel needs the data."})");
  event(R"({"event":"timeline","caption":"Two streams","lanes":["stream 1","stream 2"],"spans":[)"
        R"({"lane":0,"name":"copy","begin_ms":0,"end_ms":1.5},)"
        R"({"lane":1,"name":"kernel","begin_ms":1.5,"end_ms":4}]})");
  event(R"({"event":"picture","file":"out/after.png","caption":"After"})");
  event(R"({"event":"hologram","of":"a newer version"})");
}

int main(int argc, char** argv) {
  return run_steps({{"numbers", numbers}, {"pictures", pictures}}, argc, argv);
}
