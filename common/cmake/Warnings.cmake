# Warnings for the project's own C++, and never for a learner's file.
option(WARPUP_WARNINGS_AS_ERRORS "Treat warnings in the project's own code as errors" OFF)

# Turns warnings on for TARGET's C++ sources.
function(warpup_warn TARGET)
  set(flags -Wall -Wextra)
  if(WARPUP_WARNINGS_AS_ERRORS)
    list(APPEND flags -Werror)
  endif()
  target_compile_options(${TARGET} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${flags}>")
endfunction()

# Turns warnings on for every target that DIRECTORY and the folders below it build.
function(warpup_warn_in DIRECTORY)
  get_property(targets DIRECTORY "${DIRECTORY}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(EXECUTABLE|OBJECT_LIBRARY|SHARED_LIBRARY|STATIC_LIBRARY|MODULE_LIBRARY)$")
      warpup_warn(${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY "${DIRECTORY}" PROPERTY SUBDIRECTORIES)
  foreach(folder IN LISTS folders)
    warpup_warn_in("${folder}")
  endforeach()
endfunction()
