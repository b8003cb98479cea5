# SPDX-License-Identifier: Apache-2.0
# Compiles programs that use the headers alone, as users' programs do: no system headers, warnings are errors.
# Variables: MODE (alone, together, link, values, single, wrong), CXX, INCLUDE (the folder of headers), SOURCE (this folder),
# WORK (scratch), OPTIONS (further compiler options, optional).
set(options -std=c++20 -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror -I${INCLUDE} ${OPTIONS})
file(GLOB_RECURSE headers RELATIVE ${INCLUDE} ${INCLUDE}/tali/*.hpp)
list(FILTER headers EXCLUDE REGEX "^tali/mpi/")  # they need an MPI's header: tests/mpi
list(LENGTH headers count)
if(count LESS 80)
  message(FATAL_ERROR "${count} headers in ${INCLUDE}: some are missing")
endif()
file(MAKE_DIRECTORY ${WORK})

# run(<what> <command>...): the command must succeed.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${what}:\n${output}")
  endif()
endfunction()

# wrong_calls(<file> <prefix> <sentences>): case k of the file must have one error, which is sentence k.
function(wrong_calls file prefix sentences)
  set(case 0)
  foreach(sentence IN LISTS sentences)
    math(EXPR case "${case} + 1")
    execute_process(COMMAND ${CXX} -std=c++20 -I${INCLUDE} -DCASE=${case} -fsyntax-only ${SOURCE}/${file}
                    RESULT_VARIABLE result ERROR_VARIABLE output)
    string(REGEX MATCHALL " error: " errors "${output}")
    list(LENGTH errors count)
    string(FIND "${output}" "${prefix}${sentence}" at)
    if(result EQUAL 0 OR NOT count EQUAL 1 OR at EQUAL -1)
      message(SEND_ERROR "${file}, case ${case} must have the one error '${sentence}', and has ${count}:\n${output}")
    endif()
  endforeach()
endfunction()

if(MODE STREQUAL "alone")
  # Every header, as the only one of a source file.
  foreach(header IN LISTS headers)
    file(WRITE ${WORK}/alone.cpp "#include <${header}>\n")
    run("${header} alone" ${CXX} ${options} -fsyntax-only ${WORK}/alone.cpp)
  endforeach()
elseif(MODE STREQUAL "together")
  # All headers, in two orders, and their templates instantiated.
  set(forward "")
  set(backward "")
  foreach(header IN LISTS headers)
    string(APPEND forward "#include <${header}>\n")
    string(PREPEND backward "#include <${header}>\n")
  endforeach()
  file(WRITE ${WORK}/forward.cpp "${forward}")
  file(WRITE ${WORK}/backward.cpp "${backward}")
  foreach(source ${WORK}/forward.cpp ${WORK}/backward.cpp ${SOURCE}/use.cpp ${SOURCE}/few.cpp)
    run(${source} ${CXX} ${options} -fsyntax-only ${source})
  endforeach()
  # Behind C's complex numbers, whose header has a macro I, in the dialect that CMake takes by itself.
  file(WRITE ${WORK}/complex.cpp "#include <complex.h>\n${forward}")
  run("behind complex.h" ${CXX} -std=gnu++20 -I${INCLUDE} ${OPTIONS} -fsyntax-only ${WORK}/complex.cpp)
elseif(MODE STREQUAL "link")
  # A program without the library at every level of optimisation.
  foreach(level 0 1 2 3)
    run("few.cpp at -O${level}" ${CXX} ${options} -O${level} ${SOURCE}/few.cpp -o ${WORK}/few)
    run("few at -O${level}" ${WORK}/few)
  endforeach()
elseif(MODE STREQUAL "values")
  run(use.cpp ${CXX} ${options} -O1 ${SOURCE}/use.cpp -o ${WORK}/use)
  run(use ${WORK}/use)
elseif(MODE STREQUAL "single")
  # The header of philox4x32, pcg32 and distributions of fixed budget makes the pinned digests.
  set(root ${SOURCE}/../..)
  execute_process(COMMAND python3 -B ${root}/packaging/single.py OUTPUT_FILE ${WORK}/tali_single.hpp COMMAND_ERROR_IS_FATAL ANY)
  run(single.cpp ${CXX} -std=c++20 -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror -O1 -I${WORK} ${SOURCE}/single.cpp -o ${WORK}/single)
  run(single ${WORK}/single ${root}/tests/data/digests.txt)
elseif(MODE STREQUAL "wrong")
  # Each wrong call has one error, which is a sentence.
  run("the right call" ${CXX} ${options} -DCASE=0 -fsyntax-only ${SOURCE}/wrong.cpp)
  set(sentences "rejection distributions, vectors and categorical take engines with direct" "the destination must be a std::span"
                "the engine must be one of tali/catalogue.hpp" "the distribution must be one of tali/catalogue.hpp"
                "points take bits, uniform and normal_icdf"
                "the destination must be a pointer to the distribution's result_type"
                "the destination must be a pointer to the distribution's result_type")
  wrong_calls(wrong.cpp "tali::fill: " "${sentences}")
  # What changes values is refused, and so is a C++ that is too old.
  set(fast -ffast-math -ffinite-math-only)
  if(NOT CXX MATCHES "clang")  # which does not say so
    list(APPEND fast -funsafe-math-optimizations -freciprocal-math -fno-signed-zeros)
  endif()
  foreach(option IN LISTS fast)
    execute_process(COMMAND ${CXX} -std=c++20 ${option} -I${INCLUDE} -fsyntax-only ${SOURCE}/few.cpp
                    RESULT_VARIABLE result ERROR_VARIABLE output)
    if(result EQUAL 0 OR NOT output MATCHES "exact IEEE 754 results")
      message(SEND_ERROR "${option} is not refused by a sentence:\n${output}")
    endif()
  endforeach()
  execute_process(COMMAND ${CXX} -std=c++17 -I${INCLUDE} -fsyntax-only ${SOURCE}/few.cpp
                  RESULT_VARIABLE result ERROR_VARIABLE output)
  if(result EQUAL 0 OR NOT output MATCHES "tali needs C\\+\\+20")
    message(SEND_ERROR "C++17 is not refused by a sentence:\n${output}")
  endif()
  run("the right functors" ${CXX} ${options} -DCASE=0 -fsyntax-only ${SOURCE}/wrong_with.cpp)
  set(must_take "the functor must either take words")
  set(sentences "${must_take}" "${must_take}" "the functor's operator() must be const and take an array of as many words"
                "the functor must return a value of its result_type" "the destination must be a std::span of the functor's"
                "attempts take philox4x32 or philox4x32_7" "an attempt takes 1, 2, 4, 8, 12 or 16 words"
                "the engine must be pcg32, philox4x32, philox4x32_7, a bank or an any_engine"
                "this is a distribution of the library")
  wrong_calls(wrong_with.cpp "tali::fill_with: " "${sentences}")
  run("what keeps the protocol" ${CXX} ${options} -DCASE=0 -fsyntax-only ${SOURCE}/wrong_protocol.cpp)
  set(sentences "a distribution has `name` and `summary`" "a distribution of fixed budget has `words` and `value(w)`"
                "a rejection distribution has `attempt_words` and `attempt(w)`"
                "a rejection distribution has `acceptance()`" "an engine has `word(i)`"
                "an engine of kind words has `run<R>`")
  wrong_calls(wrong_protocol.cpp "tali: " "${sentences}")
else()
  message(FATAL_ERROR "MODE is '${MODE}'; allowed: alone, together, link, values, single, wrong")
endif()
