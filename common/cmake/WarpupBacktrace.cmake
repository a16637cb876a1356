# libbacktrace, which comes with GCC, turns code addresses into source lines.
# Defines the target warpup_backtrace; without the library it is empty, and addr2line is run instead.
execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libbacktrace.a
  OUTPUT_VARIABLE warpup_libbacktrace OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT IS_ABSOLUTE "${warpup_libbacktrace}")
  find_library(WARPUP_LIBBACKTRACE NAMES libbacktrace.a backtrace)
  set(warpup_libbacktrace "${WARPUP_LIBBACKTRACE}")
endif()

add_library(warpup_backtrace INTERFACE)
# Headers below this folder are never the learner's own code.
target_compile_definitions(warpup_backtrace INTERFACE WARPUP_COMMON_DIR="${PROJECT_SOURCE_DIR}/common/")
target_link_libraries(warpup_backtrace INTERFACE ${CMAKE_DL_LIBS})

# It must have its header, and be fit to go into a shared library.
set(CMAKE_REQUIRED_LIBRARIES "${warpup_libbacktrace}")
set(CMAKE_REQUIRED_FLAGS "-fPIC -shared -Wl,--no-undefined")
include(CheckCXXSourceCompiles)
if(EXISTS "${warpup_libbacktrace}")
  check_cxx_source_compiles("
    #include <backtrace.h>
    void* state() { return backtrace_create_state(nullptr, 0, nullptr, nullptr); }"
    WARPUP_LIBBACKTRACE_WORKS)
endif()
unset(CMAKE_REQUIRED_LIBRARIES)
unset(CMAKE_REQUIRED_FLAGS)

if(WARPUP_LIBBACKTRACE_WORKS)
  target_compile_definitions(warpup_backtrace INTERFACE WARPUP_HAVE_LIBBACKTRACE=1)
  target_link_libraries(warpup_backtrace INTERFACE "${warpup_libbacktrace}")
  # Its functions are no part of the backend's interface.
  target_link_options(warpup_backtrace INTERFACE "LINKER:--exclude-libs,libbacktrace.a")
else()
  message(STATUS "libbacktrace was not found; reports find source lines by addr2line, which is slower")
endif()
