# The cuda backend: nvcc where there is one.
#   WARPUP_CUDA   AUTO (take nvcc where it is), ON (fail without it) or OFF
# Sets WARPUP_NVCC (a path, or empty) and offers warpup_add_cuda_program.
set(WARPUP_CUDA AUTO CACHE STRING "Build the cuda backend: AUTO, ON or OFF")
set_property(CACHE WARPUP_CUDA PROPERTY STRINGS AUTO ON OFF)

set(WARPUP_NVCC "")
if(NOT WARPUP_CUDA STREQUAL "OFF")
  if(WARPUP_NVCC_PROGRAM AND NOT EXISTS "${WARPUP_NVCC_PROGRAM}")
    unset(WARPUP_NVCC_PROGRAM CACHE) # the toolkit was removed or replaced since
  endif()
  find_program(WARPUP_NVCC_PROGRAM nvcc
    HINTS "$ENV{CUDA_HOME}/bin" "$ENV{CUDA_PATH}/bin" /usr/local/cuda/bin /opt/cuda/bin)
  if(WARPUP_NVCC_PROGRAM)
    set(WARPUP_NVCC "${WARPUP_NVCC_PROGRAM}")
  elseif(WARPUP_CUDA STREQUAL "ON")
    message(FATAL_ERROR "WARPUP_CUDA=ON, but there is no nvcc on PATH, in CUDA_HOME or in "
      "/usr/local/cuda. Install the CUDA Toolkit, or use WARPUP_CUDA=OFF.")
  endif()
endif()

# native where a GPU answers; otherwise code for Turing and Hopper, which later GPUs translate.
set(WARPUP_CUDA_ARCHITECTURES "" CACHE STRING "Compute capabilities, such as 75;90; empty: native, or 75;90 without a GPU")
set(warpup_architectures "${WARPUP_CUDA_ARCHITECTURES}")
if(WARPUP_NVCC AND NOT warpup_architectures)
  if(EXISTS /dev/nvidiactl OR EXISTS /dev/dxg)
    set(warpup_architectures native)
  else()
    set(warpup_architectures 75 90)
  endif()
endif()

# One -gencode option for each entry of LIST into the variable OUT.
function(warpup_gencode OUT LIST)
  set(flags "")
  foreach(entry IN LISTS LIST)
    if(entry STREQUAL "native")
      list(APPEND flags -arch=native)
    else()
      list(APPEND flags "-gencode=arch=compute_${entry},code=[compute_${entry},sm_${entry}]")
    endif()
  endforeach()
  set(${OUT} "${flags}" PARENT_SCOPE)
endfunction()
warpup_gencode(WARPUP_CUDA_ARCH_FLAGS "${warpup_architectures}")
set(WARPUP_CUDA_FLAGS -std=c++17 -O3 -lineinfo --extended-lambda --expt-relaxed-constexpr
  ${WARPUP_CUDA_ARCH_FLAGS})

# warpup_add_cuda_program(NAME <target> SOURCES a.cu ... [LIBRARIES -lcublas ...] [INCLUDES dir ...])
# A program built by nvcc with the flags the runner uses, in the folder of the build's other programs.
# Does nothing where there is no nvcc.
function(warpup_add_cuda_program)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LIBRARIES;INCLUDES")
  if(NOT WARPUP_NVCC)
    return()
  endif()
  set(include_flags "-I${PROJECT_SOURCE_DIR}/common")
  foreach(dir IN LISTS arg_INCLUDES)
    list(APPEND include_flags "-I${dir}")
  endforeach()
  set(objects "")
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(path "${source}" ABSOLUTE)
    get_filename_component(stem "${source}" NAME)
    set(object "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.cuda/${stem}.o")
    add_custom_command(OUTPUT "${object}"
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.cuda"
      COMMAND "${WARPUP_NVCC}" ${WARPUP_CUDA_FLAGS} ${include_flags} -MD -MF "${object}.d" -MT "${object}"
        -c "${path}" -o "${object}"
      DEPENDS "${path}" DEPFILE "${object}.d"
      COMMENT "nvcc ${stem}" VERBATIM)
    list(APPEND objects "${object}")
  endforeach()
  set(program "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${arg_NAME}")
  add_custom_command(OUTPUT "${program}"
    COMMAND "${WARPUP_NVCC}" ${WARPUP_CUDA_ARCH_FLAGS} ${objects} -o "${program}" ${arg_LIBRARIES}
    DEPENDS ${objects} COMMENT "nvcc links ${arg_NAME}" VERBATIM)
  add_custom_target(${arg_NAME} DEPENDS "${program}")
endfunction()
