// The functions and variables of a shared object, by the names the compiler gave them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace warpup::nvrtc {

/// Reads the symbol table of an ELF file for this machine; of anything else, nothing. Names come as
/// NVRTC gives them: a variable with internal linkage, as all device variables have here, without
/// the mark of it, and a managed one without the prefix that the translator gave it.
class ElfSymbols {
 public:
  explicit ElfSymbols(const std::string& image);
  /// Offset from where the object is loaded; false: no such name.
  bool find(const std::string& name, std::uintptr_t* offset) const;
  /// The name at that offset; empty: none.
  std::string name_at(std::uintptr_t offset) const;
  const std::map<std::string, std::uintptr_t>& all() const { return by_name_; }
  /// What the pointer variable called `name` points to once loaded; empty: nothing in the object.
  std::string target_of(const std::string& name) const;

 private:
  std::map<std::string, std::uintptr_t> by_name_;
  std::multimap<std::uintptr_t, std::string> by_offset_;
  std::map<std::uintptr_t, std::uintptr_t> pointers_;  // relocations: place, offset pointed to
};

}  // namespace warpup::nvrtc
