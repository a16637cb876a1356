// Compiler output as messages; the samples are what g++ 12, nvcc 13 and ld print.
#include "catch.hpp"
#include "compiler_messages.h"
#include "workshop.h"

using namespace warpup;
using namespace warpup::testing;

namespace {

const MessageContext kContext = {"/home/me", {"/opt/warpup/common"}, "exercise block_sum"};

std::string compiled(const std::string& output) {
  return listing(parse_compiler_output(output, kContext));
}

std::string linked(const std::string& output) {
  return listing(parse_linker_output(output, kContext));
}

}  // namespace

TEST_CASE("messages of g++: severity, place and text") {
  CHECK(compiled("/home/me/a.cu: In function 'int main()':\n"
                 "/home/me/a.cu:4:10: error: 'x' was not declared in this scope\n"
                 "    4 |   return x;\n"
                 "      |          ^\n"
                 "/home/me/sub/b.cu:2:7: warning: unused variable 'n' [-Wunused-variable]\n"
                 "/elsewhere/c.cu:7: error: inline PTX runs only on a GPU\n") ==
        "a.cu:4:10 error 'x' was not declared in this scope\n"
        "sub/b.cu:2:7 warning unused variable 'n' [-Wunused-variable]\n"
        "/elsewhere/c.cu:7:0 error inline PTX runs only on a GPU\n");
}

TEST_CASE("fatal errors, and errors without a place, are errors") {
  CHECK(compiled("/home/me/a.cu:2:10: fatal error: no.h: No such file or directory\n"
                 "compilation terminated.\n"
                 "g++: error: unrecognized command-line option '-x9'\n"
                 "cc1plus: warning: command-line option is valid for C only\n") ==
        "a.cu:2:10 error no.h: No such file or directory\n"
        ":0:0 error unrecognized command-line option '-x9'\n"
        ":0:0 warning command-line option is valid for C only\n");
}

TEST_CASE("an error inside a library moves to the learner's line that caused it") {
  CHECK(compiled(
            "In file included from /usr/include/c++/12/algorithm:61,\n"
            "                 from /home/me/a.cu:2:\n"
            "/usr/include/c++/12/bits/predefined_ops.h: In instantiation of 'bool f()':\n"
            "/usr/include/c++/12/bits/stl_algo.h:1816:14:   required from 'void g()'\n"
            "/home/me/a.cu:7:48:   required from here\n"
            "/usr/include/c++/12/bits/predefined_ops.h:45:23: error: no match for 'operator<'\n"
            "/usr/include/c++/12/bits/stl_iterator.h:1246:5: note: candidate: 'operator<(A, B)'\n"
            "/usr/include/c++/12/bits/stl_iterator.h:1246:5: note:   template argument "
            "deduction/substitution failed:\n") == "a.cu:7:48 error no match for 'operator<'\n");
}

TEST_CASE("the same mistake in several instantiations is told once") {
  const std::string once =
      "/home/me/a.cu:7:48:   required from here\n"
      "/usr/include/x.h:45:23: error: no match\n";
  CHECK(compiled(once + once) == "a.cu:7:48 error no match\n");
}

TEST_CASE("a wrong template of the learner's stays where it is, with its use as a note") {
  CHECK(compiled("/home/me/a.cu: In instantiation of 'T twice(T) [with T = int]':\n"
                 "/home/me/a.cu:7:75:   required from here\n"
                 "/home/me/a.cu:4:47: error: request for member 'foo' in 'x'\n") ==
        "a.cu:4:47 error request for member 'foo' in 'x'\n"
        "a.cu:7:75 note the template is used here\n");
}

TEST_CASE("notes that explain a call are kept, those of libraries' insides are not") {
  CHECK(compiled(
            "/home/me/a.cu:35:13: error: no matching function for call to 'cudaMalloc(int)'\n"
            "/opt/warpup/common/cpu/include/cuda_runtime.h:19:51: note: candidate: 'cudaMalloc'\n"
            "/opt/warpup/common/cpu/include/warpup/launch.h:62:6: note: declared here\n"
            "/opt/warpup/common/cpu/include/cuda_runtime.h:20:1: note: in a macro\n"
            "/home/me/a.cu:35:13: note:   candidate expects 2 arguments, 1 provided\n") ==
        "a.cu:35:13 error no matching function for call to 'cudaMalloc(int)'\n"
        "/opt/warpup/common/cpu/include/cuda_runtime.h:19:51 note candidate: 'cudaMalloc'\n"
        "a.cu:35:13 note candidate expects 2 arguments, 1 provided\n");
}

TEST_CASE("generated names become what was written") {
  CHECK(plain_names("'warpup_dev_table' was not declared") == "'table' was not declared");
  CHECK(plain_names("'warpup_managed_n'") == "'n'");
  CHECK(plain_names("'int warpup_device_printf(const char*, ...)'") ==
        "'int printf(const char*, ...)'");
  CHECK(plain_names("conversion of 'warpup_p1'") == "conversion of 'unnamed parameter 1'");
  CHECK(plain_names("'warpup_s12::tile'") == "'tile'");
  CHECK(plain_names("in 'k(float*)::<lambda(float*)>'") == "in 'k(float*)'");
  CHECK(plain_names("in 'k(float*)::<lambda(uint3, uint3, warpup::BuiltinDim, warpup::BuiltinDim, "
                    "float*)>'") == "in 'k(float*)'");
  const std::string array =
      "the array's size is not a constant: device code takes a fixed size, the largest one that is "
      "needed, or extern __shared__ memory, whose size the launch gives";
  CHECK(plain_names("variable length array 't' is used [-Werror=vla]") == array);
  CHECK(plain_names("variable length array is used [-Werror=vla]") == array);
  CHECK(plain_names("too few arguments to function 'void warpup::configure(dim3, dim3, size_t, "
                    "void*)'") ==
        "a launch takes at least two values: kernel<<<blocks, threads>>>(...)");
  CHECK(plain_names("argument 4 of 'void warpup::configure(dim3, dim3, size_t, void*)'") ==
        "argument 4 of '<<<dim3, dim3, size_t, void*>>>'");
  CHECK(plain_names("invalid conversion [-fpermissive]") == "invalid conversion");
}

TEST_CASE("messages of nvcc") {
  CHECK(compiled(
            "/home/me/a.cu(6): error: no instance of function template \"k\" matches\n"
            "            argument types are: (double, int)\n"
            "  int main() { k<<<1, 2>>>(3.0, 1); }\n"
            "               ^\n"
            "/home/me/a.cu(3): note #3327-D: candidate function template \"k\" failed\n"
            "\n"
            "/home/me/a.cu(9): warning #177-D: variable \"z\" was declared but never referenced\n"
            "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
            "\n"
            "1 error detected in the compilation of \"/home/me/a.cu\".\n") ==
        "a.cu:6:0 error no instance of function template \"k\" matches; argument types are: "
        "(double, int)\n"
        "a.cu:3:0 note candidate function template \"k\" failed\n"
        "a.cu:9:0 warning variable \"z\" was declared but never referenced\n");
}

TEST_CASE("nvcc's error inside a library moves to the learner's line") {
  CHECK(
      compiled(
          "/usr/include/c++/12/bits/predefined_ops.h(45): error: no operator \"<\" matches\n"
          "            operand types are: A < A\n"
          "/usr/include/c++/12/bits/stl_iterator.h(1254): note #3327-D: candidate\n"
          "          detected during:\n"
          "            instantiation of \"f\" at line 4820 of /usr/include/c++/12/bits/stl_algo.h\n"
          "            instantiation of \"void std::sort()\" at line 10 of /home/me/a.cu\n") ==
      "a.cu:10:0 error no operator \"<\" matches; operand types are: A < A\n");
}

TEST_CASE("messages of ptxas and of the driver have readable names") {
  CHECK(compiled(
            "ptxas error   : Entry function '_Z3bigPf' uses too much shared data (0x27100 bytes)\n"
            "nvcc fatal   : Unknown option '-bogus'\n") ==
        ":0:0 error Entry function 'big(float*)' uses too much shared data (0x27100 bytes)\n"
        ":0:0 error Unknown option '-bogus'\n");
}

TEST_CASE("linker messages name the function, once") {
  CHECK(linked("/usr/bin/ld: /tmp/x.o: in function `main':\n"
               "/home/me/judge.cu:14: undefined reference to `block_sum(float const*, int)'\n"
               "/usr/bin/ld: /home/me/judge.cu:15: undefined reference to `block_sum(float const*, "
               "int)'\n"
               "collect2: error: ld returned 1 exit status\n") ==
        ":0:0 error undefined reference to `block_sum(const float*, int)`\n");
  CHECK(linked("(.text+0x17): undefined reference to `main'\n") ==
        ":0:0 error exercise block_sum: there is no main function, so this is no whole program\n");
  CHECK(linked("/usr/bin/ld: cannot find -lfoo: No such file or directory\n") ==
        ":0:0 error the linker cannot find -lfoo: the library is not installed\n");
  CHECK(linked("a.o: multiple definition of `f()'; b.o: first defined here\n") ==
        ":0:0 error exercise block_sum: `f()` is defined twice; keep one, or make it static\n");
}

TEST_CASE("any text is taken without harm") {
  CHECK(compiled("").empty());
  CHECK(compiled(std::string(1000000, 'x')).empty());
  CHECK(compiled(std::string(1000000, '(')).empty());
  CHECK(compiled("a.cu:99999999999999:1: error: x\n").find("error x") != std::string::npos);
  CHECK(compiled(std::string("\0\n:::: error:\n\xff\xfe", 15)).empty());
}
