// Lesson 10, gemm: C = A B, from one element to tensor cores.
//
// What to notice: every rung of the ladder does the same
// multiplications. What changes is how many requests to memory they
// take (counted on the cpu backend), and how many are done in a second
// (timed on a GPU).
//
// This file holds the steps of the ladder; gemm.h lists the others.
#include <memory>

#include "cuda/profile.h"
#include "cuda/random.h"
#include "cuda/timing.h"
#include "gemm.h"
#include "lesson/lesson.h"

// ---- the ladder: one product, six kernels ----

struct Rung {
  const char* name;
  void (*gemm)(const Product& p);
};
const std::vector<Rung> kLadder = {
    {"naive", gemm_naive},          {"shared tile", gemm_tile},
    {"registers", gemm_registers},  {"vector", gemm_vector},
    {"double buffer", gemm_double},
};

LadderInput::LadderInput(const Sizes& s)
    : size(s),
      a(gpu::Random(kSeed).floats(s.a(), -1, 1)),
      b(gpu::Random(kSeed + 1).floats(s.b(), -1, 1)),
      expected(reference_by_library(s, a, b)),
      d_a(a),
      d_b(b),
      d_c(s.c()) {}

// What a kernel gave, and how it got there.
struct Climb {
  bool done = false;
  double error = 0;
  gpu::Counts counts;
  gpu::Timing timing;
};

// Made by the first step that needs it, and freed by main.
struct LadderState {
  std::unique_ptr<LadderInput> input;
  std::vector<Climb> climbs;
} ladder;

int size_parameter(const char* name, int on_cpu, int on_gpu,
                   const char* meaning) {
  return static_cast<int>(
      lesson::parameter(name, lesson::scale(on_cpu, on_gpu), 1,
                        lesson::scale(400, 8192), meaning));
}

LadderInput& ladder_input() {
  const Sizes s = {
      size_parameter("m", 100, 2000, "rows of A and C"),
      size_parameter("n", 180, 5000, "columns of B and C"),
      size_parameter("k", 132, 3000, "columns of A, rows of B")};
  const LadderInput* old = ladder.input.get();
  if (!old || old->size.m != s.m || old->size.n != s.n ||
      old->size.k != s.k) {
    ladder.input.reset();  // before the new one takes memory
    ladder.input = std::make_unique<LadderInput>(s);
    ladder.climbs.assign(kLadder.size(), Climb());
  }
  return *ladder.input;
}

// Runs a kernel into a C full of NaNs: what it leaves out shows.
Climb run_kernel(LadderInput& input, void (*gemm)(const Product& p)) {
  Climb result;
  input.d_c.fill_bytes(0xff);
  gpu::ProfileScope scope;
  gemm(input.product());
  result.counts = scope.stop();
  result.error = worst_error(input.expected, input.d_c.download());
  if (lesson::on_gpu()) {
    result.timing = gpu::time_work([&] { gemm(input.product()); });
  }
  result.done = true;
  return result;
}

const Climb& climb(LadderInput& input, size_t rung) {
  Climb& result = ladder.climbs[rung];
  if (!result.done) result = run_kernel(input, kLadder[rung].gemm);
  return result;
}

void check_climb(const LadderInput& input, const std::string& name,
                 const Climb& result) {
  lesson::check_near("largest error, " + name, 0, result.error,
                     error_bound(input.size.k),
                     "k multiply-adds in a row, each off by 2^-24");
}

struct Named {
  std::string name;
  Climb climb;
};

// Of every warp's multiply-adds, how many a memory request pays for.
double adds_per_request(const LadderInput& input, const Climb& c) {
  const double requests =
      1.0 * (c.counts.requests + c.counts.shared_requests);
  return input.size.multiply_adds() / 32 / requests;
}

void show_counts(const LadderInput& input,
                 const std::vector<Named>& climbs) {
  lesson::Table table({"kernel", "global", "sectors", "shared",
                       "conflicts", "barriers", "adds"});
  for (const Named& named : climbs) {
    const gpu::Counts& c = named.climb.counts;
    table.row(
        named.name, c.requests, c.sectors, c.shared_requests,
        c.bank_conflicts, c.barriers,
        lesson::format("%.1f", adds_per_request(input, named.climb)));
  }
  const Sizes& s = input.size;
  table.show(
      lesson::format("(%d, %d) times (%d, %d), counted; adds: "
                     "multiply-adds of a warp for each request",
                     s.m, s.k, s.k, s.n));
}

void show_times(const LadderInput& input,
                const std::vector<Named>& climbs) {
  lesson::Table table(
      {"kernel", "ms", "spread", "TFLOP/s", "times the one before"});
  double before = 0;
  for (const Named& named : climbs) {
    const gpu::Timing& t = named.climb.timing;
    table.row(
        named.name, lesson::format("%.3f", t.median_ms),
        lesson::format("%.0f%%", 100 * t.spread()),
        lesson::format(
            "%.1f", teraflops(input.size.multiply_adds(), t.median_ms)),
        before > 0 ? lesson::format("%.2f", before / t.median_ms)
                   : std::string("-"));
    before = t.median_ms;
  }
  table.show("median of the runs; spread is half their range");
}

void show_climbs(const LadderInput& input,
                 const std::vector<Named>& climbs) {
  if (lesson::on_gpu()) {
    show_times(input, climbs);
  } else if (climbs.back().climb.counts.counted) {
    show_counts(input, climbs);
  } else {
    lesson::text(
        "Nothing is counted in the fast build; run it without "
        "`--fast`.");
  }
}

// One step of the ladder: checked, then shown beside the rung before.
void step_rung(size_t rung) {
  LadderInput& input = ladder_input();
  std::vector<Named> shown;
  if (rung > 0) {
    shown.push_back({kLadder[rung - 1].name, climb(input, rung - 1)});
  }
  shown.push_back({kLadder[rung].name, climb(input, rung)});
  check_climb(input, kLadder[rung].name, climb(input, rung));
  show_climbs(input, shown);
}

// ---- steps ----

void step_one_element() {
  const Sizes s = {2, 2, 3};
  const gpu::DeviceBuffer<float> d_a(
      std::vector<float>{1, 2, 3, 4, 5, 6});
  const gpu::DeviceBuffer<float> d_b(
      std::vector<float>{1, 0, 0, 1, 1, 1});
  gpu::DeviceBuffer<float> d_c(s.c());
  gemm_naive({s, d_a.data(), d_b.data(), d_c.data()});
  lesson::check_same("C, row by row",
                     lesson::compare(std::vector<float>{4, 5, 10, 11},
                                     d_c.download()));
}

// The reference comes from a library; here the host looks at some of
// its elements itself.
void check_reference(const LadderInput& input) {
  const Sizes& s = input.size;
  double worst = 0;
  for (int row = 0; row < s.m; row += 1 + s.m / 4) {
    for (int col = 0; col < s.n; ++col) {
      double sum = 0;
      for (int i = 0; i < s.k; ++i) {
        sum += 1.0 * input.a[static_cast<size_t>(row) * s.k + i] *
               input.b[static_cast<size_t>(i) * s.n + col];
      }
      const size_t at = static_cast<size_t>(row) * s.n + col;
      worst =
          std::max(worst, std::abs(sum - input.expected.product[at]) /
                              input.expected.magnitude[at]);
    }
  }
  lesson::check_near("the reference, against sums of the host", 0,
                     worst, 2 * s.k * 0x1p-53,
                     "both round k times, by 2^-53");
}

void step_naive() {
  check_reference(ladder_input());
  step_rung(0);
}
void step_tile() {
  lesson::ask(
      {"A block of 32 x 32 threads keeps a tile of A and one of B in "
       "shared memory. How often is an element of A read from global "
       "memory, compared with the naive kernel?",
       {"as often", "half as often", "a 32nd as often"},
       2,
       "One thread loads it, and the 32 threads of its row use it."});
  step_rung(1);
}
void step_registers() { step_rung(2); }
void step_vector() { step_rung(3); }
void step_double() {
  lesson::ask(
      {"With two pairs of tiles, how many barriers does a round need?",
       {"none", "one", "two"},
       1,
       "While one pair is read, the other is written. The barrier at "
       "the end of a round says that both are done."});
  step_rung(4);
}

void step_tuned() {
  LadderInput& input = ladder_input();
  std::vector<Named> all;
  for (const Tiling& tiling : tilings()) {
    all.push_back({tiling.name, run_kernel(input, tiling.gemm)});
    check_climb(input, tiling.name, all.back().climb);
  }
  show_climbs(input, all);
  if (!lesson::on_gpu()) return;
  const Named* best = &all[0];
  for (const Named& named : all) {
    if (named.climb.timing.median_ms < best->climb.timing.median_ms) {
      best = &named;
    }
  }
  lesson::text("Fastest here: " + best->name + ".");
}

// cuBLAS and the ceiling, timed as the rungs are; a diagram of all.
void show_library(LadderInput& input,
                  const std::vector<Named>& climbs) {
  const double work = input.size.multiply_adds();
  const gpu::Blas blas;
  CUBLAS_CHECK(cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH));
  const double library =
      teraflops(work, gpu::time_work([&] {
                        gemm_cublas(blas, input.product());
                      }).median_ms);
  gpu::DeviceBuffer<float> d_out(1);
  double adds = 0;
  const gpu::Timing timing =
      gpu::time_work([&] { adds = run_multiply_adds(d_out.data()); });
  const double ceiling = teraflops(adds, timing.median_ms);
  lesson::Bars bars("The ladder", {"speed", "TFLOP/s"});
  for (const Named& named : climbs) {
    bars.bar(named.name, teraflops(work, named.climb.timing.median_ms));
  }
  bars.reference("cuBLAS, pedantic FP32", library);
  bars.reference("multiply-adds alone", ceiling);
  bars.show("FP32, the same matrices");
  const double mine =
      teraflops(work, climbs.back().climb.timing.median_ms);
  lesson::measure({"tuned", mine, "TFLOP/s", "cuBLAS, pedantic FP32",
                   library, "the same matrices, the same timing"});
  lesson::measure({"cuBLAS, pedantic FP32", library, "TFLOP/s",
                   "multiply-adds in registers", ceiling,
                   "nothing but multiply-adds: the ceiling"});
}

void step_ladder() {
  LadderInput& input = ladder_input();
  std::vector<Named> all;
  for (size_t rung = 0; rung < kLadder.size(); ++rung) {
    all.push_back({kLadder[rung].name, climb(input, rung)});
  }
  Named best = {"tuned", run_kernel(input, tilings().back().gemm)};
  for (const Tiling& tiling : tilings()) {
    if (!lesson::on_gpu()) break;  // without times there is no best
    const Climb other = run_kernel(input, tiling.gemm);
    if (other.timing.median_ms < best.climb.timing.median_ms) {
      best.climb = other;
    }
  }
  all.push_back(best);
  check_climb(input, "tuned", best.climb);
  show_climbs(input, all);
  if (run_multiply_adds) {
    show_library(input, all);
  } else {
    lesson::text("cuBLAS and the ceiling are measured on a GPU alone.");
  }
}

int main(int argc, char** argv) {
  lesson::Program program;
  program.step("one_element", "One element is one dot product",
               step_one_element);
  program.step("naive", "Rung 1: a thread an element", step_naive);
  program.step("tile", "Rung 2: a tile in shared memory", step_tile);
  program.step("registers", "Rung 3: 16 elements a thread",
               step_registers);
  program.step("vector", "Rung 4: four floats a load", step_vector);
  program.step("double_buffer", "Rung 5: the next tiles come early",
               step_double);
  program.step("tuned", "Rung 6: the sizes of the tiles", step_tuned);
  program.step("ladder", "The whole ladder", step_ladder);
  program.step("chain_length", "How far off a product may be",
               step_chain_length);
  program.step("columns", "cuBLAS reads columns", step_columns);
  program.step("four_ways", "Four calls for row-major matrices",
               step_four_ways);
  program.step("wrong_calls", "Three calls that are wrong",
               step_wrong_calls);
  program.step("tf32", "TF32: fewer digits, more speed", step_tf32);
  program.step("tensor", "A product on tensor cores", step_tensor);
  program.step("wrong_barrier", "Wrong: one barrier a round",
               step_wrong_barrier);
  program.step("wrong_edge", "Wrong: a tile with holes",
               step_wrong_edge);
  program.step("wrong_axis", "Slow: threads down the columns",
               step_wrong_axis);
  const int code = program.run(argc, argv);
  ladder.input.reset();
  return code;
}
