# SPDX-License-Identifier: Apache-2.0
# Tests by component, and in two circles. A label names a component; `ctest -L sobol` runs its tests, and the target
# `tests-sobol` builds the programs that they need and nothing else. The first circle, `make test`, is the tests with the label
# product; `make test-all` runs the others too. The target `tests` builds every program.

# What a label may be, and what it says of a test.
set(tali_labels
  product        # the first circle: given by tali_label to every test that has no label of the second circle
  alone          # engines and distributions by themselves, without what fills: they build in two minutes
  engines        # words of engines, their text form, their names
  distributions  # values of distributions, elementary functions, quantiles
  cpu            # fills on the CPU, and what drives them
  threads        # work that several threads share: what ThreadSanitizer watches
  c              # the functions of tali.h, from C and Fortran, and cuRAND's
  cuda           # needs the CUDA library; without a GPU these tests skip themselves
  mtgp           # generator banks and per-thread generators
  sobol          # point sets
  rejection      # rejection distributions and the planner of groups
  structures     # vectors, categories, permutations
  cli            # the executables as their users meet them
  python         # the Python package
)
# Those of the second circle: what measures, trains, certifies, renders documentation, emulates a machine or compiles the
# library once more.
set(tali_second_circle
  headers        # headers alone, as users' compilers see them
  laws           # distributions' laws by large samples, against Boost
  emulated       # CUDA's kernels on emulated threads and devices
  kernels        # kernels that nvcc, NVRTC or clang for AMD compiles
  others         # others' Python packages around ours: type checkers, frameworks
  bench          # the benchmarks' own code
  battery        # others' batteries of tests
  lab            # offline science
  packaging      # installation, configurations, presets, licences
  r              # the R package; without R this test is left out
  package        # the packages of make dist
  web            # the page that runs tali in the browser
  docs           # the documentation: its examples, its site
  machines       # other CPUs, by emulation
  mpi            # several processes by MPI; without mpirun these tests are left out
)

# tali_label(<label>... TESTS <test>... [TARGETS <target>...]): gives tests that add_test made their labels; the targets
# are what they need built.
function(tali_label)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "TESTS;TARGETS")
  tali_labels_of(labels ${arg_UNPARSED_ARGUMENTS})
  tali_label_targets("${arg_UNPARSED_ARGUMENTS}" "${arg_TARGETS}")
  foreach(test IN LISTS arg_TESTS)
    set_property(TEST ${test} APPEND PROPERTY LABELS ${labels})
  endforeach()
endfunction()

# tali_labels_of(<variable> <label>...): the labels, and product if none of them is of the second circle.
function(tali_labels_of variable)
  set(circle product)
  foreach(label IN LISTS ARGN)
    if(label IN_LIST tali_second_circle)
      set(circle "")
    elseif(NOT label IN_LIST tali_labels)
      list(JOIN tali_labels ", " first)
      list(JOIN tali_second_circle ", " second)
      message(FATAL_ERROR "label '${label}' is unknown; allowed: ${first}, ${second}")
    endif()
  endforeach()
  set(${variable} ${ARGN} ${circle} PARENT_SCOPE)
endfunction()

# tali_label_targets(<labels> <targets>): has each label's target, and that of all tests, build the targets.
function(tali_label_targets labels targets)
  tali_labels_of(labels ${labels})
  list(TRANSFORM labels PREPEND tests- OUTPUT_VARIABLE sums)
  foreach(sum IN LISTS sums ITEMS tests)
    if(NOT TARGET ${sum})
      add_custom_target(${sum})
    endif()
    if(targets)
      add_dependencies(${sum} ${targets})
    endif()
  endforeach()
endfunction()

# tali_test(<name> LABELS <label>... SOURCES <file>... [JOINED <n>] [HEADERS_ONLY] [COMPUTES] [EMULATED]
#           [LIBRARIES <library>...] [INCLUDES <folder>...] [DEFINITIONS <definition>...] [OPTIONS <compiler option>...]
#           [ENVIRONMENT <variable>=<value>...])
#
# A GoogleTest program, which is one test of ctest. It is optimised little: most of a test's time is the library's, and its own
# build is everybody's. JOINED: n sources are compiled together, since the headers that they share are most of what each takes;
# not with TALI_JOIN_SOURCES off, which finds a source that does not include what it names. COMPUTES: it makes so many numbers
# itself that sanitizers without optimisation would cost more than they save. EMULATED: it has CUDA's kernels, on emulated
# threads. HEADERS_ONLY: it needs tali's headers and not the library, so that it builds without waiting for that. The label
# cuda links tali::cuda.
function(tali_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HEADERS_ONLY;COMPUTES;EMULATED" "JOINED"
                        "LABELS;SOURCES;LIBRARIES;INCLUDES;DEFINITIONS;OPTIONS;ENVIRONMENT")
  if(NOT arg_LABELS OR NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tali_test(${name}) must have LABELS and SOURCES and nothing without a keyword"
                        " (${arg_UNPARSED_ARGUMENTS})")
  endif()
  add_executable(${name} ${arg_SOURCES})
  if(arg_JOINED AND TALI_JOIN_SOURCES)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${arg_JOINED})
  endif()
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${arg_INCLUDES})
  if(NOT arg_OPTIONS)  # code for other machines than the baseline must have no function that the linker could share
    target_compile_definitions(${name} PRIVATE TALI_COMPILER_INLINES)
  endif()
  target_compile_definitions(${name} PRIVATE TALI_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data" ${arg_DEFINITIONS})
  if(arg_COMPUTES)
    target_compile_options(${name} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)
  else()
    tali_optimise_little(${name})
  endif()
  target_compile_options(${name} PRIVATE $<$<BOOL:${arg_EMULATED}>:-Wno-unknown-pragmas> ${arg_OPTIONS})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  if(arg_HEADERS_ONLY)
    target_link_libraries(${name} PRIVATE tali::headers)
  else()
    target_link_libraries(${name} PRIVATE test_support)
    if("cuda" IN_LIST arg_LABELS AND TALI_HAS_CUDA)
      target_link_libraries(${name} PRIVATE tali::cuda CUDA::cudart_static)
      target_compile_definitions(${name} PRIVATE TALI_HAS_CUDA)
    endif()
  endif()
  target_link_libraries(${name} PRIVATE GTest::gtest_main tali_options)
  if(arg_EMULATED)
    list(APPEND arg_LABELS emulated)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 3600 ENVIRONMENT "${arg_ENVIRONMENT}")
  tali_label(${arg_LABELS} TESTS ${name} TARGETS ${name})
endfunction()

# tali_thread_sanitizer_test(<name> LABELS <label>... SOURCES <file>... INCLUDES <folder>... [LIBRARIES <library>...])
#
# A test under ThreadSanitizer in every build whose compiler has it: of some of the library's sources, compiled again, where
# the whole library takes many minutes (make sanitize-threads). Objects of these sources come first, so that the libraries'
# own are left out. Addresses are not drawn at random where that can be switched off: older runtimes end at some.
function(tali_thread_sanitizer_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LABELS;SOURCES;INCLUDES;LIBRARIES")
  if(TALI_SANITIZE MATCHES "address" OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -fsanitize=thread)
  check_cxx_source_compiles("int main() { return 0; }" TALI_HAS_THREAD_SANITIZER)
  if(NOT TALI_HAS_THREAD_SANITIZER)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${arg_INCLUDES})
  target_compile_options(${name} PRIVATE -fsanitize=thread $<$<CONFIG:Release>:-O1>)
  target_link_libraries(${name} PRIVATE -fsanitize=thread ${arg_LIBRARIES} GTest::gtest_main tali_options)
  find_program(TALI_SETARCH setarch)
  mark_as_advanced(TALI_SETARCH)
  set(fixed_addresses "")
  if(TALI_SETARCH)
    set(fixed_addresses ${TALI_SETARCH} ${CMAKE_HOST_SYSTEM_PROCESSOR} -R)
  endif()
  add_test(NAME ${name} COMMAND ${fixed_addresses} $<TARGET_FILE:${name}>)
  tali_label(${arg_LABELS} threads TESTS ${name} TARGETS ${name})
endfunction()

# tali_command_tests(<prefix> LABELS <label>... TARGETS <program>... SUBJECTS <subject>... [ENVIRONMENT <variable>=<value>...])
#
# Tests of the command line, test_<subject>.py in this folder each, named <prefix>_<subject>; tests/cli/command.py is what they
# share. Runs the system's Python if that has NumPy: without it the tests that need it skip themselves.
function(tali_command_tests prefix)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LABELS;TARGETS;SUBJECTS;ENVIRONMENT")
  if(NOT Python3_Interpreter_FOUND)
    message(WARNING "tali: no Python 3, the tests ${prefix}_... of the command line are left out")
    return()
  endif()
  if(NOT DEFINED CACHE{Python3_EXECUTABLE} AND EXISTS /usr/bin/python3)
    execute_process(COMMAND /usr/bin/python3 -c "import numpy" RESULT_VARIABLE no_numpy OUTPUT_QUIET ERROR_QUIET)
    if(no_numpy EQUAL 0)
      set(Python3_EXECUTABLE /usr/bin/python3)
    endif()
  endif()
  foreach(subject IN LISTS arg_SUBJECTS)
    add_test(NAME ${prefix}_${subject} COMMAND ${Python3_EXECUTABLE} -m unittest -v test_${subject}
             WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set_tests_properties(${prefix}_${subject} PROPERTIES
      ENVIRONMENT "TALI=$<TARGET_FILE:tali>;TALI_SANITIZE=${TALI_SANITIZE};PYTHONDONTWRITEBYTECODE=1;PYTHONPATH=${PROJECT_SOURCE_DIR}/tests/cli;${arg_ENVIRONMENT}"
      TIMEOUT 1500
      COST 100)  # first of all: they are the longest and no two cores should wait for one
    tali_label(${arg_LABELS} TESTS ${prefix}_${subject} TARGETS ${arg_TARGETS})
  endforeach()
endfunction()
