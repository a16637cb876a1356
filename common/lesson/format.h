// Numbers as text.
#pragma once

#include <string>
#include <type_traits>

namespace lesson {

/// printf into a string.
std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

/// 1234567 as "1,234,567".
std::string grouped(long long value);

/// A float with as many digits as tell it from its neighbours and no more ("0.1", not
/// "0.100000001").
std::string shortest(float value);
std::string shortest(double value);

/// `bytes` as "4 KB", "1 GB": powers of 1024, whole where it is.
std::string bytes_text(double bytes);

/// What a table cell or a check shows for a value.
inline std::string show(const std::string& value) { return value; }
inline std::string show(const char* value) { return value; }
inline std::string show(bool value) { return value ? "yes" : "no"; }
inline std::string show(float value) { return shortest(value); }
inline std::string show(double value) { return shortest(value); }
template <class T, class = std::enable_if_t<std::is_integral<T>::value>>
std::string show(T value) {
  return grouped(static_cast<long long>(value));
}

}  // namespace lesson
