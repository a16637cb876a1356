// Copies beside kernels: an array goes to the device, is worked on, and
// comes back, in pieces.
//
// What to notice: the pieces and the calls are the same in each step.
// Only the number of streams changes.
#include <algorithm>
#include <list>

#include "cuda/buffer.h"
#include "cuda/random.h"
#include "cuda/timing.h"
#include "lesson/lesson.h"
#include "steps.h"

constexpr int kThreads = 256;
constexpr uint64_t kSeed = 3;

// A step of a linear congruential generator, modulo 2^32.
constexpr unsigned kFactor = 1664525, kSummand = 1013904223;

// ---- CPU reference ----

// `rounds` steps at once: they are one step with other constants.
std::vector<unsigned> reference_stir(const std::vector<unsigned>& in,
                                     int rounds) {
  unsigned factor = 1, summand = 0;
  for (int r = 0; r < rounds; ++r) {
    factor *= kFactor;
    summand = summand * kFactor + kSummand;
  }
  std::vector<unsigned> out;
  for (const unsigned x : in) out.push_back(x * factor + summand);
  return out;
}

// ---- kernel ----

// values is (n). Work that grows with rounds, and a result that tells
// whether all of it was done.
__global__ void stir_kernel(unsigned* values, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;  // the last block may be partial
  unsigned x = values[i];
  for (int r = 0; r < rounds; ++r) x = x * kFactor + kSummand;
  values[i] = x;
}

// ---- launchers ----

struct Job {
  Job(int n, int pieces, int rounds)
      : n(n),
        pieces(pieces),
        rounds(rounds),
        h_in(n),
        h_out(n),
        d_values(n) {}
  int n, pieces, rounds;
  gpu::PinnedBuffer<unsigned> h_in, h_out;
  gpu::DeviceBuffer<unsigned> d_values;

  int piece() const { return (n + pieces - 1) / pieces; }
  int size_of(int p) const {
    return std::max(0, std::min(piece(), n - p * piece()));
  }
};

void copy_up(Job& job, int p, cudaStream_t stream) {
  const size_t first = size_t(p) * job.piece();
  CUDA_CHECK(cudaMemcpyAsync(job.d_values.data() + first,
                             job.h_in.data() + first,
                             job.size_of(p) * sizeof(unsigned),
                             cudaMemcpyHostToDevice, stream));
}

void stir(Job& job, int p, cudaStream_t stream) {
  const size_t first = size_t(p) * job.piece();
  const int n = job.size_of(p);
  const int blocks = (n + kThreads - 1) / kThreads;
  stir_kernel<<<blocks, kThreads, 0, stream>>>(
      job.d_values.data() + first, n, job.rounds);
  CUDA_CHECK(cudaGetLastError());
}

void copy_down(Job& job, int p, cudaStream_t stream) {
  const size_t first = size_t(p) * job.piece();
  CUDA_CHECK(cudaMemcpyAsync(job.h_out.data() + first,
                             job.d_values.data() + first,
                             job.size_of(p) * sizeof(unsigned),
                             cudaMemcpyDeviceToHost, stream));
}

using Span = gpu::Spans::Span;

// Piece p takes its three steps in stream p % streams.
std::vector<Span> run_pieces(Job& job, int streams) {
  std::list<gpu::Stream> all;
  std::vector<cudaStream_t> stream;
  for (int s = 0; s < streams; ++s) {
    all.emplace_back(cudaStreamNonBlocking);
    stream.push_back(all.back());
  }
  gpu::Spans spans;
  for (int p = 0; p < job.pieces; ++p) {
    const cudaStream_t s = stream[p % streams];
    const std::string lane = "stream " + std::to_string(p % streams);
    const std::string number = " " + std::to_string(p);
    spans.add(lane, "up" + number, s, [&] { copy_up(job, p, s); });
    spans.add(lane, "kernel" + number, s, [&] { stir(job, p, s); });
    spans.add(lane, "down" + number, s, [&] { copy_down(job, p, s); });
  }
  return spans.times();
}

// ---- what the steps measure ----

double total_ms(const std::vector<Span>& spans) {
  double begin = spans[0].begin_ms, end = 0;
  for (const Span& span : spans) {
    begin = std::min(begin, span.begin_ms);
    end = std::max(end, span.end_ms);
  }
  return end - begin;
}

// The median of five runs, behind one that is not counted.
template <class Run>
double median_ms(Run run) {
  run();
  std::vector<double> ms;
  for (int i = 0; i < 5; ++i) ms.push_back(run());
  return gpu::summarise(ms).median_ms;
}

// All pieces of one operation alone, one behind the other.
double alone_ms(Job& job, void (*operation)(Job&, int, cudaStream_t)) {
  gpu::Stream stream(cudaStreamNonBlocking);
  return median_ms([&] {
    gpu::Event begin, end;
    begin.record(stream);
    for (int p = 0; p < job.pieces; ++p) operation(job, p, stream);
    end.record(stream);
    end.synchronize();
    return double(gpu::Event::milliseconds(begin, end));
  });
}

int overlapping_pairs(const std::vector<Span>& spans) {
  int pairs = 0;
  for (size_t i = 0; i < spans.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      pairs += gpu::overlap(spans[i], spans[j]);
    }
  }
  return pairs;
}

Job make_job() {
  const int n = lesson::scale(1 << 18, 1 << 26);
  const int pieces = static_cast<int>(
      lesson::parameter("pieces", 8, 1, 64, "pieces of the array"));
  const int rounds = static_cast<int>(lesson::parameter(
      "rounds", lesson::scale(16, 1000), 1, 10000,
      "how much the kernel computes for each number"));
  return Job(n, pieces, rounds);
}

void fill(Job& job) {
  gpu::Random random(kSeed);
  for (unsigned& x : job.h_in) x = static_cast<unsigned>(random.bits());
}

void check_result(const std::string& name, Job& job) {
  const std::vector<unsigned> in(job.h_in.begin(), job.h_in.end());
  const std::vector<unsigned> out(job.h_out.begin(), job.h_out.end());
  lesson::check_same(
      name, lesson::compare(reference_stir(in, job.rounds), out));
}

// ---- steps ----

void step_one_stream() {
  Job job = make_job();
  fill(job);
  run_pieces(job, 1);  // the first run also loads the kernel
  const std::vector<Span> spans = run_pieces(job, 1);
  check_result("every number", job);
  gpu::show_timeline(spans, "one stream");
  lesson::check("operations that overlap", 0, overlapping_pairs(spans));
}

void step_overlap() {
  const int streams = static_cast<int>(lesson::parameter(
      "streams", 4, 1, 16, "streams that share the pieces"));
  lesson::ask(
      {"The same pieces in several streams. What can run "
       "beside the kernel of one piece?",
       {"nothing, the device does one thing at a time",
        "the copies of other pieces"},
       1,
       "Copies are done by engines of their own, while the "
       "multiprocessors compute."});
  Job job = make_job();
  fill(job);
  run_pieces(job, streams);
  const std::vector<Span> spans = run_pieces(job, streams);
  check_result("every number", job);
  gpu::show_timeline(spans, std::to_string(streams) + " streams");
  if (streams > 1) {
    lesson::check_that(
        "operations overlap", overlapping_pairs(spans) > 0, "some",
        std::to_string(overlapping_pairs(spans)) + " pairs");
  }
}

// The same on paper: up, kernel and down take one unit each, and the
// device has one engine for each of them. Returns the units it takes.
int planned_units(int pieces, int streams) {
  std::vector<int> stream_free(streams, 0);
  int engine_free[3] = {0, 0, 0};
  int end = 0;
  for (int p = 0; p < pieces; ++p) {
    for (int& engine : engine_free) {
      int& stream = stream_free[p % streams];
      stream = engine = std::max(stream, engine) + 1;
      end = stream;
    }
  }
  return end;
}

void step_plan() {
  const int pieces = static_cast<int>(
      lesson::parameter("pieces", 8, 1, 64, "pieces of the array"));
  lesson::ask(
      {"Up, kernel and down take one unit of time each, and "
       "each has an engine of its own. How many streams does "
       "it take to keep all three engines busy?",
       {"2", "3", "as many as there are pieces"},
       1,
       "Three operations at a time are under way, of three "
       "pieces, and each piece is in another stream."});
  lesson::Table table({"streams", "units", "ideal / units"});
  for (const int streams : {1, 2, 3, 4, 8}) {
    const int units = planned_units(pieces, streams);
    table.row(streams, units,
              lesson::format("%.0f%%", 100.0 * pieces / units));
  }
  table.show(std::to_string(pieces) +
             " pieces of three units; ideal: " +
             std::to_string(pieces) + " units");
  lesson::check("one stream", 3 * pieces, planned_units(pieces, 1));
  lesson::check("three streams", pieces + 2, planned_units(pieces, 3));
  lesson::check("eight streams", pieces + 2, planned_units(pieces, 8));
}

void step_overlap_ratio() {
  if (!lesson::on_gpu()) {
    lesson::skip(
        "The cpu backend has no engines that copy: its streams are "
        "threads that share the CPU's cores. How near a device comes "
        "to the ideal is measured on a GPU.");
    return;
  }
  Job job = make_job();
  fill(job);
  const double up = alone_ms(job, copy_up);
  const double kernel = alone_ms(job, stir);
  const double down = alone_ms(job, copy_down);
  const double ideal = std::max({up, kernel, down});
  lesson::text(lesson::format(
      "Alone: up %.2f ms, kernels %.2f ms, down %.2f ms. The ideal "
      "is the longest of the three, with the others beside it.",
      up, kernel, down));
  lesson::Table table({"streams", "ms", "ideal / ms"});
  double one = 0, most = 0;
  for (const int streams : {1, 2, 4, 8}) {
    const double ms =
        median_ms([&] { return total_ms(run_pieces(job, streams)); });
    if (streams == 1) one = ms;
    most = ms;
    table.row(streams, lesson::format("%.2f", ms),
              lesson::format("%.0f%%", 100 * ideal / ms));
  }
  table.show(std::to_string(job.pieces) +
             " pieces, median of five runs");
  check_result("every number", job);
  if (job.pieces == 8) {
    lesson::check_that("eight streams beat one", most < 0.8 * one,
                       "less than 80% of its time",
                       lesson::format("%.0f%%", 100 * most / one));
  }
}
