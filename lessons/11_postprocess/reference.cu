// Lesson 11, the CPU reference: the same results by another way. Boxes
// move without a matrix, overlaps are computed in float64, and the
// candidates go one after another.
#include <algorithm>

#include "steps.h"

namespace {

float clipped(double value, int length) {
  return float(std::min(std::max(value, 0.0), double(length)));
}

// The letterbox keeps the middle in the middle.
float edge_back_by_middle(double edge, double scale, int network,
                          int picture) {
  return clipped((edge - network / 2.0) / scale + picture / 2.0,
                 picture);
}

Box box_in_picture(const float* row, Size picture) {
  const double scale =
      std::min(double(kNetwork.width) / picture.width,
               double(kNetwork.height) / picture.height);
  const auto x = [&](double edge) {
    return edge_back_by_middle(edge, scale, kNetwork.width,
                               picture.width);
  };
  const auto y = [&](double edge) {
    return edge_back_by_middle(edge, scale, kNetwork.height,
                               picture.height);
  };
  return {x(row[0] - row[2] / 2.0), y(row[1] - row[3] / 2.0),
          x(row[0] + row[2] / 2.0), y(row[1] + row[3] / 2.0)};
}

double overlap_of(const Box& a, const Box& b) {
  const double width =
      double(std::min(a.right, b.right)) - std::max(a.left, b.left);
  const double height =
      double(std::min(a.bottom, b.bottom)) - std::max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const double shared = width * height;
  const double first =
      (double(a.right) - a.left) * (double(a.bottom) - a.top);
  const double second =
      (double(b.right) - b.left) * (double(b.bottom) - b.top);
  return shared / (first + second - shared);
}

}  // namespace

Candidates reference_decode(const NetworkOutput& output,
                            float confidence) {
  Candidates found;
  for (int i = 0; i < output.rows(); ++i) {
    const float* row = &output.values[size_t(i) * kColumns];
    const float* classes = row + kObjectness + 1;
    const float* best =
        std::max_element(classes, classes + kClasses);  // the first
    const float product = row[kObjectness] * *best;
    if (!(row[kObjectness] >= confidence && product >= confidence)) {
      continue;
    }
    found.push_back({box_in_picture(row, output.picture), product,
                     int(best - classes), i});
  }
  return found;
}

Candidates reference_sorted(Candidates list) {
  std::sort(list.begin(), list.end(), better);
  return list;
}

Candidates reference_nms(Candidates list, float overlap) {
  Candidates kept;
  for (const Candidate& next : reference_sorted(std::move(list))) {
    const bool covered =
        std::any_of(kept.begin(), kept.end(), [&](const Candidate& k) {
          return k.label == next.label &&
                 overlap_of(k.box, next.box) > double(overlap);
        });
    if (!covered) kept.push_back(next);
  }
  return kept;
}

namespace {

std::vector<std::string> identities(const Candidates& list) {
  std::vector<std::string> all;
  for (const Candidate& c : list) {
    all.push_back(lesson::format("row %d, class %d, confidence %.9g",
                                 c.row, c.label, c.confidence));
  }
  return all;
}

std::vector<float> edges(const Candidates& list) {
  std::vector<float> all;
  for (const Candidate& c : list) {
    all.insert(all.end(),
               {c.box.left, c.box.top, c.box.right, c.box.bottom});
  }
  return all;
}

}  // namespace

void check_candidates(const std::string& name,
                      const Candidates& expected,
                      const Candidates& got) {
  lesson::check(name + ", how many", expected.size(), got.size());
  lesson::check_same(
      name + ": rows, classes, confidences",
      lesson::compare(identities(expected), identities(got)));
  lesson::check_same(name + ": boxes",
                     lesson::compare_near(edges(expected), edges(got),
                                          kPixelShare, kPixelTol));
}
