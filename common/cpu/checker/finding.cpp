#include "checker/finding.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "checker/source_scan.h"

namespace warpup::report {
namespace {

uint64_t block_key(const unsigned (&block)[3]) {  // grid limits: x 31 bits, y and z 16
  return block[0] | static_cast<uint64_t>(block[1]) << 32 | static_cast<uint64_t>(block[2]) << 48;
}

bool is_shared(const Place& place) {
  return place.memory == Memory::kSharedStatic || place.memory == Memory::kSharedDynamic;
}

// Whether the name is declared as a shared variable above the line.
bool names_shared(const SourcePosition& at, const std::string& name) {
  for (int line = at.line; line >= std::max(1, at.line - 40); --line) {
    const std::string code = code_line(at.file, line);
    if (has_word(code, "__shared__") && has_word(code, name)) return true;
    if (has_word(code, "__global__")) return false;
  }
  return false;
}

std::vector<Expression> candidates(const std::string& code, Access access) {
  if (access == Access::kAtomic) return atomic_expressions(code);
  if (access == Access::kRead) return read_expressions(code);
  if (access == Access::kWrite) return written_expressions(code);
  return {};
}

// Every whole word `name` in the line.
std::vector<Expression> occurrences(const std::string& code, const std::string& name) {
  std::vector<Expression> found;
  for (size_t at = find_word(code, name, 0); at != std::string::npos;
       at = find_word(code, name, at + 1)) {
    found.push_back({at, at + name.size(), name, name, false});
  }
  return found;
}

template <class Predicate>
void keep_if_any(std::vector<Expression>* list, Predicate predicate) {
  if (std::any_of(list->begin(), list->end(), predicate)) {
    list->erase(std::remove_if(list->begin(), list->end(), std::not_fn(predicate)), list->end());
  }
}

// The pieces of the line that fit the access and the memory.
std::vector<Expression> touched(const SourcePosition& at, const Side& side, const Place* place) {
  const std::string code = code_line(at.file, at.line);
  auto list = candidates(code, side.access);
  // A variable goes by its own name, or by that of a pointer to it.
  if (place != nullptr && place->made_api.empty() && !place->name.empty()) {
    const auto named = [&](const Expression& e) { return e.base == place->name; };
    if (std::none_of(list.begin(), list.end(), named) && has_word(code, place->name)) {
      return occurrences(code, place->name);
    }
    keep_if_any(&list, named);
    return list;
  }
  if (side.access != Access::kAtomic) {
    keep_if_any(&list, [](const Expression& e) { return e.subscripted; });
  }
  if (place != nullptr && !is_shared(*place)) {
    keep_if_any(&list, [&](const Expression& e) { return !names_shared(at, e.base); });
  }
  return list;
}

// One expression, or "p[...]" where all have one base.
std::string common_expression(const std::vector<Expression>& marks) {
  if (marks.empty()) return {};
  bool same_text = true, same_base = true;
  for (const auto& mark : marks) {
    same_text = same_text && mark.text == marks[0].text;
    same_base = same_base && mark.base == marks[0].base && mark.subscripted;
  }
  if (same_text) return marks[0].text;
  return same_base ? marks[0].base + "[...]" : std::string();
}

// The call of `api` with its arguments, if there is one and only one.
std::vector<Expression> call_of(const std::string& code, const std::string& api) {
  const size_t begin = find_word(code, api, 0);
  if (begin == std::string::npos) return {};
  if (find_word(code, api, begin + 1) != std::string::npos) return {};
  const size_t open = code.find_first_not_of(' ', begin + api.size());
  if (open == std::string::npos || code[open] != '(') return {};
  const size_t close = closing_bracket(code, open);
  const size_t end = close == std::string::npos ? code.find_last_not_of(" \t") + 1 : close + 1;
  return {{begin, end, code.substr(begin, end - begin), api, false}};
}

// Of a race both sides touch one array: what the other side names decides.
void narrow(const Located& by, Located* located) {
  if (by.expression.empty() || !located->expression.empty()) return;
  keep_if_any(&located->marks, [&](const Expression& e) { return e.base == by.marks[0].base; });
  located->expression = common_expression(located->marks);
}

Located locate_side(const Side& side, const Place* place, const SourcePosition& at) {
  Located located;
  located.at = at;
  if (!located.at.known()) return located;
  located.line = source_line(located.at.file, located.at.line);
  const bool program_code = side.device || side.api.empty();
  if (program_code) {
    located.marks = touched(located.at, side, place);
    located.expression = common_expression(located.marks);
  } else {
    located.marks = call_of(code_line(at.file, at.line), side.api);
  }
  return located;
}

std::string name_of(const Place& place, const SourcePosition& made) {
  if (!place.name.empty() || place.made_api.empty() || !made.known()) return place.name;
  return allocated_name(made.file, made.line, place.made_api);
}

// Causes come before their consequences: what never ran, then wild accesses, then missing order,
// then what was read in vain, then what is left behind.
int rank(const Finding& finding) {
  switch (finding.report.kind) {
    case Kind::kLaunchConfig:
      return 1;
    case Kind::kApiError: {
      const SubKind sub = finding.report.sub;
      const bool late = sub == SubKind::kStaleError || sub == SubKind::kNotReady;
      return late ? 15 : 2;
    }
    case Kind::kHostDeref:
      return 3;
    case Kind::kDeviceDerefHost:
      return 4;
    case Kind::kOutOfBounds:
      return 5;
    case Kind::kUseAfterFree:
      return 6;
    case Kind::kMisaligned:
      return 7;
    case Kind::kBarrierDivergence:
      return 8;
    case Kind::kDeadlock:
      return 9;
    case Kind::kRaceShared:
      return 10;
    case Kind::kRaceGlobal:
      return 11;
    case Kind::kMissingSync:
      return 12;
    case Kind::kUninit:
      return 13;
    case Kind::kDoubleFree:
      return 14;
    case Kind::kStickyError:
      return 16;
    case Kind::kLeak:
      return 17;
    case Kind::kPerfCoalescing:
      return 18;
    case Kind::kPerfBankConflict:
      return 19;
  }
  return 20;
}

SourcePosition second_position(const Finding& finding) {
  return finding.second ? finding.second->at : SourcePosition{};
}

bool writes(const Side& side) { return side.access == Access::kWrite; }

// Of a race: the write first; of two writes, the line that comes first.
void order_for_telling(Finding* f) {
  if (!f->second || !symmetric(f->report.kind)) return;
  Side& a = f->report.first;
  Side& b = *f->report.second;
  const auto key = [](const Side& side, const Located& at) {
    return std::make_tuple(writes(side)                     ? 0
                           : side.access == Access::kAtomic ? 2
                                                            : 1,
                           at.at.file, at.at.line);
  };
  if (key(b, *f->second) < key(a, f->first)) {
    std::swap(a, b);
    std::swap(f->first, *f->second);
  }
}

}  // namespace

void Seen::add(const Side& side) {
  if (!side.device) return;
  if (!device) {
    std::copy(side.thread, side.thread + 3, low.begin());
    high = low;
    device = true;
  }
  for (size_t i = 0; i < 3; ++i) {
    low[i] = std::min(low[i], side.thread[i]);
    high[i] = std::max(high[i], side.thread[i]);
  }
  blocks.insert(block_key(side.block));
}

void Seen::add(const Seen& other) {
  count += other.count;
  within_warp = within_warp && other.within_warp;
  within_block = within_block && other.within_block;
  if (!other.device) return;
  for (size_t i = 0; i < 3; ++i) {
    low[i] = device ? std::min(low[i], other.low[i]) : other.low[i];
    high[i] = device ? std::max(high[i], other.high[i]) : other.high[i];
  }
  device = true;
  blocks.insert(other.blocks.begin(), other.blocks.end());
}

bool symmetric(Kind kind) { return kind == Kind::kRaceShared || kind == Kind::kRaceGlobal; }

int compare_threads(const Side& a, const Side& b) {
  const auto key = [](const Side& s) {
    return std::make_tuple(s.block[2], s.block[1], s.block[0], s.thread[2], s.thread[1],
                           s.thread[0]);
  };
  const auto left = key(a), right = key(b);
  return left < right ? -1 : right < left ? 1 : 0;
}

int compare_sides(Kind kind, const Side& first_a, const Side* second_a, const Side& first_b,
                  const Side* second_b) {
  const bool both = second_a != nullptr && second_b != nullptr;
  if (both && symmetric(kind)) {
    const auto smaller = [](const Side& x, const Side& y) -> const Side& {
      return compare_threads(y, x) < 0 ? y : x;
    };
    const auto larger = [](const Side& x, const Side& y) -> const Side& {
      return compare_threads(y, x) < 0 ? x : y;
    };
    const Side& low_a = smaller(first_a, *second_a);
    const Side& low_b = smaller(first_b, *second_b);
    if (const int order = compare_threads(low_a, low_b)) return order;
    const Side& high_a = larger(first_a, *second_a);
    const Side& high_b = larger(first_b, *second_b);
    if (const int order = compare_threads(high_a, high_b)) return order;
  }
  if (const int order = compare_threads(first_a, first_b)) return order;
  if (!both) return (second_a != nullptr) - (second_b != nullptr);
  return compare_threads(*second_a, *second_b);
}

Positions positions_of(const Report& report) {
  Positions positions;
  positions.first = locate(report.first.pc);
  if (report.second) positions.second = locate(report.second->pc);
  if (!report.place) return positions;
  positions.made = locate(report.place->made_pc);
  positions.freed = locate(report.place->freed_pc);
  return positions;
}

Finding resolve(Report report, Seen seen, const Positions& positions) {
  Finding f;
  f.report = std::move(report);
  f.seen = std::move(seen);
  const Place* place = f.report.place ? &*f.report.place : nullptr;
  f.first = locate_side(f.report.first, place, positions.first);
  if (f.report.second) f.second = locate_side(*f.report.second, place, positions.second);
  if (place != nullptr) {
    f.made = positions.made;
    if (!f.made.known() && place->made_line > 0) {
      f.made = {place->made_file, place->made_line, {}};
    }
    f.freed = positions.freed;
    f.name = name_of(*place, f.made);
  }
  if (f.second && symmetric(f.report.kind)) {
    narrow(f.first, &*f.second);
    narrow(*f.second, &f.first);
  }
  order_for_telling(&f);
  return f;
}

std::string merge_key(const Finding& finding) {
  const SourcePosition other = second_position(finding);
  const auto text = [](const SourcePosition& at) {
    return at.file + ":" + std::to_string(at.line);
  };
  std::string a = text(finding.first.at), b = text(other);
  if (symmetric(finding.report.kind) && b < a) std::swap(a, b);
  // Without a line, reports are told apart by what they say.
  if (!finding.first.at.known()) a += "?" + finding.report.first.api + finding.report.detail;
  return std::string(kind_name(finding.report.kind)) +
         (finding.report.kind == Kind::kMisaligned ? "/misaligned|" : "|") + a + "|" + b;
}

bool told_before(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& f) {
    const SourcePosition other = second_position(f);
    return std::make_tuple(f.report.note, rank(f), f.first.at.file, f.first.at.line, other.file,
                           other.line, f.report.first.api, f.report.detail);
  };
  return key(a) < key(b);
}

}  // namespace warpup::report
