// Runs CUDA text through the preprocessor, the translator and the compiler.
#pragma once

#include <string>

struct Built {
  std::string errors;    // the translator's, one a line
  std::string messages;  // the compiler's
  std::string program;   // path of the executable, empty if there is none
  bool translated = false;
  bool compiled = false;
};

enum class Variant { kFast, kCheck, kSyntax };

/// Builds the text as `case.cu`, with the stand-in header included in front. The check variant is
/// compiled only, since its run-time library is not part of these tests.
Built build(const std::string& text, Variant variant = Variant::kSyntax);

/// Builds a file of programs/.
Built build_program(const std::string& name, Variant variant);

/// Exit status of a command; `output` gets what it wrote.
int run_command(const std::string& command, std::string& output);

/// The translation of text that needs no preprocessor, and the errors in `errors`.
std::string translate_text(const std::string& text, std::string& errors);
std::string translate_text(const std::string& text);
/// Likewise, for the fast build.
std::string translate_fast(const std::string& text);
/// The errors alone.
std::string errors_of(const std::string& text);
