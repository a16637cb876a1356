# The cpu backend: the one place that holds the flags a .cu file is built with.
#   WARPUP_CPU_COMMON_FLAGS   every step: g++ -E and g++ -c
#   WARPUP_CPU_FAST_FLAGS     plain execution
#   WARPUP_CPU_CHECK_FLAGS    every access reported to the checker in libwarpup_cpu.so
# Writes generated/warpup_config.h (target warpup_config), and offers warpup_add_cpu_program.
set(WARPUP_CPU_INCLUDE "${PROJECT_SOURCE_DIR}/common/cpu/include")
set(WARPUP_CU2CPP "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/cu2cpp")
set(WARPUP_CPU_LIBRARY "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libwarpup_cpu.so")
set(WARPUP_LESSON_LIBRARY_CPU "${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/libwarpup_lesson.a")

# CUDA code casts float* to float4* as a matter of course: no strict aliasing.
# #pragma unroll is CUDA's, and no news to a learner.
set(WARPUP_CPU_COMMON_FLAGS
  -std=c++17 -pthread -isystem "${WARPUP_CPU_INCLUDE}" -I "${PROJECT_SOURCE_DIR}/common"
  -include cuda_runtime.h -fno-strict-aliasing -Wall -Wno-unknown-pragmas)
set(WARPUP_CPU_FAST_FLAGS -O2 -g1)
# GCC's call-outs alone: nothing is linked with -fsanitize, libwarpup_cpu.so defines their targets.
# Without -fno-tree-sra the copy of a float4 is four accesses of 4 bytes, and is counted as four.
set(WARPUP_CPU_CHECK_FLAGS
  -O1 -g1 -fno-tree-sra -fsanitize=thread,bounds --param tsan-distinguish-volatile=1
  --param tsan-instrument-func-entry-exit=0)
# Local variables without a value hold a pattern: a sum that starts from it is wrong every time, and
# not only where the stack happens to hold no zeros. GCC 12 and later.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-ftrivial-auto-var-init=pattern WARPUP_HAS_AUTO_VAR_INIT)
if(WARPUP_HAS_AUTO_VAR_INIT)
  list(APPEND WARPUP_CPU_CHECK_FLAGS -ftrivial-auto-var-init=pattern)
endif()

# The items of LIST as C string literals into the variable OUT.
function(warpup_literals OUT)
  set(quoted "")
  foreach(item IN LISTS ARGN)
    string(REPLACE "\\" "\\\\" item "${item}")
    string(REPLACE "\"" "\\\"" item "${item}")
    list(APPEND quoted "\"${item}\"")
  endforeach()
  list(JOIN quoted ", " text)
  set(${OUT} "${text}" PARENT_SCOPE)
endfunction()

foreach(list IN ITEMS CPU_COMMON_FLAGS CPU_FAST_FLAGS CPU_CHECK_FLAGS CUDA_FLAGS)
  warpup_literals(WARPUP_${list}_LITERALS ${WARPUP_${list}})
endforeach()
configure_file("${CMAKE_CURRENT_LIST_DIR}/warpup_config.h.in"
  "${PROJECT_BINARY_DIR}/generated/warpup_config.h" @ONLY)
add_library(warpup_config INTERFACE)
target_include_directories(warpup_config INTERFACE "${PROJECT_BINARY_DIR}/generated")

# The commands that make OBJECT of SOURCE: g++ -E, cu2cpp, g++ -c. FLAGS hold the variant's flags.
function(warpup_cpu_object SOURCE OBJECT FLAGS)
  get_filename_component(stem "${SOURCE}" NAME)
  set(fast "--fast")
  if(FLAGS MATCHES "-fsanitize=")
    set(fast "")
  endif()
  if(SOURCE MATCHES "\\.cu$")
    set(steps
      COMMAND "${CMAKE_CXX_COMPILER}" ${FLAGS} -x c++ -E -MD -MF "${OBJECT}.d" -MT "${OBJECT}"
        "${SOURCE}" -o "${OBJECT}.ii"
      COMMAND cu2cpp ${fast} "${OBJECT}.ii" -o "${OBJECT}.cpu.ii"
      COMMAND "${CMAKE_CXX_COMPILER}" ${FLAGS} -x c++-cpp-output -c "${OBJECT}.cpu.ii" -o "${OBJECT}")
  else()
    set(steps COMMAND "${CMAKE_CXX_COMPILER}" ${FLAGS} -MD -MF "${OBJECT}.d" -MT "${OBJECT}"
      -c "${SOURCE}" -o "${OBJECT}")
  endif()
  add_custom_command(OUTPUT "${OBJECT}" ${steps}
    DEPENDS "${SOURCE}" cu2cpp DEPFILE "${OBJECT}.d"
    COMMENT "Building ${stem} for the cpu backend" VERBATIM)
endfunction()

# warpup_add_cpu_program(NAME <target> SOURCES a.cu ... [CHECK] [LIBRARIES ...] [INCLUDES ...])
# An executable target made of CUDA sources for the cpu backend: the fast build, or with CHECK the check build.
function(warpup_add_cpu_program)
  cmake_parse_arguments(PARSE_ARGV 0 arg "CHECK" "NAME" "SOURCES;LIBRARIES;INCLUDES")
  set(flags ${WARPUP_CPU_COMMON_FLAGS})
  if(arg_CHECK)
    list(APPEND flags ${WARPUP_CPU_CHECK_FLAGS})
  else()
    list(APPEND flags ${WARPUP_CPU_FAST_FLAGS})
  endif()
  foreach(dir IN LISTS arg_INCLUDES)
    get_filename_component(dir "${dir}" ABSOLUTE)
    list(APPEND flags -I "${dir}")
  endforeach()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.cpu")
  file(MAKE_DIRECTORY "${folder}")
  set(objects "")
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(path "${source}" ABSOLUTE)
    get_filename_component(stem "${source}" NAME)
    set(object "${folder}/${stem}.o")
    warpup_cpu_object("${path}" "${object}" "${flags}")
    list(APPEND objects "${object}")
  endforeach()
  set_source_files_properties(${objects} PROPERTIES GENERATED ON EXTERNAL_OBJECT ON)
  add_executable(${arg_NAME} ${objects})
  set_target_properties(${arg_NAME} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBRARIES} warpup_cpu)
endfunction()
