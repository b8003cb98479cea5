# Compilers that are too old are refused before they fill the screen.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "tali: the C++ compiler is g++ ${CMAKE_CXX_COMPILER_VERSION}; allowed: g++ 12 and newer")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
  message(FATAL_ERROR "tali: the C++ compiler is clang ${CMAKE_CXX_COMPILER_VERSION}; allowed: clang 16 and newer")
endif()

# A compiler's cache: what one build folder or clone has compiled, the next takes from it.
option(TALI_CCACHE "Compile through ccache where it is installed" ${PROJECT_IS_TOP_LEVEL})
if(TALI_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT CMAKE_CUDA_COMPILER_LAUNCHER)
  find_program(TALI_CCACHE_PROGRAM ccache)
  if(TALI_CCACHE_PROGRAM)
    # Paths below the source folder count as relative ones, so a fresh clone hits too.
    set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${TALI_CCACHE_PROGRAM})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${launcher})
  endif()
endif()

# Compiler options that all of tali's own targets share: link tali_options privately.
add_library(tali_options INTERFACE)
# clang's -Wconversion is also about signs, g++'s is not; the headers pass either (tests/headers). And clang finds
# that libstdc++ 12 itself uses what it calls deprecated, in std::stable_sort.
# -ffp-contract=off is law 2: no multiplication and addition become one behind the source's back.
target_compile_options(tali_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wconversion;-ffp-contract=off>
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-sign-conversion;-Wno-deprecated-declarations>
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false;-Xcompiler=-Wall,-Wextra,-ffp-contract=off>)
if(TALI_WERROR)
  target_compile_options(tali_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
endif()
if(TALI_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${TALI_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>)
  add_link_options(-fsanitize=${TALI_SANITIZE})
  # Kernels are the same templates at every SIMD level: the baseline's are watched, and the wide ones, which would take
  # most of the build, write between the tests' guards.
  set(unsanitized_32 -fno-sanitize=all)
  set(unsanitized_64 -fno-sanitize=all)
endif()
