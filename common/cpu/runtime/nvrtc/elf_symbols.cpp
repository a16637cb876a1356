#include "elf_symbols.h"

#include <elf.h>

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace warpup::nvrtc {
namespace {

#if defined(__x86_64__)
constexpr unsigned kRelative = R_X86_64_RELATIVE;
#elif defined(__aarch64__)
constexpr unsigned kRelative = R_AARCH64_RELATIVE;
#else
#error "the relocation that a pointer into its own object has is not known for this machine"
#endif

/// The items of a section, as far as they lie in the file.
template <class T>
std::vector<T> items(const std::string& image, const Elf64_Shdr& section) {
  if (section.sh_offset > image.size() || section.sh_size > image.size() - section.sh_offset) {
    return {};
  }
  std::vector<T> result(section.sh_size / sizeof(T));
  if (!result.empty()) {
    std::memcpy(result.data(), image.data() + section.sh_offset, result.size() * sizeof(T));
  }
  return result;
}

std::vector<Elf64_Shdr> sections_of(const std::string& image) {
  Elf64_Ehdr header;
  if (image.size() < sizeof header) return {};
  std::memcpy(&header, image.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_shentsize != sizeof(Elf64_Shdr)) {
    return {};
  }
  Elf64_Shdr table{};
  table.sh_offset = header.e_shoff;
  table.sh_size = std::size_t{header.e_shnum} * sizeof(Elf64_Shdr);
  return items<Elf64_Shdr>(image, table);
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// _ZL3sum becomes sum, _ZN2nsL3sumE _ZN2ns3sumE, and _ZL6scale_f _Z6scale_f.
std::string without_internal_linkage(std::string name, bool variable) {
  if (name.compare(0, 3, "_ZL") == 0) {
    name.erase(2, 1);
    std::size_t digits = 2;
    while (digits < name.size() && is_digit(name[digits])) ++digits;
    return variable ? name.substr(digits) : name;
  }
  if (name.compare(0, 3, "_ZN") != 0) return name;
  std::size_t at = 3;
  while (at < name.size() && is_digit(name[at])) {
    const std::size_t length = std::strtoul(name.c_str() + at, nullptr, 10);
    while (at < name.size() && is_digit(name[at])) ++at;
    at += length;
  }
  if (at + 1 < name.size() && name[at] == 'L' && is_digit(name[at + 1])) name.erase(at, 1);
  return name;
}

/// warpup_managed_sum becomes sum, _ZN2ns18warpup_managed_sumE _ZN2ns3sumE.
std::string without_managed(const std::string& name) {
  const std::string prefix = "warpup_managed_";
  const std::size_t at = name.find(prefix);
  if (at == std::string::npos) return name;
  std::size_t digits = at;
  while (digits > 0 && is_digit(name[digits - 1])) --digits;
  const std::string rest = name.substr(at + prefix.size());
  if (digits == at) return name.substr(0, at) + rest;
  const std::size_t length = std::strtoul(name.c_str() + digits, nullptr, 10) - prefix.size();
  return name.substr(0, digits) + std::to_string(length) + rest;
}

std::string device_name(const std::string& name, bool variable) {
  const std::string result = without_internal_linkage(name, variable);
  return variable ? without_managed(result) : result;
}

}  // namespace

ElfSymbols::ElfSymbols(const std::string& image) {
  const std::vector<Elf64_Shdr> sections = sections_of(image);
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type == SHT_RELA) {
      for (const Elf64_Rela& entry : items<Elf64_Rela>(image, section)) {
        if (ELF64_R_TYPE(entry.r_info) == kRelative) {
          pointers_[entry.r_offset] = static_cast<std::uintptr_t>(entry.r_addend);
        }
      }
    }
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    std::vector<char> names = items<char>(image, sections[section.sh_link]);
    names.push_back('\0');
    for (const Elf64_Sym& symbol : items<Elf64_Sym>(image, section)) {
      const unsigned type = ELF64_ST_TYPE(symbol.st_info);
      if (symbol.st_shndx == SHN_UNDEF || symbol.st_name >= names.size()) continue;
      if (type != STT_FUNC && type != STT_OBJECT) continue;
      const std::string name = device_name(names.data() + symbol.st_name, type == STT_OBJECT);
      by_name_.emplace(name, symbol.st_value);
      by_offset_.emplace(symbol.st_value, name);
    }
  }
}

bool ElfSymbols::find(const std::string& name, std::uintptr_t* offset) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return false;
  *offset = found->second;
  return true;
}

std::string ElfSymbols::name_at(std::uintptr_t offset) const {
  const auto found = by_offset_.find(offset);
  return found == by_offset_.end() ? std::string() : found->second;
}

std::string ElfSymbols::target_of(const std::string& name) const {
  std::uintptr_t place = 0;
  if (!find(name, &place)) return {};
  const auto pointer = pointers_.find(place);
  return pointer == pointers_.end() ? std::string() : name_at(pointer->second);
}

}  // namespace warpup::nvrtc
