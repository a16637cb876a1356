// What is said about the mistakes that learners make.
#include <set>

#include "catch.hpp"
#include "checker/call_trace.h"
#include "checker/words.h"
#include "support.h"

using namespace warpup::report;
using test::device_side;
using test::finding_at;
using test::host_side;
using test::place_of;
using test::TemporaryFile;
using test::text_of;

namespace {

bool has(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

Report access_report(Kind kind, unsigned thread, Access access, const Place& place) {
  Report report;
  report.kind = kind;
  report.kernel = "kernel";
  report.block_dim[0] = 256;
  report.first = device_side(0, thread, access);
  report.address = 1 << 20;
  report.place = place;
  return report;
}

Explanation told(const TemporaryFile& file, const Report& report, int first, int second = 0,
                 int made = 0) {
  return explain(finding_at(file, report, first, second, made));
}

Explanation race_at(const TemporaryFile& file, const Report& report, int first, int second) {
  return told(file, report, first, second);
}

Report race_report(Kind kind, Side a, Side b, const Place& place) {
  Report report;
  report.kind = kind;
  report.kernel = "kernel";
  report.block_dim[0] = 256;
  report.first = std::move(a);
  report.second = std::move(b);
  report.place = place;
  return report;
}

}  // namespace

TEST_CASE("the text of a report") {
  const TemporaryFile file(
      "__global__ void forward(const int* in, int* out, int n) {\n"
      "\tif (i < n) out[i] = in[i + 1];\n"
      "}\n"
      "CK(cudaMalloc(&d_in, 1024));\n");
  auto report = access_report(Kind::kOutOfBounds, 255, Access::kRead,
                              place_of(Memory::kGlobal, "", 1024, 1024));
  report.first.block[0] = 3;
  report.kernel = "forward";
  const std::string name = base_name(file.path());
  CHECK(text_of(finding_at(file, report, 2, 0, 4)) ==
        "fault: memcheck-oob: Thread (255,0,0) of block (3,0,0) reads `in[i + 1]`, 4 bytes just "
        "past the end\n  of `d_in` (1,024 bytes, cudaMalloc at " +
            name +
            ":4): element 256, where the elements\n  are 0 to 255.\n"
            " --> " +
            file.path() +
            ":2, kernel forward\n"
            " 2 |     if (i < n) out[i] = in[i + 1];\n"
            "   |                         ^^^^^^^^^ read by thread (255,0,0) of block (3,0,0)\n"
            "  cause:   The index reaches beyond the thread's own element: a right or lower "
            "neighbour "
            "(i + 1)\n           that the last thread does not have.\n"
            "  try:     Guard the neighbour's index itself (i + 1 < n), or clamp it to the last "
            "element.\n"
            "  lesson:  05, kernels: ./warpup run 5\n\n");
}

TEST_CASE("out of bounds: causes are told apart") {
  const TemporaryFile file(
      "__global__ void k(float* v) {\n"
      "  v[i] = 1;\n"                       // 2: no guard
      "  v[i - 1] = 1;\n"                   // 3
      "  img[y * pitch + x] = 1;\n"         // 4
      "  if (x < nx) m[x + y * ny] = y;\n"  // 5
      "  if (i <= n) v[i] = 2;\n"           // 6
      "}\n"
      "__global__ void l(float* v) {\n"
      "  int slot = atomicAdd(n, 1);\n"
      "  boxes[slot] = 1;\n"  // 10
      "}\n"
      "__global__ void m(float* v) {\n"
      "  v[i] = a[i] + v[i + 1];\n"                   // 13
      "  if (y < h) v[(row + 1) * width + x] = 0;\n"  // 14
      "  float* line = v + y * pitch;\n"              // 15
      "  if (x < w) line[x] = 0;\n"                   // 16
      "}\n");
  const auto cause = [&](int line, long offset) {
    return told(file,
                access_report(Kind::kOutOfBounds, 1, Access::kWrite,
                              place_of(Memory::kGlobal, "v", 4000, offset)),
                line)
        .cause;
  };
  CHECK(has(cause(2, 4000), "more threads than there are elements"));
  CHECK(has(cause(3, -4), "goes below 0"));
  CHECK(has(cause(4, 90000), "pitch counts bytes"));
  CHECK(has(cause(5, 4040), "stride of a row"));
  CHECK(has(cause(5, 90000), "stride of a row"));
  CHECK(has(cause(6, 4000), "Line 6 compares with <="));
  CHECK(has(cause(10, 4000), "atomic counter"));
  CHECK(has(cause(14, 4000), "neighbour"));
  CHECK(has(cause(16, 4000), "`line` is computed at line 15"));
  CHECK(has(cause(16, 90000), "a pitch counts bytes"));
  auto read = access_report(Kind::kOutOfBounds, 1, Access::kRead,
                            place_of(Memory::kGlobal, "", 4000, 4000));
  CHECK(has(told(file, read, 13).cause, "neighbour"));
  const TemporaryFile sum("out[i] = a[i] + b[i];\n");  // two arrays, each at the thread's own index
  CHECK(has(told(sum, read, 1).cause, "more threads than there are elements"));
}

TEST_CASE("a race with an access that strays is not told beside it") {
  const TemporaryFile file("y[i] = x[i];\nz[i] = y[i];\n");
  const Place place = place_of(Memory::kGlobal, "y", 64, 0);
  const auto at = [&](int first, int second, bool note = false) {
    Report report = race_report(Kind::kRaceGlobal, device_side(0, 0, Access::kWrite),
                                device_side(0, 9, Access::kRead), place);
    report.note = note;
    return finding_at(file, report, first, second);
  };
  const Finding stray = finding_at(
      file,
      access_report(Kind::kOutOfBounds, 1, Access::kRead, place_of(Memory::kGlobal, "x", 64, 64)),
      1);
  CHECK(strays_into(at(1, 2), stray));
  CHECK(strays_into(at(1, 1), stray));
  CHECK_FALSE(strays_into(at(2, 2), stray));
  CHECK_FALSE(strays_into(stray, stray));
}

TEST_CASE("several names stand apart") {
  const TemporaryFile file("x = v[0];\n");
  auto report = access_report(Kind::kUninit, 0, Access::kRead,
                              place_of(Memory::kGlobal, "d_a or d_b", 64, 0));
  CHECK(has(told(file, report, 1).message, "`d_a` or `d_b` (64 bytes"));
}

TEST_CASE("out of bounds: null, unknown, on-chip and copies") {
  const TemporaryFile file("s[t + 1] = v[t];\ncudaMemcpy(d, h, 2 * n, kind);\n");
  Report null_report = access_report(Kind::kOutOfBounds, 0, Access::kWrite, {});
  null_report.place.reset();
  null_report.address = 8;
  CHECK(has(told(file, null_report, 1).message, "at a null pointer plus 8 bytes"));
  null_report.address = 1ull << 50;
  CHECK(has(told(file, null_report, 1).message, "nothing was ever allocated"));
  const auto shared = access_report(Kind::kOutOfBounds, 255, Access::kWrite,
                                    place_of(Memory::kSharedStatic, "s", 1024, 1024));
  CHECK(told(file, shared, 1).lesson.number == 6);
  CHECK(has(told(file, shared, 1).message, "`s` (1,024 bytes of shared memory)"));
  auto copy = access_report(Kind::kOutOfBounds, 0, Access::kCopy,
                            place_of(Memory::kGlobal, "d", 1024, 1024));
  copy.first = host_side("cudaMemcpy", Access::kCopy);
  copy.amount = 2048;
  CHECK(told(file, copy, 2).message ==
        "cudaMemcpy covers 2,048 bytes and leaves `d` (1,024 bytes, "
        "cudaMalloc).");
}

TEST_CASE("where an access lies") {
  const TemporaryFile file("v[i] = 1;\n");
  const auto where = [&](long offset, int size) {
    auto report = access_report(Kind::kOutOfBounds, 0, Access::kWrite,
                                place_of(Memory::kGlobal, "v", 1024, offset));
    report.first.size = size;
    return where_text(finding_at(file, report, 1));
  };
  CHECK(where(1024, 4) == "just past the end");
  CHECK(where(1084, 4) == "60 bytes past the end");
  CHECK(where(1020, 8) == "partly past the end");
  CHECK(where(-4, 4) == "just before the start");
  CHECK(where(-16, 4) == "12 bytes before the start");
  CHECK(where(0, 4) == "at the start");
  CHECK(where(1025, 1) == "1 byte past the end");
}

TEST_CASE("races in shared memory: which barrier is missing") {
  const TemporaryFile file(
      "s[t] = v[t];\n"                        // 1
      "// __syncthreads() is missing\n"       // 2
      "v[t] = s[N - 1 - t];\n"                // 3
      "for (;;) { tile[y] = a[x];\n"          // 4
      "__syncthreads();\n"                    // 5
      "sum += tile[j]; }\n"                   // 6
      "counter += 1;\n"                       // 7
      "if (t < step) s[t] += s[t + step];\n"  // 8
      "bins[t] = 0;\n"                        // 9
      "atomicAdd(&bins[v[i] & 15], 1);\n");   // 10
  const Side w = device_side(0, 0, Access::kWrite), r = device_side(0, 64, Access::kRead);
  const Side a = device_side(0, 64, Access::kAtomic);
  const auto race = [&](const Side& x, const Side& y, const char* name, int first, int second) {
    const Place place = place_of(Memory::kSharedStatic, name, 1024, 0);
    return race_at(file, race_report(Kind::kRaceShared, x, y, place), first, second);
  };
  CHECK(has(race(w, r, "s", 1, 3).advice, "between line 1 and line 3"));
  CHECK(
      has(race(w, r, "s", 1, 3).message, "thread (64,0,0) of the same block reads `s[N - 1 - t]`"));
  CHECK(has(race(r, w, "tile", 6, 4).advice, "second __syncthreads() after the reads (line 6)"));
  CHECK(has(race(w, r, "counter", 7, 7).advice, "atomicAdd(&counter, value)"));
  CHECK(
      has(race(w, r, "s", 8, 8).advice, "after the write (line 8), at the end of the loop's body"));
  CHECK(has(race(w, a, "bins", 9, 10).cause, "One side is atomic"));
}

TEST_CASE("a barrier in a branch is what a race and a note are told of") {
  const TemporaryFile file(
      "__global__ void k(int* seen) {\n"
      "  __shared__ int value;\n"
      "  if (threadIdx.x == 0) {\n"
      "    value = 123;\n"
      "    __syncthreads();\n"
      "  }\n"
      "  seen[threadIdx.x] = value;\n"
      "}\n");
  const Place place = place_of(Memory::kSharedStatic, "value", 4, 0);
  const Explanation race = race_at(file,
                                   race_report(Kind::kRaceShared, device_side(0, 0, Access::kWrite),
                                               device_side(0, 1, Access::kRead), place),
                                   4, 7);
  CHECK(has(race.cause, "The barrier at line 5 stands in a branch (line 3)"));
  CHECK(has(race.advice, "behind its end (line 6)"));
  Report left = race_report(Kind::kBarrierDivergence, device_side(0, 0, Access::kWait),
                            device_side(0, 1, Access::kNone), place);
  left.sub = SubKind::kEarlyExit;
  const Explanation note = told(file, left, 5);
  CHECK(has(note.message, "has passed by and left the kernel"));
  CHECK(has(note.cause, "branch (line 3) that some threads do not take"));
}

TEST_CASE("races within a warp ask for __syncwarp, unless an atomic is what is missing") {
  const TemporaryFile file("w[t] += w[t + 16];\nw[t] += w[t + 8];\nn += 1;\n");
  const auto told_within = [&](int first, int second, const char* name) {
    const Place place = place_of(Memory::kSharedStatic, name, 256, 0);
    Finding finding = finding_at(file,
                                 race_report(Kind::kRaceShared, device_side(0, 0, Access::kWrite),
                                             device_side(0, 8, Access::kRead), place),
                                 first, second);
    finding.seen.within_warp = true;
    finding.report.sub = SubKind::kNone;
    finding.report.sub = classify(finding);
    return explain(finding);
  };
  CHECK(has(told_within(1, 2, "w").advice, "__syncwarp()"));
  CHECK(told_within(1, 2, "w").lesson.number == 7);
  CHECK(has(told_within(3, 3, "n").advice, "atomicAdd(&n"));
}

TEST_CASE("in the midst of a kernel lanes of one warp lack __syncthreads, in a branch __syncwarp") {
  const TemporaryFile file(
      "__global__ void k(int* v) {\n"
      "  s[t] = v[t];\n"
      "  v[t] = s[N - 1 - t];\n"
      "  if (t < 32) {\n"
      "    s[t] += s[t + 16];\n"
      "  }\n"
      "  if (t < n) s[t] = 1;\n"
      "  if (t < n) v[t] = s[n - t];\n"
      "}\n");
  const auto advice = [&](int first, int second, unsigned threads) {
    Report report =
        race_report(Kind::kRaceShared, device_side(0, 0, Access::kWrite),
                    device_side(0, 8, Access::kRead), place_of(Memory::kSharedStatic, "s", 256, 0));
    report.block_dim[0] = threads;
    Finding finding = finding_at(file, report, first, second);
    finding.seen.within_warp = true;
    finding.report.sub = SubKind::kWithinWarp;
    finding.report.sub = classify(finding);
    return explain(finding).advice;
  };
  CHECK(has(advice(2, 3, 256), "Put __syncthreads() between line 2 and line 3"));
  CHECK(has(advice(2, 3, 32), "__syncwarp()"));
  CHECK(has(advice(5, 5, 256), "__syncwarp()"));
  CHECK(has(advice(7, 8, 256), "Put __syncthreads() between line 7 and line 8"));
}

TEST_CASE("lanes of one warp may lack a second __syncthreads, too") {
  const TemporaryFile file(
      "for (;;) {\n  tile[y][x] = a[i];\n  __syncthreads();\n  sum += tile[y][k];\n}\n");
  Finding finding = finding_at(
      file,
      race_report(Kind::kRaceShared, device_side(0, 0, Access::kWrite),
                  device_side(0, 1, Access::kRead), place_of(Memory::kSharedStatic, "tile", 64, 0)),
      2, 4);
  finding.seen.within_warp = true;
  finding.report.sub = SubKind::kWithinWarp;
  finding.report.sub = classify(finding);
  CHECK(has(explain(finding).advice, "second __syncthreads() after the reads (line 4)"));
  CHECK(has(explain(finding).message, "no barrier orders the two"));
}

TEST_CASE("races in global memory") {
  const TemporaryFile file(
      "*hits = *hits + 1;\n"
      "v[i] = (v[i - 1] + v[i] + v[i + 1]) / 3;\n"
      "partial[blockIdx.x] = s[0];\n"
      "last = atomicAdd(tickets, 1u) == gridDim.x - 1;\n"
      "sum += partial[b];\n"
      "flag[0] = i;\n"
      "x = flag[0];\n"
      "for (int k = 0; k < 3; ++k) out[at + k] = p[k];\n"  // 8
      "atomicAdd(count, 1);\n"                             // 9
      "slot = *count - 1;\n"                               // 10
      "__syncthreads();\n"
      "total = *count;\n"    // 12
      "y[i] = y[i] + a;\n"   // 13
      "bins[in[i]] += 1;\n"  // 14
      "(*count) += 1;\n");   // 15
  const Side w = device_side(0, 0, Access::kWrite), r = device_side(1, 0, Access::kRead);
  const auto race = [&](const Side& a, const Side& b, int first, int second, bool note = false) {
    Report report = race_report(Kind::kRaceGlobal, a, b, place_of(Memory::kGlobal, "v", 64, 0));
    report.note = note;
    return race_at(file, report, first, second);
  };
  CHECK(has(race(w, r, 1, 1).advice, "atomicAdd(hits, value)"));
  CHECK(has(race(r, w, 2, 2).advice, "second one"));
  CHECK(has(race(w, r, 3, 5).advice, "__threadfence()"));
  CHECK(has(race(w, r, 6, 7).advice, "two kernels"));
  CHECK(has(race(w, device_side(1, 0, Access::kWrite), 6, 6, true).message, "same value"));
  const Side again = device_side(1, 0, Access::kWrite);
  CHECK_FALSE(has(race(w, again, 6, 6, true).cause, "formula"));  // flag[0]
  CHECK(has(race(w, again, 13, 13, true).cause, "formula of the index"));
  CHECK(has(race(w, device_side(0, 9, Access::kRead), 6, 7).advice, "__syncthreads() between"));
  // The loop's own counter is no update of the array.
  CHECK(has(race(w, device_side(0, 9, Access::kWrite), 8, 8).cause, "write the same element"));
  CHECK(has(race(w, r, 13, 13).cause, "formula of the index, or the stride"));
  CHECK(has(race(w, r, 13, 13).advice, "atomicAdd(&y[i], value)"));
  CHECK_FALSE(has(race(w, r, 14, 14).cause, "formula"));
  CHECK(has(race(w, r, 15, 15).advice, "atomicAdd(count, value)"));
  const Side a = device_side(0, 9, Access::kAtomic);
  CHECK(has(race(r, a, 10, 9).advice, "the value that the atomic returns"));
  CHECK(has(race(r, a, 12, 9).advice, "Clear it before the launch"));
}

TEST_CASE("uninitialised memory, by what it is") {
  const TemporaryFile file("atomicAdd(total, 1);\nsum += m[c];\ns[t] += s[t + step];\n");
  const auto uninit = [&](Access access, const Place& place, int line) {
    return told(file, access_report(Kind::kUninit, 0, access, place), line);
  };
  CHECK(has(uninit(Access::kAtomic, place_of(Memory::kGlobal, "total", 4, 0), 1).advice,
            "cudaMemset(total, 0, bytes)"));
  const auto local = uninit(Access::kRead, place_of(Memory::kLocal, "sum", 4, 0), 2);
  CHECK(local.message == "Thread (0,0,0) of block (0,0,0) reads `sum`, which nobody has written.");
  CHECK(has(uninit(Access::kRead, place_of(Memory::kSharedStatic, "s", 1024, 0), 3).cause,
            "Some slots were never filled"));
}

TEST_CASE("launches: every limit is named with its numbers") {
  const TemporaryFile file("kernel<<<grid, block>>>();\n");
  const auto launch = [&](SubKind sub, unsigned long long amount, unsigned long long limit,
                          const char* value = "") {
    Report report;
    report.kind = Kind::kLaunchConfig;
    report.sub = sub;
    report.kernel = "kernel";
    report.first = host_side("cudaLaunchKernel", Access::kLaunch);
    report.amount = amount;
    report.limit = limit;
    report.value = value;
    report.grid[1] = report.grid[2] = 1;
    return told(file, report, 1);
  };
  CHECK(has(launch(SubKind::kThreadsPerBlock, 1050, 1024).message,
            "1,050 threads a block, and 1,024"));
  CHECK(has(launch(SubKind::kGridDimension, 70000, 65535, "y").message, "gridDim.y = 70,000"));
  CHECK(
      has(launch(SubKind::kBlockDimension, 128, 64, "z").message, "blockDim.z = 128 is above 64"));
  CHECK(has(launch(SubKind::kZeroBlocks, 0, 0).message, "(0,1,1) has no blocks"));
  CHECK(has(launch(SubKind::kDynamicShared, 65536, 49152).advice, "cudaFuncSetAttribute(kernel,"));
  CHECK(launch(SubKind::kDynamicShared, 65536, 49152).lesson.number == 6);
  CHECK(has(launch(SubKind::kLaunchBounds, 512, 256).message, "__launch_bounds__"));
  CHECK(has(launch(SubKind::kCooperativeSize, 999, 264).message, "264 fit at once"));
}

TEST_CASE("API errors by call and code") {
  const TemporaryFile file("e = cudaMemcpy(h, d, n, cudaMemcpyHostToDevice);\n");
  const auto api = [&](const char* name, int code, SubKind sub = SubKind::kNone) {
    Report report;
    report.kind = Kind::kApiError;
    report.sub = sub;
    report.code = code;
    report.code_name = "cudaErrorX";
    report.first = host_side(name);
    if (sub == SubKind::kStaleError) report.second = host_side("cudaMalloc");
    return told(file, report, 1, sub == SubKind::kStaleError ? 1 : 0);
  };
  CHECK(has(api("cudaMemcpy", 1).cause, "the kind, cudaMemcpyHostToDevice, contradicts"));
  CHECK(has(api("cuDeviceGetCount", 3).advice, "cuInit(0)"));
  CHECK(has(api("cudaMemcpyToSymbol", 13).advice, "no quotes"));
  CHECK(has(api("cudaEventElapsedTime", 600).advice, "cudaEventSynchronize(stop)"));
  CHECK(has(api("cudaGetLastError", 2, SubKind::kStaleError).cause, "recorded by cudaMalloc"));
  CHECK(has(api("cudaMalloc", 2).advice, "cudaMemGetInfo"));
  CHECK(has(api("cuMemAlloc", 201).cause, "No context is current"));
  CHECK(has(api("cuMemAlloc", 709).cause, "was destroyed"));
  CHECK(has(api("cuModuleGetFunction", 500).advice, "nvrtcGetLoweredName"));
  CHECK(has(api("cuModuleLoadData", 218).cause, "only on a GPU"));
  CHECK(has(api("cuModuleLoad", 301).cause, "no file"));
  CHECK(has(api("cudaSetDevice", 101).cause, "no device of that number"));
  CHECK(has(api("cudaMalloc", 900).advice, "before cudaStreamBeginCapture"));
  CHECK(has(api("cuSomething", 999).advice, "cuGetErrorString"));
  CHECK(has(api("cudaSomething", 999).advice, "cudaGetErrorString"));
  CHECK(has(api("cuLaunchKernel", 400).cause, "function"));
  CHECK(has(api("cudaFree", 17, SubKind::kUnchecked).message, "nobody looked at it"));
}

TEST_CASE("missing synchronisation") {
  const TemporaryFile file("fill<<<1, 1>>>(v);\nint x = v[0];\nCK(cudaMemcpy(h, d, n, k));\n");
  const auto sync = [&](const Side& early, int line, Memory memory, SubKind sub = SubKind::kNone) {
    Report report;
    report.kind = Kind::kMissingSync;
    report.sub = sub;
    report.first = early;
    report.second = host_side("", Access::kWrite);
    report.second->kernel = "fill";
    report.place = place_of(memory, "v", 64, 0);
    return told(file, report, line, 1);
  };
  Report queued;
  queued.kind = Kind::kMissingSync;
  queued.sub = SubKind::kHostWrites;
  queued.first = host_side("", Access::kWrite);
  queued.second = host_side("cudaMemcpyAsync", Access::kCopy);
  queued.place = place_of(Memory::kPinned, "v", 64, 0);
  CHECK(has(told(file, queued, 2, 1).message, "which cudaMemcpyAsync (line 1) still needs"));
  // The judge's own code comes too early: the learner's line that has to be waited for is told.
  queued.first.pc = queued.second->pc = nullptr;
  const Finding known = finding_at(file, queued, 2, 1), by_library = finding_at(file, queued, 0, 1);
  CHECK(told_elsewhere(by_library, known));
  CHECK_FALSE(told_elsewhere(known, by_library));
  CHECK_FALSE(told_elsewhere(by_library, finding_at(file, queued, 2, 3)));
  const auto managed = sync(host_side("", Access::kRead), 2, Memory::kManaged);
  CHECK(has(managed.message, "which kernel fill (line 1) may still be writing"));
  CHECK(has(managed.advice, "cudaDeviceSynchronize()"));
  CHECK(has(sync(host_side("cudaMemcpy", Access::kCopy), 3, Memory::kGlobal).cause,
            "cudaStreamNonBlocking"));
  CHECK(has(sync(device_side(0, 0, Access::kRead), 3, Memory::kGlobal).advice,
            "cudaStreamWaitEvent"));
  CHECK(has(sync(host_side("cudaFree", Access::kFree), 3, Memory::kGlobal).message, "frees `v`"));
  CHECK(has(sync(host_side(""), 0, Memory::kGlobal, SubKind::kExitUnderWay).message,
            "The program ends while kernel fill (line 1) may still be running"));
}

TEST_CASE("every kind and sub-kind has a sentence, a cause, an advice and a lesson") {
  const TemporaryFile file("v[i] = w[i];\nx = v[i];\n");
  for (int kind = 0; kind <= static_cast<int>(Kind::kPerfBankConflict); ++kind) {
    for (int sub = 0; sub <= static_cast<int>(SubKind::kWaitCycle); ++sub) {
      for (const bool with_details : {true, false}) {
        Report report;
        report.kind = static_cast<Kind>(kind);
        report.sub = static_cast<SubKind>(sub);
        report.first = device_side(0, 0, Access::kRead);
        if (with_details) {
          report.second = device_side(0, 1, Access::kWrite);
          report.place = place_of(Memory::kGlobal, "v", 64, 64);
        }
        const Finding finding = finding_at(file, report, 1, with_details ? 2 : 0);
        const Explanation e = explain(finding);
        INFO(kind_name(report.kind) << " sub-kind " << sub << ": " << e.message);
        CHECK(e.message.size() > 10);
        CHECK(e.message.back() == '.');
        CHECK(e.cause.size() > 20);
        CHECK(e.advice.size() > 20);
        CHECK((e.lesson.number >= 1 && e.lesson.number <= 13));
        const std::string text = text_of(finding);
        CHECK_FALSE(has(text, "!"));
        CHECK_FALSE(has(text, "  ,"));
      }
    }
  }
}

TEST_CASE("what a routine of cuBLAS is given") {
  const TemporaryFile file(
      "CK(cudaMalloc(&d_a, 64));\n"
      "cublasSgemm(handle, n, n, m, n, k, &one, d_a, lda, d_b, ldb, &zero, d_c, ldc);\n");
  Report report;
  report.kind = Kind::kOutOfBounds;
  report.sub = SubKind::kLibrary;
  report.first = host_side("cublasSgemm", Access::kRead);
  report.operand = "A";
  report.place = place_of(Memory::kGlobal, "", 64, 16);
  report.address = 1 << 20;
  report.amount = 80;
  report.limit = 48;
  const auto name = base_name(file.path());
  CHECK(told(file, report, 2, 0, 1).message ==
        "cublasSgemm reads 80 bytes for A, and `d_a` (64 bytes, cudaMalloc at " + name +
            ":1) has 48 bytes from there.");
  report.kind = Kind::kUninit;
  CHECK(has(told(file, report, 2, 0, 1).message, "cublasSgemm reads A from `d_a`"));
  report.kind = Kind::kDeviceDerefHost;
  report.place.reset();
  CHECK(told(file, report, 2).message == "cublasSgemm is given host memory as A.");
  report.operand = "beta";
  CHECK(has(told(file, report, 2).advice, "CUBLAS_POINTER_MODE_HOST"));
  report.kind = Kind::kApiError;
  report.code_name = "CUBLAS_STATUS_INVALID_VALUE";
  report.detail = "m is -1, below 0.";
  CHECK(told(file, report, 2).message ==
        "cublasSgemm returns CUBLAS_STATUS_INVALID_VALUE. m is -1, below 0.");
}

TEST_CASE("numbers, indices and names in words") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1234567) == "1,234,567");
  CHECK(bytes_text(1) == "1 byte");
  CHECK(capitalised("thread x") == "Thread x");
  CHECK(capitalised("cudaMalloc fails") == "cudaMalloc fails");
}

TEST_CASE("what a library's algorithm did is told with the call's arguments") {
  const TemporaryFile file("thrust::transform(in.begin(), in.end(), out.begin(), Twice());\n");
  auto report = access_report(Kind::kOutOfBounds, 60, Access::kWrite,
                              place_of(Memory::kGlobal, "out", 240, 240));
  report.first.size = 4;
  CHECK_FALSE(has(told(file, report, 1).advice, "no vector longer"));
  report.first.pc = trace_here();
  const Explanation short_output = told(file, report, 1);
  CHECK(has(short_output.advice, "no vector longer"));
  CHECK(short_output.lesson.number == 13);

  report.sub = SubKind::kNullPointer;
  CHECK_FALSE(has(told(file, report, 1).advice, "no vector longer"));
  report.kind = Kind::kHostDeref;
  report.sub = SubKind::kHostCode;
  CHECK(has(told(file, report, 1).advice, "thrust::device as the first argument"));
  report.kind = Kind::kDeviceDerefHost;
  CHECK(has(told(file, report, 1).advice, "thrust::device_vector"));
}
