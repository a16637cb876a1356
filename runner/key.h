// Keys, from the bytes that a terminal sends.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpup {

struct Key {
  enum class Kind {
    kText,  // one character, in `text`
    kEnter,
    kEscape,
    kTab,
    kBackspace,
    kUp,
    kDown,
    kLeft,
    kRight,
    kPageUp,
    kPageDown,
    kHome,
    kEnd,
    kInterrupt,  // Ctrl-C
    kSuspend,    // Ctrl-Z
    kRedraw      // Ctrl-L
  };
  Kind kind = Kind::kText;
  std::string text;  // UTF-8

  bool is(char c) const { return kind == Kind::kText && text.size() == 1 && text[0] == c; }
};

inline bool operator==(const Key& a, const Key& b) { return a.kind == b.kind && a.text == b.text; }

/// Keys may arrive in pieces, over a slow line: what is no whole key yet waits for the rest.
class KeyDecoder {
 public:
  std::vector<Key> add(std::string_view bytes);
  /// Nothing came for a while: an escape that still waits is the Escape key.
  std::vector<Key> flush();
  bool waits() const { return !pending_.empty(); }

 private:
  std::string pending_;
};

}  // namespace warpup
