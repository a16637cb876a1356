// Lesson 11, all of it: from the network's rows to boxes in the
// picture, without a word to the host in between.
#include <algorithm>
#include <cmath>

#include "cuda/timing.h"
#include "labels.h"
#include "steps.h"

// ---- boxes and numbers drawn into a picture ----

struct Pen {
  uint8_t red, green, blue;
};

const Pen kPens[] = {{255, 60, 60},  {60, 220, 60},  {80, 120, 255},
                     {255, 200, 40}, {255, 80, 255}, {60, 230, 230}};

class Canvas {
 public:
  explicit Canvas(lesson::Image& image) : image_(image) {}

  // Columns left ... right - 1, rows top ... bottom - 1, as far as the
  // picture has them.
  void fill(int left, int top, int right, int bottom, Pen pen) {
    for (int row = std::max(top, 0);
         row < std::min(bottom, image_.height); ++row) {
      for (int col = std::max(left, 0);
           col < std::min(right, image_.width); ++col) {
        image_.at(row, col, 0) = pen.red;
        image_.at(row, col, 1) = pen.green;
        image_.at(row, col, 2) = pen.blue;
      }
    }
  }

  void frame(const Box& box, int thick, Pen pen) {
    const int left = int(box.left), top = int(box.top);
    const int right = int(std::ceil(box.right));
    const int bottom = int(std::ceil(box.bottom));
    fill(left, top, right, top + thick, pen);
    fill(left, bottom - thick, right, bottom, pen);
    fill(left, top, left + thick, bottom, pen);
    fill(right - thick, top, right, bottom, pen);
  }

  void number(int left, int top, int value, int size, Pen pen) {
    for (const char digit : std::to_string(value)) {
      const int bits = kDigits[digit - '0'];
      for (int k = 0; k < 15; ++k) {
        if (!(bits >> (14 - k) & 1)) continue;
        const int x = left + k % 3 * size, y = top + k / 3 * size;
        fill(x, y, x + size, y + size, pen);
      }
      left += 4 * size;
    }
  }

 private:
  // Five rows of three points, the first row in the highest bits.
  static constexpr int kDigits[10] = {075557, 026227, 071747, 071717,
                                      055711, 074717, 074757, 071122,
                                      075757, 075717};
  lesson::Image& image_;
};

constexpr int Canvas::kDigits[10];

lesson::Image with_boxes(lesson::Image image, const Candidates& list,
                         bool numbered) {
  Canvas canvas(image);
  for (size_t k = list.size(); k-- > 0;) {  // the best on top
    const Box& box = list[k].box;
    const Pen pen = kPens[list[k].label % 6];
    canvas.frame(box, numbered ? 4 : 1, pen);
    if (!numbered) continue;
    const int left = int(box.left), top = int(box.top);
    canvas.fill(left, top, left + 34, top + 26, {0, 0, 0});
    canvas.number(left + 6, top + 6, int(k) + 1, 3, pen);
  }
  return image;
}

void save_and_show(const lesson::Image& image, const std::string& name,
                   const std::string& caption) {
  const std::string path = lesson::picture_path(name);
  lesson::save_png(image, path);
  lesson::picture(path, caption);
}

// ---- the pipeline ----

// Everything that one picture needs, allocated once.
struct Pipeline {
  DeviceList found, best, kept;
  Mask mask;

  explicit Pipeline(int rows)
      : found(rows), best(kCapacity), kept(kCapacity) {}

  void run(const DeviceOutput& output, float confidence,
           float overlap) {
    decode(output, confidence, found);
    rank(found, best);
    nms_greedy(best, overlap, mask, kept);
  }
};

std::string box_text(const Box& box) {
  return lesson::format("%.1f, %.1f to %.1f, %.1f", box.left, box.top,
                        box.right, box.bottom);
}

void show_kept(const Candidates& kept) {
  lesson::Table table({"", "what", "confidence", "box"});
  for (size_t k = 0; k < std::min(kept.size(), size_t(30)); ++k) {
    table.row(k + 1, kLabels[kept[k].label],
              lesson::format("%.2f", kept[k].confidence),
              box_text(kept[k].box));
  }
  table.show(kept.size() > 30 ? "the first 30 boxes"
                              : "boxes in the picture");
}

// How many of the objects have a box of their class that is theirs but
// for 1%.
int objects_found(const std::vector<Object>& objects,
                  const Candidates& kept) {
  return int(std::count_if(
      objects.begin(), objects.end(), [&](const Object& object) {
        return std::any_of(kept.begin(), kept.end(),
                           [&](const Candidate& c) {
                             return c.label == object.label &&
                                    iou(c.box, object.box) > 0.99f;
                           });
      }));
}

void step_pipeline() {
  const float confidence =
      lesson::parameter("confidence", 25, 1, 99,
                        "least confidence, in percent") /
      100.0f;
  const float overlap = lesson::parameter("overlap", 45, 1, 99,
                                          "most overlap, in percent") /
                        100.0f;
  const NetworkOutput& output = network_output();
  const DeviceOutput d_output(output);
  Pipeline pipeline(output.rows());
  pipeline.run(d_output, confidence, overlap);
  const Candidates kept = pipeline.kept.download();

  Candidates expected =
      reference_sorted(reference_decode(output, confidence));
  expected.resize(std::min(expected.size(), size_t(kCapacity)));
  const lesson::Image image = picture();
  save_and_show(with_boxes(image, expected, false), "candidates.png",
                "every candidate");
  save_and_show(with_boxes(image, kept, true), "kept.png",
                "what is kept, best first");
  show_kept(kept);
  check_candidates("the whole", reference_nms(expected, overlap), kept);
  const bool usual = confidence == kConfidence && overlap == kOverlap;
  if (usual && !output.objects.empty()) {
    lesson::check("objects found", int(output.objects.size()),
                  objects_found(output.objects, kept));
    lesson::check("boxes", output.objects.size(), kept.size());
  }
  if (!lesson::on_gpu()) return;
  const gpu::Timing timing = gpu::time_work(
      [&] { pipeline.run(d_output, confidence, overlap); });
  lesson::measure({"from rows to boxes", timing.median_ms, "ms"});
}
