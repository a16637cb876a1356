// Boxes and candidates: what a row of the network holds, where its box
// lies in the picture, and how much two boxes overlap.
#pragma once

#include <cuda_runtime.h>

#include "../09_warpaffine/letterbox.h"

constexpr Size kNetwork = {640, 640};
constexpr int kObjectness = 4;  // its column
constexpr int kClasses = 80;    // their scores follow
constexpr int kColumns = 5 + kClasses;

// Edges, not pixels: a box around pixel 0 alone is {0, 0, 1, 1}.
struct Box {
  float left, top, right, bottom;
};

// A row that may have found something.
struct Candidate {
  Box box;
  float confidence;  // objectness times the best class score
  int label;         // that class
  int row;
};

// Which of two comes first. No two rows are equal, so neither are two
// candidates.
__host__ __device__ inline bool better(const Candidate& a,
                                       const Candidate& b) {
  if (a.confidence != b.confidence) {
    return a.confidence > b.confidence;
  }
  return a.row < b.row;
}

// The way back of lesson 09, and the picture that it leads to.
struct Target {
  Affine to_picture;
  Size picture;
};

inline Target target_for(Size picture) {
  return {inverse(letterbox(picture, kNetwork)), picture};
}

// Of the network's edges (x, y). The matrix is one of pixel centres,
// and the centre of the pixel that begins at edge x is x - 0.5 there.
__device__ inline Point edge_back(const Target& t, float x, float y) {
  const Point p = apply(t.to_picture, x - 0.5f, y - 0.5f);
  return {fminf(fmaxf(p.x + 0.5f, 0), float(t.picture.width)),
          fminf(fmaxf(p.y + 0.5f, 0), float(t.picture.height))};
}

__device__ inline Box box_back(const Target& t, const Box& box) {
  const Point from = edge_back(t, box.left, box.top);
  const Point to = edge_back(t, box.right, box.bottom);
  return {from.x, from.y, to.x, to.y};
}

// row is (kColumns): centre, width and height come first.
__device__ inline Box box_of(const float* row) {
  const float half_width = row[2] / 2, half_height = row[3] / 2;
  return {row[0] - half_width, row[1] - half_height,
          row[0] + half_width, row[1] + half_height};
}

__host__ __device__ inline float area(const Box& box) {
  return fmaxf(box.right - box.left, 0) *
         fmaxf(box.bottom - box.top, 0);
}

// Intersection over union, 0 to 1.
__host__ __device__ inline float iou(const Box& a, const Box& b) {
  const Box common = {fmaxf(a.left, b.left), fmaxf(a.top, b.top),
                      fminf(a.right, b.right),
                      fminf(a.bottom, b.bottom)};
  const float shared = area(common);  // 0 where they don't meet
  const float covered = area(a) + area(b) - shared;
  return covered > 0 ? shared / covered : 0;
}
