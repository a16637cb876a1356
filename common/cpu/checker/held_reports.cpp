#include "held_reports.h"

#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "fatal.h"

namespace warpup::check {
namespace {

using Place = std::tuple<std::string, std::string, const void*, int>;

struct Held {
  std::mutex mutex;
  std::vector<report::Report> uninit, notes;
  std::set<Place> raced;
};
Held& held() {
  static Held* h = new Held;
  return *h;
}

// The variable or allocation, by where it was made.
Place place_of(const report::Report& r) {
  if (!r.place) return {};
  return {r.kernel, r.place->name, r.place->made_pc, r.place->made_line};
}

}  // namespace

void hold_uninit(const report::Report& r) {
  Held& h = held();
  std::lock_guard<std::mutex> lock(h.mutex);
  constexpr size_t kMany = 4096;
  if (h.uninit.size() >= kMany) return;
  h.uninit.push_back(r);
}

void note_race(const report::Report& race) {
  Held& h = held();
  std::lock_guard<std::mutex> lock(h.mutex);
  h.raced.insert(place_of(race));
}

void submit_uninit() {
  Held& h = held();
  std::lock_guard<std::mutex> lock(h.mutex);
  for (const report::Report& r : h.uninit) {
    if (h.raced.count(place_of(r)) == 0) report::submit(r);
  }
  h.uninit.clear();
}

void submit_held() {
  submit_fatal();
  submit_uninit();
}

void hold_note(const report::Report& note) {
  Held& h = held();
  std::lock_guard<std::mutex> lock(h.mutex);
  h.notes.push_back(note);
}

void submit_notes() {
  Held& h = held();
  std::lock_guard<std::mutex> lock(h.mutex);
  if (report::fault_count() == 0) {
    for (const report::Report& r : h.notes) report::submit(r);
  }
  h.notes.clear();
}

}  // namespace warpup::check
