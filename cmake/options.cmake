# SPDX-License-Identifier: Apache-2.0
# How tali's own targets are compiled. All of it is said of targets, never of directories or in variables of CMake's, so
# that a project around this one keeps its own settings, and tali's targets keep theirs.

# Compilers that are too old are refused before they fill the screen.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "tali: the C++ compiler is g++ ${CMAKE_CXX_COMPILER_VERSION}; allowed: g++ 12 and newer")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
  message(FATAL_ERROR "tali: the C++ compiler is clang ${CMAKE_CXX_COMPILER_VERSION}; allowed: clang 16 and newer")
endif()

# Compiler options that all of tali's own targets share: link tali_options privately.
add_library(tali_options INTERFACE)
target_compile_features(tali_options INTERFACE cxx_std_20)
# -ffp-contract=off is law 2: no multiplication and addition become one behind the source's back. clang's -Wconversion is
# also about signs, g++'s is not; the headers pass either (tests/headers). And clang finds that libstdc++ 12 itself uses
# what it calls deprecated, in std::stable_sort.
target_compile_options(tali_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wconversion;-ffp-contract=off>
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-sign-conversion;-Wno-deprecated-declarations>
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false;-Xcompiler=-Wall,-Wextra,-ffp-contract=off>
  # GPU code compressed in the object files: it takes half the room, and is unpacked when a module is first used.
  $<$<COMPILE_LANGUAGE:CUDA>:-Xfatbin=-compress-all>)
if(TALI_WERROR)
  target_compile_options(tali_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
endif()
if(NOT CMAKE_CXX_FLAGS MATCHES "-O")
  # A parent project without a build type gets an optimised library all the same.
  target_compile_options(tali_options INTERFACE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:>>:-O2>)
endif()

if(TALI_SANITIZE)
  # Kernels are the same templates at every SIMD level: the baseline's are watched, and of the wide ones, which would take
  # most of the build, those that src/CMakeLists.txt names; the others write between the tests' guards.
  set(unsanitized_32 -fno-sanitize=all)
  set(unsanitized_64 -fno-sanitize=all)
  # For the executables of a parent project; tali's own have it from the function below.
  target_link_options(tali_options INTERFACE -fsanitize=${TALI_SANITIZE})
endif()

# A compiler's cache: what one build folder or clone has compiled, the next takes from it.
set(tali_launcher "")
if(TALI_CCACHE)
  find_program(TALI_CCACHE_PROGRAM ccache)
  if(TALI_CCACHE_PROGRAM)
    # Paths below the source folder count as relative ones, so a fresh clone hits too.
    set(tali_launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
                      ${TALI_CCACHE_PROGRAM})
  endif()
endif()
# What each object costs, for scripts/build-cost.py.
option(TALI_COMPILE_TIMES "Write the processor time of each compilation to compile-times.txt" OFF)
if(TALI_COMPILE_TIMES)
  if(tali_launcher)
    # ccache splits what CCACHE_PREFIX says at spaces, which a path may have: so it is a name, found by PATH.
    list(INSERT tali_launcher 3 CCACHE_PREFIX=build-cost.py "PATH=${PROJECT_SOURCE_DIR}/scripts:$ENV{PATH}")
  else()
    set(tali_launcher ${CMAKE_COMMAND} -E env ${PROJECT_SOURCE_DIR}/scripts/build-cost.py)
  endif()
  list(INSERT tali_launcher 3 TALI_COMPILE_TIMES=${PROJECT_BINARY_DIR}/compile-times.txt)
endif()

# tali_optimise_little(<target>...): for programs that wait for the library or for their user, whose own code is not worth
# what optimising it costs: -O1, and none at all to debug and under sanitizers.
function(tali_optimise_little)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:$<$<CONFIG:Release>:-O1>$<$<CONFIG:Debug>:-O0>>)
  endforeach()
endfunction()

# tali_built_programs(<variable>): the command line's programs that this build has.
function(tali_built_programs variable)
  set(built "")
  foreach(program tali tali-bench tali-lab)
    if(TARGET ${program})
      list(APPEND built ${program})
    endif()
  endforeach()
  set(${variable} ${built} PARENT_SCOPE)
endfunction()

# tali_set_default(<target> <property> <value>...): sets a property that neither the target nor the user has set.
function(tali_set_default target property)
  get_property(value TARGET ${target} PROPERTY ${property})
  if("${value}" STREQUAL "")
    set_property(TARGET ${target} PROPERTY ${property} ${ARGN})
  endif()
endfunction()

# tali_set_target_properties(<directory>): what every target of a directory and those below it has in common. It runs
# when all targets are there.
function(tali_set_target_properties directory)
  get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "^(STATIC|SHARED|MODULE|OBJECT)_LIBRARY$|^EXECUTABLE$")
      continue()
    endif()
    foreach(language CXX CUDA)
      get_target_property(standard ${target} ${language}_STANDARD)
      if(NOT standard MATCHES "^2[0-9]$")  # a parent project may have an older one, or a newer
        set_target_properties(${target} PROPERTIES ${language}_STANDARD 20 ${language}_STANDARD_REQUIRED ON)
      endif()
    endforeach()
    tali_set_default(${target} CXX_EXTENSIONS OFF)
    tali_set_default(${target} POSITION_INDEPENDENT_CODE ON)  # a shared library may link the static ones
    if(PROJECT_IS_TOP_LEVEL)
      tali_set_default(${target} EXPORT_COMPILE_COMMANDS ON)
    endif()
    if(tali_launcher)
      tali_set_default(${target} CXX_COMPILER_LAUNCHER "${tali_launcher}")
      tali_set_default(${target} CUDA_COMPILER_LAUNCHER "${tali_launcher}")
    endif()
    if(TALI_SANITIZE)
      # In front of the target's own options, which may take a sanitizer back.
      set(sanitize -fsanitize=${TALI_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
      # Clang looks for uses of a function's memory behind its end, as GCC does not, at five times the cost of all the rest
      # where threads are emulated, each with a stack of its own.
      if(TALI_SANITIZE MATCHES address)
        list(APPEND sanitize $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fsanitize-address-use-after-return=never>)
      endif()
      if(TALI_SANITIZE MATCHES undefined)
        # A use of a null reference, or of memory behind an object, ends under AddressSanitizer too, and few classes have
        # virtual functions: these checks are a fifth of the time to compile.
        list(APPEND sanitize -fno-sanitize=null,vptr,object-size)
        # Clang's check of functions' types needs a C++ runtime, which C programs that link libtali.so have not.
        list(APPEND sanitize $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fno-sanitize=function>)
        # Misaligned vectors occur only in drivers and kernels. Elsewhere the check is a quarter of the time to compile.
        # For numerics that read no input AddressSanitizer is enough.
        file(RELATIVE_PATH inside ${PROJECT_SOURCE_DIR} ${directory})
        if(inside MATCHES "^(bench|lab/normal|lab/walsh)(/|$)")
          list(APPEND sanitize -fno-sanitize=undefined)
        elseif(inside MATCHES "^(tools|lab)(/|$)")
          list(APPEND sanitize -fno-sanitize=alignment)
        endif()
      endif()
      get_target_property(options ${target} COMPILE_OPTIONS)
      if(NOT options)
        set(options "")
      endif()
      set_property(TARGET ${target} PROPERTY COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:${sanitize}>" ${options})
      if(NOT type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
        set_property(TARGET ${target} APPEND PROPERTY LINK_OPTIONS -fsanitize=${TALI_SANITIZE})
      endif()
    endif()
  endforeach()
  get_property(directories DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  foreach(subdirectory IN LISTS directories)
    tali_set_target_properties(${subdirectory})
  endforeach()
endfunction()
