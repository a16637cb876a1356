// Numbers, indices and places in words.
#pragma once

#include <string>

#include "checker/finding.h"

namespace warpup::report {

std::string with_commas(unsigned long long number);   // 1,024
std::string triple(const unsigned (&index)[3]);       // (0,0,0)
std::string bytes_text(unsigned long long bytes);     // 1 byte, 1,024 bytes
std::string code_quoted(const std::string& text);     // `text`
std::string at_text(const SourcePosition& position);  // main.cu:30, or ""
std::string base_name(const std::string& path);
std::string capitalised(std::string text);
std::string joined(const std::string& text, const std::string& more);  // with a blank if both

/// "thread (5,0,0) of block (3,0,0)", "the host", "cudaMemcpy".
std::string who(const Side& side);
/// "reads", "writes", "atomically updates", ...
std::string does(const Side& side);
/// The noun: "read", "write", "atomic update", ...
std::string deed(const Side& side);

/// "thread (5,0,0) of block (3,0,0) reads `in[i]`, 4 bytes".
std::string access_text(const Finding& finding);

/// "`in` (1,024 bytes, cudaMalloc at main.cu:30)".
std::string memory_text(const Finding& finding);
/// The same without the brackets' content: "`in`", "the buffer allocated at main.cu:30".
std::string memory_name(const Finding& finding);
/// "shared memory", "managed memory", ...
std::string memory_kind(Memory memory);
/// "4 bytes past the end", "just before the start", "inside"; empty without a place.
std::string where_text(const Finding& finding);
/// "element 256, and the last is element 255"; empty where elements are not known.
std::string element_text(const Finding& finding);
/// "1,024 times, threads (0,0,0)–(255,0,0) of 4 blocks"; empty for the host.
std::string range_text(const Seen& seen);

/// Bytes of one element, from the place or the access.
int element_size(const Finding& finding);
/// Bytes beyond the end (>= 0) or before the start (< 0) at which the access begins; 0 and a
/// straddling access: the first byte outside.
bool before_start(const Finding& finding);
unsigned long long distance_outside(const Finding& finding);

}  // namespace warpup::report
