# SPDX-License-Identifier: Apache-2.0
# tali_embed_headers(<output> <root>): a source file with the text of every header that a root header reaches when NVRTC
# compiles it. The C++ preprocessor says which.
function(tali_embed_headers output root)
  set(depfile ${output}.d)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -x c++ -MM -MT ${output} -MF ${depfile} -D__CUDACC__ -D__CUDACC_RTC__
            -I ${PROJECT_SOURCE_DIR}/include -I ${PROJECT_SOURCE_DIR}/src ${root}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${output} -D DEPFILE=${depfile} -D ROOT=${root} -D SOURCE=${PROJECT_SOURCE_DIR}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_headers_now.cmake
    DEPENDS ${root} ${PROJECT_SOURCE_DIR}/cmake/embed_headers_now.cmake
    DEPFILE ${depfile} COMMENT "Embedding the headers of kernels" VERBATIM)
endfunction()
