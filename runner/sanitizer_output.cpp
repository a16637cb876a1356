#include "sanitizer_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "sanitizer_record.h"
#include "sanitizer_words.h"

namespace warpup {
namespace {

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Lines that say how the run went and nothing of the program.
bool is_summary(const std::string& headline) {
  for (const char* part :
       {" SUMMARY: ", "Target application returned an error", "process didn't terminate",
        "Target application terminated before first instrumented"}) {
    if (contains(headline, part)) return true;
  }
  return false;
}

bool is_tool_failure(const std::string& headline) {
  return contains(headline, "Internal Sanitizer Error") || contains(headline, "not supported") ||
         contains(headline, "No attachable process") || contains(headline, "Unable to ");
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return "";
  const std::size_t to = text.find(end, from + begin.size());
  return text.substr(from + begin.size(), to == std::string::npos ? to : to - from - begin.size());
}

Place place_of(const Frame& frame) {
  Place place;
  place.file = frame.file;
  place.line = frame.line;
  return place;
}

DiagnosisEvent device_diagnosis(const SanitizerRecord& record, const std::string& kind) {
  DiagnosisEvent diagnosis;
  diagnosis.kind = kind;
  diagnosis.place = place_of(device_frame(record));
  diagnosis.place.kernel = kernel_of(record);
  for (const std::string& line : record.details) {
    if (!starts_with(line, "by thread ")) continue;
    diagnosis.place.thread = parse_index(line, "thread");
    diagnosis.place.block = parse_index(line, "block");
  }
  return diagnosis;
}

// "Invalid __global__ read of size 4 bytes": memory "global", access "read", size "4 bytes".
struct AccessWords {
  std::string memory, access, size;
};
AccessWords access_words(const std::string& headline) {
  AccessWords words;
  const std::size_t begin = headline.find("__"), end = headline.find("__ ", begin + 2);
  if (begin != std::string::npos && end != std::string::npos) {
    words.memory = headline.substr(begin + 2, end - begin - 2);
  }
  for (const char* access : {"read", "write", "atomic"}) {
    if (contains(headline, fmt::format(" {} ", access))) words.access = access;
  }
  const std::size_t size = headline.find("of size ");
  if (size != std::string::npos) words.size = headline.substr(size + 8);
  return words;
}

std::string without_commas(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  return text;
}

// "and is 4 bytes before the nearest allocation at 0x7f785c800000 of size 1,024 bytes"
std::optional<Allocation> nearest_allocation(const SanitizerRecord& record) {
  const auto text = detail_after(record, "and is ");
  if (!text) return std::nullopt;
  Allocation allocation;
  allocation.where = text->substr(0, text->find(" at 0x"));
  const std::size_t size = text->find("of size ");
  if (size != std::string::npos) {
    allocation.bytes = std::atoll(without_commas(text->substr(size + 8)).c_str());
  }
  return allocation;
}

// Farther than all of a GPU's memory from any allocation: an address of the host's.
bool is_far(const SanitizerRecord& record) {
  constexpr long long kFar = 1LL << 42;  // bytes
  const auto text = detail_after(record, "and is ");
  return text && std::atoll(without_commas(*text).c_str()) > kFar;
}

DiagnosisEvent invalid_access(const SanitizerRecord& record) {
  const bool far = is_far(record);
  DiagnosisEvent diagnosis = device_diagnosis(record, far ? "device-deref-host" : "memcheck-oob");
  const AccessWords words = access_words(record.headline);
  diagnosis.place.what = words.access;
  std::string what = "out of bounds";
  if (const auto access = detail_after(record, "Access to ")) {
    diagnosis.address = access->substr(0, access->find(' '));
    const std::size_t is = access->find(" is ");
    if (is != std::string::npos) what = access->substr(is + 4);
  }
  if (!far) diagnosis.allocation = nearest_allocation(record);
  diagnosis.message =
      fmt::format("{} of {} of {} memory at an address that is {}.", noun_of(words.access),
                  words.size, words.memory, far ? "no memory of the GPU's" : what);
  return diagnosis;
}

DiagnosisEvent uninitialised_read(const SanitizerRecord& record) {
  DiagnosisEvent diagnosis = device_diagnosis(record, "uninit");
  const AccessWords words = access_words(record.headline);
  diagnosis.place.what = "read";
  diagnosis.address = detail_after(record, "Address ").value_or("");
  diagnosis.message =
      fmt::format("Read of {} of {} memory that nobody has written.", words.size, words.memory);
  return diagnosis;
}

DiagnosisEvent barrier_error(const SanitizerRecord& record) {
  DiagnosisEvent diagnosis = device_diagnosis(record, "barrier-divergence");
  const std::string what = between(record.headline, "detected. ", "\n");
  diagnosis.message =
      "Not all threads come to this barrier: " + (what.empty() ? record.headline : what);
  return diagnosis;
}

// "Write Thread (1,0,0) at reverse(int *)+0xc0 in mine.cu:13" or
// "Race reported between Write access at reverse(int *)+0xc0 in mine.cu:13"
Place side_of(const std::string& line) {
  const std::size_t at = line.find(" at ");
  const Frame frame = parse_frame(at == std::string::npos ? line : line.substr(at + 4));
  Place place = place_of(frame);
  place.kernel = frame.function;
  place.what = contains(line, "Write ") ? "write" : contains(line, "Atomic ") ? "atomic" : "read";
  place.thread = parse_index(line, "thread");
  return place;
}

DiagnosisEvent race_between(const SanitizerRecord& record, const std::string& first,
                            const std::string& second) {
  DiagnosisEvent diagnosis;
  diagnosis.kind = "race-shared";
  diagnosis.fault = !starts_with(record.headline, "Warning");
  diagnosis.place = side_of(first);
  diagnosis.other = side_of(second);
  diagnosis.message = fmt::format(
      "Race in shared memory: a {} and a {} by different threads, and nothing orders them.",
      noun_of(diagnosis.place.what, false), noun_of(diagnosis.other->what, false));
  return diagnosis;
}

DiagnosisEvent hazard(const SanitizerRecord& record) {
  const std::string none;
  const auto& lines = record.details;
  DiagnosisEvent diagnosis =
      race_between(record, lines.empty() ? none : lines[0], lines.size() < 2 ? none : lines[1]);
  diagnosis.place.block = diagnosis.other->block = parse_index(record.headline, "block");
  return diagnosis;
}

DiagnosisEvent race_report(const SanitizerRecord& record) {
  return race_between(record, record.headline, detail_after(record, "and ").value_or(""));
}

DiagnosisEvent api_error(const SanitizerRecord& record) {
  const std::string error = between(record.headline, "Program hit ", " ");
  std::string call = between(record.headline, "on CUDA API call to ", " ");
  if (!call.empty() && call.back() == '.') call.pop_back();
  DiagnosisEvent diagnosis;
  diagnosis.kind = kind_of_failed_call(call, error);
  diagnosis.place = place_of(host_frame(record));
  diagnosis.message =
      fmt::format("`{}` gives {}: {}.", call, error, between(record.headline, "due to \"", "\""));
  diagnosis.value = error;
  return diagnosis;
}

DiagnosisEvent leak(const SanitizerRecord& record) {
  DiagnosisEvent diagnosis;
  diagnosis.kind = "leak";
  diagnosis.place = place_of(host_frame(record));
  diagnosis.message = fmt::format("{} are allocated here and never freed.",
                                  between(record.headline, "Leaked ", " at "));
  diagnosis.address = between(record.headline, " at ", " ");
  return diagnosis;
}

DiagnosisEvent diagnosis_of(const SanitizerRecord& record) {
  const std::string& headline = record.headline;
  if (starts_with(headline, "Invalid __")) return invalid_access(record);
  if (starts_with(headline, "Uninitialized ")) return uninitialised_read(record);
  if (starts_with(headline, "Barrier error")) return barrier_error(record);
  if (contains(headline, " hazard detected at ")) return hazard(record);
  if (contains(headline, "Race reported between ")) return race_report(record);
  if (starts_with(headline, "Program hit ")) return api_error(record);
  if (starts_with(headline, "Leaked ")) return leak(record);
  DiagnosisEvent diagnosis = device_diagnosis(record, "sanitizer");
  diagnosis.message = headline;
  return diagnosis;
}

bool same_line(const Place& a, const Place& b) { return a.file == b.file && a.line == b.line; }

// Reports of one kind about the same lines are one, whichever side comes first.
bool same_subject(const DiagnosisEvent& a, const DiagnosisEvent& b) {
  if (a.kind != b.kind || a.other.has_value() != b.other.has_value()) return false;
  if (a.other) {
    return (same_line(a.place, b.place) && same_line(*a.other, *b.other)) ||
           (same_line(a.place, *b.other) && same_line(*a.other, b.place));
  }
  if (a.kind == "api-error" && a.message != b.message) return false;
  return same_line(a.place, b.place) && a.place.what == b.place.what;
}

std::array<long long, 6> order_of(const Place& place) {
  const Index3 block = place.block.value_or(Index3{}), thread = place.thread.value_or(Index3{});
  return {block[2], block[1], block[0], thread[2], thread[1], thread[0]};
}

// The report with the lowest thread stands for all: the order of a GPU's threads is no news.
void merge(std::vector<DiagnosisEvent>& diagnoses, DiagnosisEvent next) {
  for (DiagnosisEvent& known : diagnoses) {
    if (!same_subject(known, next)) continue;
    if (known.place.thread && !next.place.thread) return;  // the analysis of the same hazards
    const long long count = known.count + 1;
    const bool fault = known.fault || next.fault;
    if (next.place.thread && order_of(next.place) < order_of(known.place)) known = std::move(next);
    known.count = count;
    known.fault = fault;
    return;
  }
  diagnoses.push_back(std::move(next));
}

bool is_bad_access(const DiagnosisEvent& d) {
  return d.kind == "memcheck-oob" || d.kind == "device-deref-host";
}

// After a faulty access every call fails, and a program that ends for that frees nothing.
void drop_consequences(std::vector<DiagnosisEvent>& diagnoses) {
  if (std::none_of(diagnoses.begin(), diagnoses.end(), is_bad_access)) return;
  const auto follows = [](const DiagnosisEvent& d) {
    return d.kind == "leak" || d.kind == "sticky-error";
  };
  diagnoses.erase(std::remove_if(diagnoses.begin(), diagnoses.end(), follows), diagnoses.end());
}

// cudaGetLastError only repeats what an earlier call said.
bool only_repeats(const DiagnosisEvent& diagnosis, const std::vector<DiagnosisEvent>& before) {
  if (!contains(diagnosis.message, "LastError`")) return false;
  return std::any_of(before.begin(), before.end(),
                     [&](const DiagnosisEvent& b) { return b.value == diagnosis.value; });
}

nlohmann::json json_place(const Place& place) {
  nlohmann::json json = {{"file", place.file}, {"line", place.line}};
  if (!place.kernel.empty()) json["kernel"] = place.kernel;
  if (place.thread) json["thread"] = *place.thread;
  if (place.block) json["block"] = *place.block;
  if (!place.what.empty()) json["what"] = place.what;
  return json;
}

}  // namespace

SanitizerOutput parse_sanitizer_output(std::string_view log) {
  SanitizerOutput output;
  for (const SanitizerRecord& record : split_sanitizer_log(log)) {
    if (is_summary(record.headline)) continue;
    if (is_tool_failure(record.headline)) {
      if (output.failure.empty()) output.failure = record.headline;
      continue;
    }
    DiagnosisEvent diagnosis = diagnosis_of(record);
    if (only_repeats(diagnosis, output.diagnoses)) continue;
    explain_sanitizer_report(diagnosis);
    merge(output.diagnoses, std::move(diagnosis));
  }
  drop_consequences(output.diagnoses);
  return output;
}

std::string diagnosis_line(const DiagnosisEvent& d) {
  nlohmann::json json = json_place(d.place);
  json["event"] = "diagnosis";
  json["kind"] = d.kind;
  json["severity"] = d.fault ? "fault" : "note";
  json["message"] = d.message;
  json["count"] = d.count;
  if (d.other) json["other"] = json_place(*d.other);
  if (!d.address.empty()) json["address"] = d.address;
  if (!d.value.empty()) json["value"] = d.value;
  if (d.allocation) {
    json["allocation"] = {{"where", d.allocation->where}};
    if (d.allocation->bytes) json["allocation"]["bytes"] = *d.allocation->bytes;
  }
  if (!d.cause.empty()) json["cause"] = d.cause;
  if (!d.advice.empty()) json["try"] = d.advice;
  if (!d.lesson.empty()) json["lesson"] = d.lesson;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace warpup
