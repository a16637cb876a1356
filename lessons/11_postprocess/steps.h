// The steps of lesson 11, and what its files share.
//   lesson.cu      the network's rows: decoded, and boxes moved back
//   list.cu        the list of candidates: capacity and order
//   nms.cu         one box an object
//   whole.cu       all of it, and the boxes drawn
//   softmax.cu     scores of a classifier become probabilities
//   wrong.cu       what goes wrong
//   scene.cu       the rows that a network would have made of a scene
//   reference.cu   the CPU reference
#pragma once

#include <string>
#include <vector>

#include "boxes.h"
#include "cuda/buffer.h"
#include "lesson/image.h"
#include "lesson/lesson.h"

constexpr float kConfidence = 0.25f;  // of a candidate, at least
constexpr float kOverlap = 0.45f;     // of two boxes that may both stay
constexpr int kCapacity = 1024;       // candidates that are compared
constexpr int kThreads = 256;
constexpr int kWarp = 32;
constexpr int kWords =
    kCapacity / kWarp;  // of 32 bits, in a mask's row
constexpr unsigned kAllLanes = 0xffffffffu;
// Positions in float32 are rounded a few times, by 6e-8 each.
constexpr double kPixelShare = 1e-6, kPixelTol = 1e-3;

inline int ceil_div(int a, int b) { return a / b + (a % b != 0); }

// ---- scene.cu ----

struct Object {
  int label;
  Box box;  // in the picture
  float confidence;
};

// The output of a network, and the picture that it was made of.
struct NetworkOutput {
  std::vector<float> values;    // (rows, kColumns)
  Size picture;                 // its size
  std::vector<Object> objects;  // what is there; empty: nobody knows
  int rows() const { return int(values.size() / kColumns); }
};

// The scene's, or that of --input FILE.
const NetworkOutput& network_output();
// The scene, or --image FILE.
lesson::Image picture();

// ---- reference.cu ----

using Candidates = std::vector<Candidate>;

// In the order of rows.
Candidates reference_decode(const NetworkOutput& output,
                            float confidence);
// Best first.
Candidates reference_sorted(Candidates list);
// Those that stay, best first; `list` in any order.
Candidates reference_nms(Candidates list, float overlap);

// The same rows with the same labels, confidences and boxes?
void check_candidates(const std::string& name,
                      const Candidates& expected,
                      const Candidates& got);

// ---- lists on the device ----

// A list that threads fill; more may be counted than there is room for.
struct DeviceList {
  gpu::DeviceBuffer<Candidate> items;
  gpu::DeviceBuffer<int> count;
  int room;

  explicit DeviceList(int room) : items(room), count(1), room(room) {}
  DeviceList(const Candidates& list)
      : items(list),
        count(std::vector<int>(1, int(list.size()))),
        room(int(list.size())) {}
  // What is stored, at most `room` of what was counted.
  Candidates download() const;
};

// Rows of the network in device memory.
struct DeviceOutput {
  gpu::DeviceBuffer<float> values;
  int rows;
  Target target;

  explicit DeviceOutput(const NetworkOutput& output)
      : values(output.values),
        rows(output.rows()),
        target(target_for(output.picture)) {}
};

// Every row of at least this confidence, in any order; clears the
// counter first.
void decode(const DeviceOutput& output, float confidence,
            DeviceList& found);
// The same, but goes on counting from what the counter holds.
void decode_uncleared(const DeviceOutput& output, float confidence,
                      DeviceList& found);
// The best of `found`, as many as there is room for, best first.
void rank(const DeviceList& found, DeviceList& best);
// keep is (list.room): 1 or 0 for each candidate of a list in any
// order.
void nms_one_pass(const DeviceList& list, float overlap,
                  gpu::DeviceBuffer<int>& keep);
// (kCapacity, kWords): scratch of nms_greedy.
struct Mask {
  gpu::DeviceBuffer<unsigned> words{size_t(kCapacity) * kWords};
};
// `list` is best first, room at most kCapacity; `kept` gets those that
// stay, best first.
void nms_greedy(const DeviceList& list, float overlap, Mask& mask,
                DeviceList& kept);

void step_capacity();
void step_rank();
void step_iou();
void step_one_pass();
void step_chain();
void step_mask();
void step_sweep();
void step_classes();
void step_pipeline();
void step_softmax_overflow();
void step_softmax();
void step_wrong_not_cleared();
void step_wrong_ties();
void step_wrong_flags();
