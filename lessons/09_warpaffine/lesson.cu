// Lesson 09, warpaffine: a picture becomes the input of a network.
//
// What to notice: each thread makes one pixel of the result and asks
// where it comes from; half a pixel decides whether the answer is
// right; and what one kernel can do at once needs no second one.
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cuda/buffer.h"
#include "cuda/profile.h"
#include "cuda/timing.h"
#include "kernels.h"
#include "lesson/lesson.h"

constexpr Size kPicture = {1280, 720};
constexpr Size kNetwork = {640, 640};
// A position up to 2048 has an error below 5e-4 pixels after three
// roundings to float32, in x and in y; a pixel changes by at most 255.
constexpr double kColourTol = 0.25;
// Two numbers so close can still round to different levels.
constexpr double kLevelTol = 1;

int ceil_div(int a, int b) { return a / b + (a % b != 0); }

// The picture of `--image FILE`, or the drawn one.
lesson::Image input_picture() {
  const std::string file = lesson::option("image");
  return file.empty() ? draw_picture(kPicture)
                      : lesson::load_image(file);
}

// Float32 holds larger positions less finely.
double colour_tol(const lesson::Image& from) {
  const double side = std::max(from.width, from.height);
  return kColourTol * std::max(1.0, side / 2048);
}

// Half a level by rounding, and no less than one.
double level_tol(const lesson::Image& from) {
  return std::max(kLevelTol, 0.5 + colour_tol(from));
}

Size size_of(const lesson::Image& image) {
  return {image.width, image.height};
}

std::string text_of(Size size) {
  return lesson::format("%d x %d", size.width, size.height);
}

// ---- launchers ----

const dim3 kBlock(32, 8);  // a warp takes 32 pixels of a row

dim3 grid_for(Size size, int pictures = 1) {
  return dim3(ceil_div(size.width, kBlock.x),
              ceil_div(size.height, kBlock.y), pictures);
}

void warp(const View& in, const Affine& to_source,
          gpu::DeviceBuffer<uint8_t>& d_out, Size size) {
  warp_kernel<<<grid_for(size), kBlock>>>(in, to_source, d_out.data(),
                                          size);
  CUDA_CHECK(cudaGetLastError());
}

size_t values_of(Size size) {
  return size_t(kChannels) * size.width * size.height;
}

lesson::Image download(const gpu::DeviceBuffer<uint8_t>& d_out,
                       Size size) {
  lesson::Image image(size.width, size.height, kChannels);
  image.pixels = d_out.download();
  return image;
}

lesson::Image letterboxed(const View& in, Size to) {
  gpu::DeviceBuffer<uint8_t> d_out(values_of(to));
  warp(in, inverse(letterbox(in.size, to)), d_out, to);
  return download(d_out, to);
}

void save_and_show(const lesson::Image& image, const std::string& name,
                   const std::string& caption) {
  const std::string path = lesson::picture_path(name);
  lesson::save_png(image, path);
  lesson::picture(path, caption);
}

void show_before(const lesson::Image& image) {
  const std::string caption = text_of(size_of(image)) + ", as it comes";
  const std::string file = lesson::option("image");
  if (file.empty()) {
    save_and_show(image, "before.png", caption);
  } else {
    lesson::picture(file, caption);  // it is a picture already
  }
}

// ---- steps: the matrix ----

void step_matrix() {
  const Affine m = letterbox(kPicture, kNetwork);
  lesson::Table table({"picture", "in the network's input"});
  const int corners[][2] = {{0, 0}, {1279, 0}, {0, 719}, {1279, 719}};
  for (const auto& c : corners) {
    const Point to = apply(m, c[0], c[1]);
    table.row(lesson::format("(%d, %d)", c[0], c[1]),
              lesson::format("(%g, %g)", to.x, to.y));
  }
  table.show("where the corner pixels go");
  lesson::check("scale", 0.5f, m.m[0]);
  lesson::check("offset in x", -0.25f, m.m[2]);
  lesson::check("offset in y", 139.75f, m.m[5]);
}

// A row of pixels at half its length: out[i] = in at 2 i + offset.
std::vector<double> half_as_long(const std::vector<double>& in,
                                 double offset) {
  std::vector<double> out;
  for (size_t i = 0; i < in.size() / 2; ++i) {
    const double x = 2 * i + offset;
    const size_t left = size_t(x);
    const double right = left + 1 < in.size() ? in[left + 1] : 0;
    out.push_back(in[left] + (x - left) * (right - in[left]));
  }
  return out;
}

std::string row_text(const std::vector<double>& row) {
  std::string text;
  for (const double value : row) {
    text += lesson::format(text.empty() ? "%g" : " %g", value);
  }
  return text;
}

void step_half_pixel() {
  lesson::ask(
      {"Four pixels become two. At which position of the four does "
       "the new pixel 0 lie?",
       {"0", "0.5", "1"},
       1,
       "The new pixel covers old pixels 0 and 1. Their middle is "
       "between the two, at 0.5."});
  const std::vector<double> row = {10, 20, 60, 70};
  const std::vector<double> mirrored(row.rbegin(), row.rend());
  lesson::Table table({"", "row", "mirrored row", "mirrored back"});
  std::vector<double> first[2], after[2];
  for (const int half : {0, 1}) {
    first[half] = half_as_long(row, 0.5 * half);
    after[half] = half_as_long(mirrored, 0.5 * half);
    const std::string mirrored_text = row_text(after[half]);
    std::reverse(after[half].begin(), after[half].end());
    table.row(half ? "with the half pixel" : "without",
              row_text(first[half]), mirrored_text,
              row_text(after[half]));
  }
  table.show("10 20 60 70 and its mirror image, at half the length");
  lesson::check_that("without it, the mirror image is another row",
                     first[0] != after[0],
                     "other than " + row_text(first[0]),
                     row_text(after[0]));
  lesson::check_same("with it, the same row",
                     lesson::compare(first[1], after[1]));
}

void step_inverse() {
  const Affine m = letterbox(kPicture, kNetwork), back = inverse(m);
  lesson::check("scale", 2.0f, back.m[0]);
  lesson::check("offset in x", 0.5f, back.m[2]);
  lesson::check("offset in y", -279.5f, back.m[5]);
  const double angle = 0.5, c = std::cos(angle), s = std::sin(angle);
  const Affine turn = {{float(3 * c), float(-3 * s), 7,  //
                        float(3 * s), float(3 * c), -50}};
  const Affine turn_back = inverse(turn);
  double furthest = 0;
  for (const float x : {0.f, 100.f, 1279.f}) {
    for (const float y : {0.f, 100.f, 719.f}) {
      const Point to = apply(turn, x, y);
      const Point again = apply(turn_back, to.x, to.y);
      furthest = std::max({furthest, std::fabs(again.x - double(x)),
                           std::fabs(again.y - double(y))});
    }
  }
  lesson::check_near(
      "a turned matrix there and back, in pixels", 0, furthest, 2e-3,
      "positions to 4,000 in float32, 2.4e-4 a rounding");
}

// ---- steps: sampling ----

void step_bilinear() {
  lesson::Image two(2, 2, kChannels);
  const int levels[] = {16, 32, 48, 64};
  for (int i = 0; i < 4; ++i) {
    set_colour(two, i / 2, i % 2, levels[i], levels[i], levels[i]);
  }
  const DevicePicture d_two(two);
  const lesson::Image four = letterboxed(d_two.view(), {4, 4});
  lesson::Table table({"col 0", "col 1", "col 2", "col 3"});
  for (int row = 0; row < 4; ++row) {
    table.row(int(four.at(row, 0)), int(four.at(row, 1)),
              int(four.at(row, 2)), int(four.at(row, 3)));
  }
  table.show("16 32 / 48 64 at twice the size");
  lesson::check("row 1, col 1: (9*16 + 3*32 + 3*48 + 64) / 16", 28,
                int(four.at(1, 1)));
  lesson::check("row 0, col 0: (9*16 + 7*114) / 16, rounded", 59,
                int(four.at(0, 0)));
}

void step_letterbox() {
  const int side =
      int(lesson::parameter("side", kNetwork.width, 16, 2048,
                            "width and height of the result"));
  const Size to = {side, side};
  const lesson::Image before = input_picture();
  const DevicePicture d_in(before);
  const lesson::Image after = letterboxed(d_in.view(), to);
  show_before(before);
  save_and_show(after, "after.png",
                text_of(to) + ", as the network wants it");
  lesson::check_same(
      "within one grey level of the float64 reference",
      lesson::compare_near(reference_letterbox(before, to),
                           after.pixels, 0, level_tol(before)));
}

void step_pitch() {
  const Size size = {157, 90};
  const lesson::Image image = draw_picture(size);
  const DevicePicture d_in(image);
  const View whole = d_in.view();
  lesson::Table table({"", "bytes"});
  table.row("a row's pixels", size.width * kChannels);
  table.row("from one row to the next", whole.pitch);
  table.show(text_of(size) + ", allocated by cudaMallocPitch");
  const Size to = {64, 64}, part_size = {60, 40};
  lesson::check_same("the whole picture",
                     lesson::compare_near(
                         reference_letterbox(image, to),
                         letterboxed(whole, to).pixels, 0, kLevelTol));
  lesson::Image part(part_size.width, part_size.height, kChannels);
  for (int row = 0; row < part.height; ++row) {
    std::memcpy(&part.at(row, 0),
                &image.pixels[image.index(30 + row, 50)],
                size_t(part.width) * kChannels);
  }
  const View cropped = crop(whole, 50, 30, part_size);
  lesson::check_same(
      "60 x 40 of it, from (50, 30) on, nothing copied",
      lesson::compare_near(reference_letterbox(part, to),
                           letterboxed(cropped, to).pixels, 0,
                           kLevelTol));
}

// Of the result's pixels that lie in the picture, how many come from
// between two pixels, in percent.
double share_between(Size from, Size to) {
  const Affine to_source = inverse(letterbox(from, to));
  int inside = 0, between = 0;
  for (int row = 0; row < to.height; ++row) {
    for (int col = 0; col < to.width; ++col) {
      const Point at = apply(to_source, col, row);
      if (at.x < -0.5f || at.x > from.width - 0.5f) continue;
      if (at.y < -0.5f || at.y > from.height - 0.5f) continue;
      ++inside;
      if (std::fabs(at.x - std::rint(at.x)) > 1e-3f ||
          std::fabs(at.y - std::rint(at.y)) > 1e-3f) {
        ++between;
      }
    }
  }
  return 100.0 * between / inside;
}

void step_true_sizes() {
  const Size to = {160, 160};
  const Size sizes[] = {{480, 270}, {320, 180}, {125, 83},
                        {203, 270}, {160, 160}, {1, 1}};
  lesson::Table table({"from", "scale", "between pixels"});
  for (const Size from : sizes) {
    const lesson::Image image = draw_picture(from);
    const DevicePicture d_in(image);
    const lesson::Image out = letterboxed(d_in.view(), to);
    table.row(text_of(from),
              lesson::format("%.4f", letterbox(from, to).m[0]),
              lesson::format("%.1f%%", share_between(from, to)));
    lesson::check_same(
        text_of(from) + " to 160 x 160",
        lesson::compare_near(reference_letterbox(image, to), out.pixels,
                             0, kLevelTol));
  }
  table.show("pixels of the result that are mixed from several");
}

// ---- steps: the network's input ----

// Levels 0 to 255 become 0 to 1: what YOLOv5 was trained with.
Normalise to_unit() {
  Normalise n = {};
  for (float& scale : n.scale) scale = 1 / 255.0f;
  return n;
}

// (level / 255 - mean) / std, by the means of ImageNet.
Normalise to_imagenet() {
  const float mean[] = {0.485f, 0.456f, 0.406f};
  const float std[] = {0.229f, 0.224f, 0.225f};
  Normalise n = {};
  for (int k = 0; k < kChannels; ++k) {
    n.scale[k] = 1 / (255 * std[k]);
    n.shift[k] = -mean[k] / std[k];
  }
  return n;
}

// (channels, height, width), red first, of a picture with blue first.
std::vector<double> reference_planes(const lesson::Image& bgr, Size to,
                                     const Normalise& n) {
  const std::vector<double> pixels = reference_letterbox(bgr, to);
  std::vector<double> planes;
  for (int k = 0; k < kChannels; ++k) {
    for (size_t at = 2 - k; at < pixels.size(); at += kChannels) {
      planes.push_back(pixels[at] * n.scale[k] + n.shift[k]);
    }
  }
  return planes;
}

// Red, green and blue as grey pictures side by side; values are 0 to 1.
lesson::Image planes_side_by_side(const std::vector<float>& planes,
                                  Size size) {
  lesson::Image image(kChannels * size.width, size.height, 1);
  const int plane = size.width * size.height;
  for (int k = 0; k < kChannels; ++k) {
    for (int at = 0; at < plane; ++at) {
      image.at(at / size.width, k * size.width + at % size.width) =
          uint8_t(255 * planes[k * plane + at] + 0.5f);
    }
  }
  return image;
}

std::vector<float> fused(const View& in, Size to, const Normalise& n) {
  gpu::DeviceBuffer<float> d_out(values_of(to));
  fused_kernel<<<grid_for(to), kBlock>>>(
      in, inverse(letterbox(in.size, to)), d_out.data(), to, n);
  CUDA_CHECK(cudaGetLastError());
  return d_out.download();
}

void step_planes() {
  const Size to = {320, 320};
  const lesson::Image bgr = swap_red_blue(input_picture());
  const DevicePicture d_in(bgr);
  const std::vector<float> unit = fused(d_in.view(), to, to_unit());
  save_and_show(planes_side_by_side(unit, to), "planes.png",
                "the planes of red, green and blue");
  lesson::check_same(
      "0 to 1, red first",
      lesson::compare_near(reference_planes(bgr, to, to_unit()), unit,
                           0, colour_tol(bgr) / 255));
  const Normalise n = to_imagenet();
  lesson::check_same(
      "by mean and deviation",
      lesson::compare_near(reference_planes(bgr, to, n),
                           fused(d_in.view(), to, n), 0,
                           colour_tol(bgr) * n.scale[1]));
}

// One row of a table: counts on the cpu backend, time on a GPU.
template <class Work>
void show_cost(lesson::Table& table, const std::string& name,
               Work work) {
  if (lesson::on_gpu()) {
    table.row(name,
              lesson::format("%.4f", gpu::time_work(work).median_ms));
    return;
  }
  gpu::ProfileScope scope;
  work();
  const gpu::Counts c = scope.stop();
  if (c.counted) {
    table.row(name, c.requests, c.sectors);
  } else {
    table.row(name, "-", "-");  // the fast build counts nothing
  }
}

void step_fused() {
  const Size to = lesson::scale(Size{160, 160}, kNetwork);
  const Size from = lesson::scale(Size{320, 180}, kPicture);
  const lesson::Image bgr = swap_red_blue(draw_picture(from));
  const DevicePicture d_in(bgr);
  const Affine to_source = inverse(letterbox(from, to));
  const Normalise n = to_unit();
  gpu::DeviceBuffer<uint8_t> d_warped(values_of(to));
  gpu::DeviceBuffer<float> d_two(values_of(to)), d_one(values_of(to));
  std::vector<std::string> columns = {"kernels", "requests", "sectors"};
  if (lesson::on_gpu()) columns = {"kernels", "ms"};
  lesson::Table table(columns);
  show_cost(table, "warp, then convert", [&] {
    warp(d_in.view(), to_source, d_warped, to);
    convert_kernel<<<grid_for(to), kBlock>>>(d_warped.data(),
                                             d_two.data(), to, n);
    CUDA_CHECK(cudaGetLastError());
  });
  show_cost(table, "both in one", [&] {
    fused_kernel<<<grid_for(to), kBlock>>>(d_in.view(), to_source,
                                           d_one.data(), to, n);
    CUDA_CHECK(cudaGetLastError());
  });
  table.show(text_of(from) + " to " + text_of(to));
  const std::vector<double> expected = reference_planes(bgr, to, n);
  lesson::check_same("two kernels, off by up to half a level",
                     lesson::compare_near(expected, d_two.download(), 0,
                                          (0.5 + kColourTol) / 255));
  lesson::check_same("one kernel, nothing rounded in between",
                     lesson::compare_near(expected, d_one.download(), 0,
                                          kColourTol / 255));
}

void step_batch() {
  const Size to = {96, 96};
  const Size sizes[] = {{320, 180}, {90, 200}, {133, 133}, {64, 47}};
  const Normalise n = to_unit();
  std::vector<std::unique_ptr<DevicePicture>> pictures;
  std::vector<Job> jobs;
  std::vector<double> expected;
  for (const Size size : sizes) {
    const lesson::Image bgr = swap_red_blue(draw_picture(size));
    pictures.push_back(std::make_unique<DevicePicture>(bgr));
    jobs.push_back(
        {pictures.back()->view(), inverse(letterbox(size, to))});
    const std::vector<double> one = reference_planes(bgr, to, n);
    expected.insert(expected.end(), one.begin(), one.end());
  }
  const int count = int(jobs.size());
  gpu::DeviceBuffer<Job> d_jobs(jobs);
  gpu::DeviceBuffer<float> d_out(count * values_of(to));
  batch_kernel<<<grid_for(to, count), kBlock>>>(d_jobs.data(),
                                                d_out.data(), to, n);
  CUDA_CHECK(cudaGetLastError());
  lesson::check_same("four pictures of four sizes, one launch",
                     lesson::compare_near(expected, d_out.download(), 0,
                                          kColourTol / 255));
}

// ---- steps: what goes wrong ----

void step_wrong_way() {
  const lesson::Image image = draw_picture(kPicture);
  const DevicePicture d_in(image);
  const Size to = {320, 320};
  gpu::DeviceBuffer<uint8_t> d_out(values_of(to));
  warp(d_in.view(), letterbox(kPicture, to), d_out, to);
  save_and_show(download(d_out, to), "wrong_way.png",
                "the matrix of the way there in place of the way back");
  const lesson::Comparison c = lesson::compare_near(
      reference_letterbox(image, to), d_out.download(), 0, kLevelTol);
  lesson::check_that(
      "it is another picture", c.different > 0,
      "more than one grey level off",
      lesson::format("%zu of %zu values", c.different, c.size));
}

void push(const lesson::Image& image, Size to,
          gpu::DeviceBuffer<uint8_t>& d_out) {
  const DevicePicture d_in(image);
  const Size from = size_of(image);
  forward_kernel<<<grid_for(from), kBlock>>>(
      d_in.view(), letterbox(from, to), d_out.data(), to);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}

void step_wrong_forward() {
  lesson::expect_diagnosis("race-global");
  const Size large = {100, 100}, small = {16, 16};
  gpu::DeviceBuffer<uint8_t> d_large(values_of(large));
  gpu::DeviceBuffer<uint8_t> d_small(values_of(small));
  d_large.fill_bytes(0);  // white goes in, so a hole stays visible
  push(lesson::Image(40, 40, kChannels, 255), large, d_large);
  size_t holes = 0;
  for (const uint8_t level : d_large.download()) holes += level == 0;
  lesson::check("40 x 40 to 100 x 100, pixels never written",
                100 * 100 - 40 * 40, int(holes / kChannels));
  push(draw_picture({48, 48}), small, d_small);
}

void step_wrong_border() {
  if (lesson::on_gpu()) {
    lesson::skip("what a GPU does there depends on what lies behind");
    return;
  }
  lesson::expect_diagnosis("memcheck-oob");
  const Size size = {64, 36};
  const int pixels = size.width * size.height;
  gpu::DeviceBuffer<uint8_t> d_in(std::vector<uint8_t>(pixels, 200));
  gpu::DeviceBuffer<uint8_t> d_out(pixels);
  mix_rows_unguarded_kernel<<<grid_for(size), kBlock>>>(
      d_in.data(), d_out.data(), size);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}

void step_wrong_cast() {
  const std::vector<float> positions = {-0.75f, -0.25f, 0.25f, 0.75f};
  const int n = int(positions.size());
  gpu::DeviceBuffer<float> d_positions(positions);
  gpu::DeviceBuffer<int> d_floors(n), d_casts(n);
  whole_numbers_kernel<<<1, 32>>>(d_positions.data(), d_floors.data(),
                                  d_casts.data(), n);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> floors = d_floors.download();
  const std::vector<int> casts = d_casts.download();
  lesson::Table table(
      {"position", "floorf", "weight right", "int()", "weight right"});
  for (int i = 0; i < n; ++i) {
    table.row(positions[i], floors[i], positions[i] - floors[i],
              casts[i], positions[i] - casts[i]);
  }
  table.show("the pixel on the left of a position");
  lesson::check_same("floorf", lesson::compare({-1, -1, 0, 0}, floors));
  lesson::check_same("int()", lesson::compare({0, 0, 0, 0}, casts));
}

int main(int argc, char** argv) {
  lesson::Program program;
  program.step("matrix", "Scale and centre", step_matrix);
  program.step("half_pixel", "Half a pixel", step_half_pixel);
  program.step("inverse", "The way back", step_inverse);
  program.step("bilinear", "Between four pixels", step_bilinear);
  program.step("letterbox", "The whole picture", step_letterbox);
  program.step("pitch", "Rows with a pitch", step_pitch);
  program.step("true_sizes", "Sizes that truly interpolate",
               step_true_sizes);
  program.step("planes", "What a network wants", step_planes);
  program.step("fused", "One kernel instead of two", step_fused);
  program.step("batch", "Many pictures, one launch", step_batch);
  program.step("wrong_way", "Wrong: the matrix of the way there",
               step_wrong_way);
  program.step("wrong_forward", "Wrong: a thread a source pixel",
               step_wrong_forward);
  program.step("wrong_border", "Wrong: no guard at the border",
               step_wrong_border);
  program.step("wrong_cast", "Wrong: a cast instead of floor",
               step_wrong_cast);
  return program.run(argc, argv);
}
