// The words that mean something to the translator.
#include <string_view>
#include <unordered_map>

#include "token.h"

namespace warpup::cu2cpp {
namespace {

using Words = std::unordered_map<std::string_view, Tok>;

void add_cuda_qualifiers(Words& words) {
  words.insert({{"__global__", Tok::kGlobal},
                {"__device__", Tok::kDevice},
                {"__host__", Tok::kHost},
                {"__shared__", Tok::kShared},
                {"__constant__", Tok::kConstant},
                {"__managed__", Tok::kManaged},
                {"__forceinline__", Tok::kForceInline},
                {"__noinline__", Tok::kNoInline},
                {"__launch_bounds__", Tok::kLaunchBounds},
                {"__grid_constant__", Tok::kGridConstant},
                {"__cluster_dims__", Tok::kClusterDims}});
}

void add_types(Words& words) {
  for (auto word : {"bool", "char", "char8_t", "char16_t", "char32_t", "wchar_t", "short", "int",
                    "long", "signed", "unsigned", "float", "double", "__int128", "__signed__",
                    "__complex__", "_Complex", "__float128"}) {
    words.emplace(word, Tok::kBuiltinType);
  }
  words.insert({{"void", Tok::kVoid},
                {"auto", Tok::kAuto},
                {"__auto_type", Tok::kAuto},
                {"decltype", Tok::kDecltype},
                {"typeof", Tok::kDecltype},
                {"__typeof__", Tok::kDecltype},
                {"__typeof", Tok::kDecltype},
                {"__underlying_type", Tok::kDecltype}});
}

void add_declaration_words(Words& words) {
  words.insert({{"template", Tok::kTemplate},   {"typename", Tok::kTypename},
                {"struct", Tok::kClassKey},     {"class", Tok::kClassKey},
                {"union", Tok::kClassKey},      {"enum", Tok::kEnum},
                {"namespace", Tok::kNamespace}, {"using", Tok::kUsing},
                {"typedef", Tok::kTypedef},     {"extern", Tok::kExtern},
                {"static", Tok::kStatic},       {"inline", Tok::kInline},
                {"__inline__", Tok::kInline},   {"__inline", Tok::kInline},
                {"constexpr", Tok::kConstexpr}, {"consteval", Tok::kConstexpr},
                {"const", Tok::kConst},         {"__const", Tok::kConst},
                {"friend", Tok::kFriend},       {"operator", Tok::kOperatorKeyword},
                {"public", Tok::kAccess},       {"protected", Tok::kAccess},
                {"private", Tok::kAccess},      {"requires", Tok::kRequires}});
  for (auto word : {"volatile", "__volatile__", "__restrict__", "__restrict"}) {
    words.emplace(word, Tok::kQualifierKeyword);
  }
  for (auto word : {"virtual", "explicit", "mutable", "thread_local", "__thread", "register",
                    "constinit", "__extension__"}) {
    words.emplace(word, Tok::kSpecifier);
  }
  for (auto word : {"__attribute__", "__attribute", "alignas", "_Alignas", "__declspec"}) {
    words.emplace(word, Tok::kAttribute);
  }
}

void add_statement_words(Words& words) {
  for (auto word : {"asm", "__asm__", "__asm"}) words.emplace(word, Tok::kAsm);
  for (auto word : {"if", "while", "switch", "catch"}) words.emplace(word, Tok::kControl);
  for (auto word : {"return",    "else",          "do",
                    "case",      "default",       "goto",
                    "break",     "continue",      "throw",
                    "new",       "delete",        "sizeof",
                    "alignof",   "__alignof__",   "typeid",
                    "try",       "co_await",      "co_yield",
                    "co_return", "and",           "or",
                    "not",       "xor",           "bitand",
                    "bitor",     "compl",         "and_eq",
                    "or_eq",     "xor_eq",        "not_eq",
                    "noexcept",  "static_assert", "__builtin_offsetof"}) {
    words.emplace(word, Tok::kStatement);
  }
  words.insert({{"for", Tok::kFor}, {"this", Tok::kThis}});
}

Words make_words() {
  Words words;
  add_cuda_qualifiers(words);
  add_types(words);
  add_declaration_words(words);
  add_statement_words(words);
  return words;
}

}  // namespace

Tok classify_word(std::string_view spelling) {
  static const Words words = make_words();
  if (spelling.size() < 2 || spelling.size() > 20) return Tok::kIdentifier;
  const auto found = words.find(spelling);
  return found == words.end() ? Tok::kIdentifier : found->second;
}

}  // namespace warpup::cu2cpp
