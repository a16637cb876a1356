#include "key.h"

#include <algorithm>
#include <map>

namespace warpup {
namespace {

using Kind = Key::Kind;
constexpr char kEscapeByte = '\x1b';

// Bytes of the UTF-8 character that begins with `first`.
std::size_t character_bytes(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}

std::optional<Key> control_key(char c) {
  switch (c) {
    case '\r':
    case '\n':
      return Key{Kind::kEnter, ""};
    case '\t':
      return Key{Kind::kTab, ""};
    case '\x7f':
    case '\b':
      return Key{Kind::kBackspace, ""};
    case '\x03':
      return Key{Kind::kInterrupt, ""};
    case '\x1a':
      return Key{Kind::kSuspend, ""};
    case '\x0c':
      return Key{Kind::kRedraw, ""};
    default:
      return std::nullopt;
  }
}

// What stands between "ESC [" or "ESC O" and the end of the sequence, and the end itself, as xterm,
// the Linux console, rxvt and tmux send them; modifiers (";5") are left out.
std::optional<Key> sequence_key(std::string_view body) {
  static const std::map<std::string, Kind> kKeys = {
      {"A", Kind::kUp},      {"B", Kind::kDown},      {"C", Kind::kRight}, {"D", Kind::kLeft},
      {"H", Kind::kHome},    {"F", Kind::kEnd},       {"1~", Kind::kHome}, {"7~", Kind::kHome},
      {"4~", Kind::kEnd},    {"8~", Kind::kEnd},      {"M", Kind::kEnter}, {"Z", Kind::kTab},
      {"5~", Kind::kPageUp}, {"6~", Kind::kPageDown},
  };
  const char last = body.back();
  std::string number(body.substr(0, body.find_first_not_of("0123456789")));
  if (last != '~') number.clear();
  const auto found = kKeys.find(number + last);
  if (found == kKeys.end()) return std::nullopt;
  return Key{found->second, ""};
}

// The length of the sequence that `bytes` begins with (ECMA-48), 0 while it is not whole.
std::size_t sequence_length(std::string_view bytes) {
  if (bytes.size() < 2) return 0;
  if (bytes[1] == 'O') return bytes.size() < 3 ? 0 : 3;
  if (bytes[1] != '[') return 1;  // the Escape key, and then another
  for (std::size_t i = 2; i < bytes.size(); ++i) {
    if (bytes[i] >= '@' && bytes[i] <= '~') return i + 1;
  }
  return 0;
}

}  // namespace

std::vector<Key> KeyDecoder::add(std::string_view bytes) {
  pending_ += bytes;
  std::vector<Key> keys;
  while (!pending_.empty()) {
    const std::string_view rest = pending_;
    std::size_t length = character_bytes(rest[0]);
    std::optional<Key> key;
    if (rest[0] == kEscapeByte) {
      length = sequence_length(rest);
      if (length == 1) key = Key{Kind::kEscape, ""};
      if (length > 2) key = sequence_key(rest.substr(2, length - 2));
    } else if (static_cast<unsigned char>(rest[0]) < ' ' || rest[0] == '\x7f') {
      key = control_key(rest[0]);
    } else {
      key = Key{Kind::kText, std::string(rest.substr(0, length))};
    }
    if (length == 0 || length > rest.size()) break;
    if (key) keys.push_back(*key);
    pending_.erase(0, length);
  }
  return keys;
}

std::vector<Key> KeyDecoder::flush() {
  std::vector<Key> keys;
  if (!pending_.empty() && pending_[0] == kEscapeByte) keys.push_back({Kind::kEscape, ""});
  pending_.clear();
  return keys;
}

}  // namespace warpup
