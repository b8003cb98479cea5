# SPDX-License-Identifier: Apache-2.0
# cmake --install, find_package(tali), and pkg-config files. What is installed can be moved: nothing of it knows its prefix.
#
# Components: tali_runtime (libtali.so), tali_libraries (archives, and what links against libtali.so), tali_development
# (headers, CMake's and pkg-config's files, licences), tali_tools, tali_mpi; and tali_cuda_runtime, tali_cuda_libraries and
# tali_cuda_development, which add what needs CUDA. cmake/package.cmake makes packages of them.
include(CMakePackageConfigHelpers)

# The CPU's targets and CUDA's are exported apart, so that a machine without a CUDA toolkit can use the former.
install(TARGETS tali_cpu tali_headers EXPORT taliTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT tali_libraries)
set(tali_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tali)
install(EXPORT taliTargets NAMESPACE tali:: DESTINATION ${tali_cmake_dir} COMPONENT tali_development)
if(TALI_HAS_CUDA)
  install(TARGETS tali_cuda EXPORT taliCudaTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT tali_cuda_libraries)
  install(EXPORT taliCudaTargets NAMESPACE tali:: DESTINATION ${tali_cmake_dir} COMPONENT tali_cuda_development)
endif()
# The shared libraries for C, whose users need neither C++ nor a CUDA toolkit to be found.
install(TARGETS tali_c EXPORT taliCTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT tali_runtime NAMELINK_COMPONENT tali_libraries)
install(EXPORT taliCTargets NAMESPACE tali:: DESTINATION ${tali_cmake_dir} COMPONENT tali_development)
if(TALI_HAS_CUDA)
  install(TARGETS tali_c_cuda EXPORT taliCCudaTargets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT tali_cuda_runtime NAMELINK_COMPONENT tali_cuda_libraries)
  install(EXPORT taliCCudaTargets NAMESPACE tali:: DESTINATION ${tali_cmake_dir} COMPONENT tali_cuda_development)
  set_target_properties(tali_c_cuda PROPERTIES INSTALL_RPATH "$ORIGIN")  # libtali lies beside it
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tali DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT tali_development)
install(FILES ${PROJECT_SOURCE_DIR}/include/tali.h ${PROJECT_SOURCE_DIR}/include/tali.f90
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT tali_development)
if(TARGET tali-mpi)
  install(TARGETS tali-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tali_mpi OPTIONAL)
endif()
tali_built_programs(programs)
foreach(program IN LISTS programs)  # OPTIONAL: those that have been built
  install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tali_tools OPTIONAL)
endforeach()
# What only shells and man read: made by tali of its own parser, once it is built (tools/tali/CMakeLists.txt).
if(TARGET tali_shell_files)
  install(FILES ${PROJECT_BINARY_DIR}/share/tali.bash RENAME tali OPTIONAL COMPONENT tali_tools
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions)
  install(FILES ${PROJECT_BINARY_DIR}/share/tali.zsh RENAME _tali OPTIONAL COMPONENT tali_tools
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions)
  install(FILES ${PROJECT_BINARY_DIR}/share/tali.fish OPTIONAL COMPONENT tali_tools
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d)
  install(FILES ${PROJECT_BINARY_DIR}/share/tali.1 OPTIONAL COMPONENT tali_tools DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
# The notices travel with the library, which carries Joe and Kuo's numbers.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/THIRD_PARTY.md
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/tali COMPONENT tali_development)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/taliConfig.cmake.in ${PROJECT_BINARY_DIR}/taliConfig.cmake
  INSTALL_DESTINATION ${tali_cmake_dir} NO_SET_AND_CHECK_MACRO
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/taliConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/taliConfig.cmake ${PROJECT_BINARY_DIR}/taliConfigVersion.cmake
  DESTINATION ${tali_cmake_dir} COMPONENT tali_development)

# pkg-config's files find the prefix from where they lie, however deep the library's folder is below it.
set(tali_pc_dir ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH tali_pc_prefix ${tali_pc_dir} ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" tali_pc_prefix "${tali_pc_prefix}")
set(tali_pc_prefix "\${pcfiledir}/${tali_pc_prefix}")
foreach(kind INCLUDE LIB)
  if(IS_ABSOLUTE ${CMAKE_INSTALL_${kind}DIR})
    set(tali_pc_${kind} ${CMAKE_INSTALL_${kind}DIR})
  else()
    set(tali_pc_${kind} "\${prefix}/${CMAKE_INSTALL_${kind}DIR}")
  endif()
endforeach()
# A static library's user links what it needs: the C++ library of the compiler that built it, and what starts threads.
set(tali_pc_libraries ${CMAKE_THREAD_LIBS_INIT})
foreach(name IN LISTS CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
  if(name MATCHES "^(stdc\\+\\+|c\\+\\+)$")
    list(APPEND tali_pc_libraries -l${name})
  endif()
endforeach()
list(APPEND tali_pc_libraries -lm)
list(REMOVE_DUPLICATES tali_pc_libraries)
list(JOIN tali_pc_libraries " " tali_pc_libraries)
configure_file(${PROJECT_SOURCE_DIR}/cmake/tali.pc.in ${PROJECT_BINARY_DIR}/tali.pc @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/tali-c.pc.in ${PROJECT_BINARY_DIR}/tali-c.pc @ONLY)
set(tali_pc_files ${PROJECT_BINARY_DIR}/tali.pc ${PROJECT_BINARY_DIR}/tali-c.pc)
set(tali_cuda_pc_files "")
if(TALI_HAS_CUDA)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/tali-cuda-c.pc.in ${PROJECT_BINARY_DIR}/tali-cuda-c.pc @ONLY)
  list(APPEND tali_cuda_pc_files ${PROJECT_BINARY_DIR}/tali-cuda-c.pc)
  list(GET CUDAToolkit_INCLUDE_DIRS 0 tali_pc_cuda_include)
  get_target_property(tali_pc_cuda_lib CUDA::cudart_static IMPORTED_LOCATION)
  get_filename_component(tali_pc_cuda_lib ${tali_pc_cuda_lib} DIRECTORY)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/tali-cuda.pc.in ${PROJECT_BINARY_DIR}/tali-cuda.pc @ONLY)
  list(APPEND tali_cuda_pc_files ${PROJECT_BINARY_DIR}/tali-cuda.pc)
endif()
install(FILES ${tali_pc_files} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT tali_development)
if(TALI_HAS_CUDA)
  install(FILES ${tali_cuda_pc_files} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT tali_cuda_development)
endif()
if(PROJECT_IS_TOP_LEVEL)
  include(${PROJECT_SOURCE_DIR}/cmake/package.cmake)
endif()
