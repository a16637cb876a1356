#include "catch.hpp"
#include "program.h"

namespace {

Ran try_text(const std::string& text, const std::vector<std::string>& more = {}) {
  const CourseCopy folder;
  folder.write("mine.cu", text);
  std::vector<std::string> arguments = {"try", "mine.cu"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return folder.run(arguments);
}

}  // namespace

TEST_CASE("a program of one's own writes as if it ran alone, and gets its arguments") {
  const Ran ran = try_text(
      "#include <cstdio>\nint main(int argc, char** argv) {\n"
      "  std::printf(\"%d %s\\n\", argc, argv[1]);\n  return 0;\n}\n",
      {"--", "--json"});
  CHECK(ran.exit_code == 0);
  CHECK(ran.says("2 --json\n"));
  CHECK(ran.says("passed: mine.cu"));
}

TEST_CASE("its exit code, crash and deadline are told apart") {
  CHECK(try_text("int main() { return 3; }\n").exit_code == 1);
  CHECK(try_text("#include <cstdlib>\nint main() { std::abort(); }\n").exit_code == 4);
  CHECK(try_text("int main() { for (volatile int i = 0;; i = 0) {} }\n", {"--timeout", "0.5"})
            .exit_code == 5);
  CHECK(try_text("int main() { return x; }\n").exit_code == 3);
}

TEST_CASE("what was printed before a crash is not lost") {
  const Ran ran = try_text(
      "#include <cstdio>\n#include <cstdlib>\n"
      "int main() { std::puts(\"before\"); std::abort(); }\n");
  CHECK(ran.exit_code == 4);
  CHECK(ran.says("before\n"));
}

TEST_CASE("a program needs no verdict") {
  CHECK(try_text("int main() { return 0; }\n").exit_code == 0);
}

namespace {

// `body` declares a local x and stores it in *out.
std::string program_with_local(const std::string& body) {
  return "#include <cstdio>\n__global__ void store(int n, int* out) {\n  " + body +
         "\n  *out = x;\n}\nint main() {\n  int* out = nullptr;\n  int got = 0;\n"
         "  cudaMalloc(&out, 4);\n  store<<<1, 1>>>(3, out);\n"
         "  cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost);\n  cudaFree(out);\n}\n";
}

}  // namespace

TEST_CASE("an uninitialised local variable is a fault where running the program confirms it") {
  const Ran faulty = try_text(program_with_local("int x; for (int i = 0; i < n; ++i) x += i;"));
  CHECK(faulty.exit_code == 1);
  CHECK(faulty.says("uninit"));
  CHECK(faulty.says("`x` is used before it has a value"));
  const Ran right = try_text(program_with_local("int x; for (int i = 0; i < n; ++i) x = i;"));
  CHECK(right.says("uninitialized"));  // the compiler's warning stays
  CHECK(right.exit_code == 0);
}
