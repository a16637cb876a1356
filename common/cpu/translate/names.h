// The local names in sight that matter: those that hide a device symbol, and shared variables.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "source.h"

namespace warpup::cu2cpp {

struct LocalName {
  std::string_view name;
  int function_depth = 0;  // how many function bodies enclose the declaration
  Index declared_at = kNone;
  std::string expression;  // a shared variable's, for use where its reference can't be captured
};

/// A stack of blocks. Only watched names are worth declaring.
class Names {
 public:
  void watch(std::string_view name) { watched_[name]; }
  bool is_watched(std::string_view name) const { return watched_.count(name) != 0; }

  /// Opens a block that ends before token `end`.
  void open_block(Index end);
  void close_block();
  /// Closes the blocks above `depth` that end at `i` or before.
  void close_ended(Index i, std::size_t depth);
  std::size_t depth() const { return blocks_.size(); }

  void declare(LocalName name);
  /// The innermost declaration; nullptr if there is none.
  const LocalName* find(std::string_view name) const;

 private:
  struct Block {
    Index end;
    std::size_t first_name;
  };

  std::unordered_map<std::string_view, std::vector<LocalName>> watched_;  // innermost last
  std::vector<Block> blocks_;
  std::vector<std::string_view> names_;  // in the order they were declared
};

/// Whether the identifier at `i` is being declared there as a local variable, judged by the tokens
/// around it.
bool declares_local(const Source& source, Index i);

}  // namespace warpup::cu2cpp
