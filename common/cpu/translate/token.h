// One token of preprocessed CUDA C++, and the kinds the translator tells apart.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpup::cu2cpp {

/// Position of a token in its source; kNone where there is none.
using Index = std::int32_t;
inline constexpr Index kNone = -1;

enum class Tok : std::uint8_t {
  kEnd,
  kOpaque,  // a stretch of system-header text: balanced, and nothing in it to translate
  kIdentifier,
  kNumber,
  kString,
  kCharacter,
  // punctuators
  kLeftParen,
  kRightParen,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kSemicolon,
  kComma,
  kColon,
  kColonColon,
  kLess,
  kGreater,  // always one character, so that >> can close two template argument lists
  kShiftLeft,
  kEqual,
  kStar,
  kAmp,
  kAmpAmp,
  kEllipsis,
  kDot,
  kArrow,
  kTilde,
  kOperator,  // every other punctuator
  // keywords, by the part they play in a declaration or an expression
  kTemplate,
  kTypename,
  kClassKey,
  kEnum,
  kNamespace,
  kUsing,
  kTypedef,
  kExtern,
  kStatic,
  kInline,
  kConstexpr,
  kConst,
  kQualifierKeyword,  // volatile, __restrict__
  kSpecifier,         // virtual, explicit, mutable, thread_local, ...
  kFriend,
  kBuiltinType,
  kVoid,
  kAuto,
  kDecltype,
  kOperatorKeyword,
  kAttribute,  // __attribute__, alignas, __declspec: followed by parentheses
  kAsm,
  kThis,
  kAccess,  // public, protected, private
  kFor,
  kControl,    // if, while, switch, catch: followed by parentheses and a statement
  kStatement,  // return, else, do, case, ...: an expression or a statement follows
  kRequires,
  // CUDA's qualifiers
  kGlobal,
  kDevice,
  kHost,
  kShared,
  kConstant,
  kManaged,
  kForceInline,
  kNoInline,
  kLaunchBounds,
  kGridConstant,
  kClusterDims,
};

constexpr bool is_cuda_qualifier(Tok kind) { return kind >= Tok::kGlobal; }

struct Token {
  std::uint32_t begin;  // byte offsets in the preprocessed text
  std::uint32_t end;
  std::uint32_t line;  // in the user's file, as the line markers tell
  std::uint32_t file;
  Tok kind;
};

/// The kind of an identifier-like spelling: a keyword's, a CUDA qualifier's, or kIdentifier.
Tok classify_word(std::string_view spelling);

}  // namespace warpup::cu2cpp
