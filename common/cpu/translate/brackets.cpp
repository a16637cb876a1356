#include "brackets.h"

namespace warpup::cu2cpp {
namespace {

struct Open {
  Index token;
  int indentation;  // of its line
};

class Matcher {
 public:
  Matcher(Source& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  void run();

 private:
  void follow_lines(Index i);
  void close(Index i);
  void close_brace(Index i);
  void pair(Index open, Index close);
  void report(Index i, const char* message);

  Source& source_;
  Diagnostics& diagnostics_;
  std::vector<Open> open_;
  int indentation_ = 0;    // of the current line
  bool first_ = false;     // the current token is the first of its line
  std::size_t end_ = 0;    // of the token before
  Index suspect_ = kNone;  // the first '{' whose '}' stands further left than its line
};

void Matcher::run() {
  source_.partners.assign(source_.tokens.size(), kNone);
  for (Index i = 0; i < source_.size(); ++i) {
    follow_lines(i);
    switch (source_.kind(i)) {
      case Tok::kLeftParen:
      case Tok::kLeftBracket:
      case Tok::kLeftBrace:
        open_.push_back({i, indentation_});
        break;
      case Tok::kRightParen:
      case Tok::kRightBracket:
        close(i);
        break;
      case Tok::kRightBrace:
        close_brace(i);
        break;
      default:
        break;
    }
  }
  for (const Open& left : open_) {
    if (source_.kind(left.token) != Tok::kLeftBrace) continue;
    report(suspect_ == kNone ? left.token : suspect_, "this '{' is never closed by a '}'");
    break;
  }
}

void Matcher::follow_lines(Index i) {
  const std::string_view gap = source_.text.substr(end_, source_.at(i).begin - end_);
  const std::size_t newline = gap.rfind('\n');
  first_ = newline != std::string_view::npos || i == 0;
  if (first_) {
    indentation_ = static_cast<int>(gap.size() - (newline + 1));
  }
  end_ = source_.at(i).end;
}

void Matcher::close(Index i) {
  const Tok opening = source_.kind(i) == Tok::kRightParen ? Tok::kLeftParen : Tok::kLeftBracket;
  if (open_.empty() || source_.kind(open_.back().token) != opening) return;
  pair(open_.back().token, i);
  open_.pop_back();
}

/// A brace outranks what was left open inside of it.
void Matcher::close_brace(Index i) {
  while (!open_.empty() && source_.kind(open_.back().token) != Tok::kLeftBrace) open_.pop_back();
  if (open_.empty()) {
    report(i, "this '}' closes nothing: there is one '}' too many here or above");
    return;
  }
  const Open open = open_.back();
  open_.pop_back();
  pair(open.token, i);
  if (suspect_ == kNone && first_ && indentation_ < open.indentation) suspect_ = open.token;
}

void Matcher::pair(Index open, Index close) {
  source_.partners[open] = close;
  source_.partners[close] = open;
}

void Matcher::report(Index i, const char* message) {
  const Token& token = source_.at(i);
  diagnostics_.error(source_.file(i).name, static_cast<int>(token.line), source_.column(i),
                     message);
}

}  // namespace

void match_brackets(Source& source, Diagnostics& diagnostics) {
  Matcher(source, diagnostics).run();
}

}  // namespace warpup::cu2cpp
