// The expressions of a line that touch memory: subscripts, dereferences, members through a pointer.
#include <algorithm>
#include <cctype>

#include "checker/source_scan.h"
#include "checker/source_text.h"

namespace warpup::report {
namespace {

constexpr size_t kNone = std::string::npos;

size_t skip_blanks(const std::string& code, size_t i) {
  while (i < code.size() && (code[i] == ' ' || code[i] == '\t')) ++i;
  return i;
}

// The end of the postfix chain ("[i][j].x->y") whose first piece ends at `end`.
size_t end_of_chain(const std::string& code, size_t end, bool* subscripted) {
  while (end < code.size()) {
    if (code[end] == '[') {
      const size_t close = closing_bracket(code, end);
      if (close == kNone) return end;
      *subscripted = true;
      end = close + 1;
    } else if (code[end] == '.' || code.compare(end, 2, "->") == 0) {
      if (code[end] == '-') *subscripted = true;
      size_t name = end + (code[end] == '.' ? 1 : 2);
      if (name >= code.size() || !is_word_char(code[name])) return end;
      while (name < code.size() && is_word_char(code[name])) ++name;
      end = name;
    } else {
      return end;
    }
  }
  return end;
}

// Whether the * at `i` dereferences: nothing before it that could be a factor or a type.
bool is_unary(const std::string& code, size_t i) {
  while (i > 0 && (code[i - 1] == ' ' || code[i - 1] == '\t' || code[i - 1] == '*')) --i;
  if (i == 0) return true;
  const char before = code[i - 1];
  if (is_word_char(before)) {
    size_t begin = i;
    while (begin > 0 && is_word_char(code[begin - 1])) --begin;
    return code.compare(begin, i - begin, "return") == 0;
  }
  return before != ']' && before != ')' && before != '>';
}

Expression make(const std::string& code, size_t begin, size_t end, bool subscripted) {
  Expression e;
  e.begin = begin;
  e.end = end;
  e.text = code.substr(begin, end - begin);
  const size_t letter = std::find_if(e.text.begin(), e.text.end(), is_word_char) - e.text.begin();
  size_t stop = letter;
  while (stop < e.text.size() && is_word_char(e.text[stop])) ++stop;
  e.base = e.text.substr(letter, stop - letter);
  if (e.text.compare(0, 2, "((") == 0) {  // ((float4*)out)[i]: the name after the cast
    const size_t cast_end = closing_bracket(e.text, 1);
    const auto names =
        cast_end == kNone ? identifiers(e.text) : identifiers(e.text.substr(cast_end));
    if (!names.empty()) e.base = names[0];
  }
  e.subscripted = subscripted;
  return e;
}

// The assignment operator outside of brackets: = or OP=; npos where there is none.
size_t find_assignment(const std::string& code, size_t from, bool* compound) {
  for (size_t i = from; i < code.size(); ++i) {
    if (code[i] == '[') {
      const size_t close = closing_bracket(code, i);
      if (close == kNone) return kNone;
      i = close;
      continue;
    }
    if (code[i] != '=') continue;
    const char before = i > 0 ? code[i - 1] : ' ';
    if (i + 1 < code.size() && code[i + 1] == '=') {
      ++i;
      continue;
    }
    if (before == '!' || before == '=') continue;
    const bool shift = i > 1 && (before == '<' || before == '>') && code[i - 2] == before;
    if ((before == '<' || before == '>') && !shift) continue;
    *compound = shift || std::string("+-*/%&|^").find(before) != kNone;
    return i;
  }
  return kNone;
}

// The start of the lvalue that ends before `end` (exclusive), going backwards.
size_t lvalue_begin(const std::string& code, size_t end) {
  size_t i = end;
  while (i > 0) {
    const char c = code[i - 1];
    if (c == ']' || (c == ')' && i == end) || (c == ')' && code[i] == '[')) {
      const size_t open = opening_bracket(code, i - 1);
      if (open == kNone) return i;
      i = open;
      if (c == ')') break;
    } else if (is_word_char(c) || c == '.') {
      --i;
    } else if (c == '>' && i > 1 && code[i - 2] == '-') {
      i -= 2;
    } else {
      break;
    }
  }
  while (i > 0 && code[i - 1] == '*') --i;
  return i;
}

Expression lvalue_before(const std::string& code, size_t end) {
  while (end > 0 && (code[end - 1] == ' ' || code[end - 1] == '\t')) --end;
  const size_t begin = lvalue_begin(code, end);
  const std::string text = code.substr(begin, end - begin);
  return make(code, begin, end, text.find_first_of("[*") != kNone || text.find("->") != kNone);
}

void add_lvalues_of_assignments(const std::string& code, std::vector<Expression>* out,
                                bool compound_only) {
  bool compound = false;
  for (size_t at = find_assignment(code, 0, &compound); at != kNone;
       at = find_assignment(code, at + 1, &compound)) {
    size_t end = at;
    if (compound) --end;
    if (compound && (code[end] == '<' || code[end] == '>')) --end;
    Expression e = lvalue_before(code, end);
    if (!e.text.empty() && (compound || !compound_only)) out->push_back(std::move(e));
  }
}

void add_increments(const std::string& code, std::vector<Expression>* out) {
  for (const char* op : {"++", "--"}) {
    for (size_t at = code.find(op); at != kNone; at = code.find(op, at + 2)) {
      bool subscripted = false;
      const size_t next = skip_blanks(code, at + 2);
      size_t name = next;  // behind the stars of ++*p
      while (name < code.size() && code[name] == '*') ++name;
      if (name < code.size() && is_word_char(code[name])) {
        size_t end = name;
        subscripted = name > next;
        while (end < code.size() && is_word_char(code[end])) ++end;
        end = end_of_chain(code, end, &subscripted);
        out->push_back(make(code, next, end, subscripted));
      } else if (Expression e = lvalue_before(code, at); !e.text.empty()) {
        out->push_back(std::move(e));
      }
    }
  }
}

// Subscripts, *pointers and p->members anywhere in the line.
std::vector<Expression> all_touching(const std::string& code) {
  std::vector<Expression> found;
  for (size_t i = 0; i < code.size();) {
    const bool cast = code.compare(i, 2, "((") == 0;
    if (!is_word_char(code[i]) && !cast) {
      ++i;
      continue;
    }
    size_t end = i;
    if (cast) {
      const size_t close = closing_bracket(code, i);
      if (close == kNone || close + 1 >= code.size() || code[close + 1] != '[') {
        ++i;
        continue;
      }
      end = close + 1;
    } else {
      while (end < code.size() && is_word_char(code[end])) ++end;
    }
    bool touches = false;
    const size_t chain = end_of_chain(code, end, &touches);
    size_t begin = i;
    if (begin > 0 && code[begin - 1] == '*' && is_unary(code, begin - 1)) {
      --begin;
      touches = true;
    }
    if (touches) found.push_back(make(code, begin, chain, true));
    i = end;  // subscripts inside the brackets are found as well
  }
  return found;
}

bool same_place(const Expression& a, const Expression& b) {
  return a.begin == b.begin && a.end == b.end;
}

}  // namespace

std::vector<Expression> written_expressions(const std::string& code) {
  std::vector<Expression> found;
  add_lvalues_of_assignments(code, &found, false);
  add_increments(code, &found);
  return found;
}

std::vector<Expression> read_expressions(const std::string& code) {
  std::vector<Expression> changed;  // x += 1 reads x
  add_lvalues_of_assignments(code, &changed, true);
  add_increments(code, &changed);
  std::vector<Expression> found;
  const auto written = written_expressions(code);
  for (auto& e : all_touching(code)) {
    const auto same = [&e](const Expression& other) { return same_place(e, other); };
    const bool only_written = std::any_of(written.begin(), written.end(), same) &&
                              std::none_of(changed.begin(), changed.end(), same);
    if (!only_written) found.push_back(std::move(e));
  }
  for (auto& e : changed) {
    if (!e.subscripted) found.push_back(std::move(e));
  }
  return found;
}

std::vector<Expression> atomic_expressions(const std::string& code) {
  std::vector<Expression> found;
  for (size_t at = code.find("atomic"); at != kNone; at = code.find("atomic", at + 1)) {
    size_t open = at;
    while (open < code.size() && is_word_char(code[open])) ++open;
    if (open >= code.size() || code[open] != '(') continue;
    size_t begin = skip_blanks(code, open + 1), end = begin;
    for (; end < code.size() && code[end] != ',' && code[end] != ')'; ++end) {
      if (code[end] != '(' && code[end] != '[') continue;
      const size_t close = closing_bracket(code, end);
      if (close == kNone) break;
      end = close;
    }
    if (begin < end && code[begin] == '&') ++begin;
    found.push_back(make(code, begin, end, code.find('[', begin) < end));
  }
  return found;
}

}  // namespace warpup::report
