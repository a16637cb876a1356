#include "checker/finding.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "checker/allocation_sites.h"
#include "checker/source_scan.h"

namespace warpup::report {
namespace {

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
  // Inside a helper the name would be that of a member, which says nothing.
  if (!is_learner_file(made.file)) return {};
  const std::string name = allocated_name(made.file, made.line, place.made_api);
  return name_at_site(name.empty() ? declared_name(code_line(made.file, made.line)) : name,
                      place.made_pc);
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
  // What a library does too early is told at the learner's line, that of the work.
  const bool by_library = f.report.kind == Kind::kMissingSync && f.report.second &&
                          positions.second.known() && !is_learner_file(positions.first.file);
  f.first = locate_side(f.report.first, place, by_library ? SourcePosition{} : positions.first);
  if (f.report.second) f.second = locate_side(*f.report.second, place, positions.second);
  if (place != nullptr) {
    f.made = positions.made;
    if (!f.made.known() && place->made_line > 0) {
      f.made = {place->made_file, place->made_line, {}};
    }
    if (!is_learner_file(f.made.file)) f.made = {};  // a library's line says nothing
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

}  // namespace warpup::report
