// Lesson 11, the input: rows as a detector such as YOLOv5 would make
// them of a small scene, or those of a file.
//
// A detector looks at three grids of 80 x 80, 40 x 40 and 20 x 20 cells
// with three box shapes a cell. Round an object it finds boxes in many
// neighbouring cells; elsewhere objectness is small, with a few false
// alarms.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cuda/random.h"
#include "labels.h"
#include "lesson/npy.h"
#include "steps.h"

namespace {

constexpr Size kPicture = {1280, 720};
constexpr uint64_t kSeed = 11;
constexpr int kShapes = 3;  // box shapes a cell
constexpr int kGrids = 3;
constexpr int kStrides[kGrids] = {8, 16, 32};  // pixels a cell

const std::vector<Object>& scene() {
  static const std::vector<Object> objects = {
      {label_of("bus"), {40, 90, 520, 430}, 0.95f},
      {label_of("person"), {600, 260, 760, 640}, 0.92f},
      {label_of("person"), {696, 260, 856, 640}, 0.71f},
      {label_of("bicycle"), {900, 380, 1200, 660}, 0.88f},
      {label_of("dog"), {930, 400, 1190, 650}, 0.83f},
      {label_of("car"), {560, 120, 860, 230}, 0.77f},
      {label_of("stop sign"), {1130, 120, 1210, 200}, 0.66f},
      {label_of("traffic light"), {1010, 40, 1040, 110}, 0.58f},
      {label_of("backpack"), {612, 330, 668, 420}, 0.41f}};
  return objects;
}

// No object: half of the one person and half of the other, together.
const Object kBetween = {
    label_of("person"), {648, 260, 808, 640}, 0.80f};

int first_row(int grid) {
  int row = 0;
  for (int g = 0; g < grid; ++g) {
    const int cells = kNetwork.width / kStrides[g];
    row += kShapes * cells * cells;
  }
  return row;
}

class Generator {
 public:
  std::vector<float> rows() {
    values_.resize(size_t(first_row(kGrids)) * kColumns);
    for (int grid = 0; grid < kGrids; ++grid) fill_grid(grid);
    int shape = 0;
    for (const Object& object : scene()) add(object, ++shape % kShapes);
    add(kBetween, 0);
    return std::move(values_);
  }

 private:
  void fill_grid(int grid) {
    const int stride = kStrides[grid], cells = kNetwork.width / stride;
    for (int shape = 0; shape < kShapes; ++shape) {
      for (int i = 0; i < cells * cells; ++i) {
        float* row = at(grid, shape, i % cells, i / cells);
        const float x = (i % cells + random_.uniform(0, 1)) * stride;
        const float y = (i / cells + random_.uniform(0, 1)) * stride;
        set_box(row, x, y, stride * random_.uniform(1, 4),
                stride * random_.uniform(1, 4));
        fill_background(row);
      }
    }
  }

  // Objectness near 0; in one row of a hundred a false alarm, whose
  // confidence stays below 0.6 * 0.4.
  void fill_background(float* row) {
    const bool alarm = random_.integer(1, 100) == 1;
    const float low = random_.uniform(0, 1);
    row[kObjectness] = alarm ? random_.uniform(0.25f, 0.6f)
                             : 0.3f * std::pow(low, 8.0f);
    for (int k = 0; k < kClasses; ++k) {
      row[5 + k] = random_.uniform(0, 0.1f);
    }
    if (!alarm) return;
    row[5 + random_.integer(0, kClasses - 1)] =
        random_.uniform(0.1f, 0.4f);
  }

  float* at(int grid, int shape, int col, int row) {
    const int cells = kNetwork.width / kStrides[grid];
    const int index =
        first_row(grid) + (shape * cells + row) * cells + col;
    return &values_[size_t(index) * kColumns];
  }

  // Eighths of a pixel, so that positions and areas are exact.
  static void set_box(float* row, float x, float y, float width,
                      float height) {
    const float box[] = {x, y, width, height};
    for (int k = 0; k < 4; ++k) row[k] = std::round(8 * box[k]) / 8;
  }

  void set_found(float* row, const Box& box, int label,
                 float objectness, float score) {
    set_box(row, (box.left + box.right) / 2, (box.top + box.bottom) / 2,
            box.right - box.left, box.bottom - box.top);
    row[kObjectness] = objectness;
    for (int k = 0; k < kClasses; ++k) {
      row[5 + k] = random_.uniform(0, 0.1f);
    }
    row[5 + label] = score;
  }

  // The grid whose cells suit a box of that many pixels, and the next.
  void add(const Object& object, int shape) {
    const Box box = in_network(object.box);
    const float side =
        std::max(box.right - box.left, box.bottom - box.top);
    const int grid = side < 48 ? 0 : side < 120 ? 1 : 2;
    add_cluster(grid == 0 ? 1 : grid - 1, box, object, 0.8f);
    add_cluster(grid, box, object, 1);
    const float score = 0.96f;
    const float objectness = object.confidence / score;
    set_found(centre_cell(grid, shape, box), box, object.label,
              objectness, score);
    if (object.label != label_of("car")) return;
    // The car is found twice, in two rows that are equal.
    float* twin = centre_cell(grid, (shape + 1) % kShapes, box);
    const float* row = centre_cell(grid, shape, box);
    std::copy(row, row + kColumns, twin);
  }

  float* centre_cell(int grid, int shape, const Box& box) {
    const int stride = kStrides[grid];
    return at(grid, shape, int((box.left + box.right) / 2) / stride,
              int((box.top + box.bottom) / 2) / stride);
  }

  // Boxes near `box` in the cells round its centre, less certain the
  // further away.
  void add_cluster(int grid, const Box& box, const Object& object,
                   float certainty) {
    const int stride = kStrides[grid], cells = kNetwork.width / stride;
    const int centre_col = int((box.left + box.right) / 2) / stride;
    const int centre_row = int((box.top + box.bottom) / 2) / stride;
    for (int k = 0; k < 9 * kShapes; ++k) {
      const int col = centre_col + k % 3 - 1;
      const int row = centre_row + k / 3 % 3 - 1;
      if (col < 0 || row < 0 || col >= cells || row >= cells) continue;
      const int steps =
          std::abs(col - centre_col) + std::abs(row - centre_row);
      const float objectness = object.confidence * certainty *
                               random_.uniform(0.6f, 0.95f) *
                               (1 - 0.1f * steps);
      const float score = random_.uniform(0.8f, 0.95f);
      const Box near = shaken(box);
      float* values = at(grid, k / 9, col, row);
      if (values[kObjectness] >= objectness) continue;
      set_found(values, near, object.label, objectness, score);
    }
  }

  Box shaken(const Box& box) {
    const float width = box.right - box.left;
    const float height = box.bottom - box.top;
    return {box.left + width * random_.uniform(-0.08f, 0.08f),
            box.top + height * random_.uniform(-0.08f, 0.08f),
            box.right + width * random_.uniform(-0.08f, 0.08f),
            box.bottom + height * random_.uniform(-0.08f, 0.08f)};
  }

  // Edges of the picture at half size, 140 pixels further down.
  static Box in_network(const Box& box) {
    return {box.left / 2, box.top / 2 + 140, box.right / 2,
            box.bottom / 2 + 140};
  }

  gpu::Random random_{kSeed};
  std::vector<float> values_;
};

void fill(lesson::Image& image, const Box& box, int red, int green,
          int blue) {
  for (int row = int(box.top); row < int(box.bottom); ++row) {
    for (int col = int(box.left); col < int(box.right); ++col) {
      uint8_t* p = &image.pixels[image.index(row, col)];
      p[0] = uint8_t(red);
      p[1] = uint8_t(green);
      p[2] = uint8_t(blue);
    }
  }
}

lesson::Image drawn_scene() {
  lesson::Image image(kPicture.width, kPicture.height, 3, 200);
  fill(image, {0, 400, 1280, 720}, 120, 120, 110);  // the street
  int number = 0;
  for (const Object& object : scene()) {
    const int k = object.label;
    const int shade = 60 + 20 * number++ % 60;
    fill(image, object.box, shade + k * 37 % 120, shade + k * 71 % 120,
         shade + k * 53 % 120);
  }
  return image;
}

NetworkOutput made_output() {
  NetworkOutput output;
  output.picture = kPicture;
  output.objects = scene();
  output.values = Generator().rows();
  return output;
}

// The rows of --input FILE; the picture they belong to is needed for
// its size.
NetworkOutput output_of(const std::string& file) {
  const lesson::Image image = picture();
  const long long rows = first_row(kGrids);
  NetworkOutput output;
  output.values =
      lesson::load_npy(file, {{1, rows, kColumns}, {rows, kColumns}})
          .values;
  output.picture = {image.width, image.height};
  return output;
}

}  // namespace

lesson::Image picture() {
  const std::string file = lesson::option("image");
  return file.empty() ? drawn_scene() : lesson::load_image(file);
}

const NetworkOutput& network_output() {
  const std::string file = lesson::option("input");
  if (file.empty() != lesson::option("image").empty()) {
    throw std::runtime_error(
        "--input FILE.npy and --image FILE belong together: the rows "
        "of a network, and the picture they were made of; give both");
  }
  static const NetworkOutput output =
      file.empty() ? made_output() : output_of(file);
  return output;
}
