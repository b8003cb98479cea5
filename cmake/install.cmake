# cmake --install, find_package(tali), and a pkg-config file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(tali_targets tali_cpu)
if(TALI_HAS_CUDA)
  list(APPEND tali_targets tali_cuda)
endif()
install(TARGETS ${tali_targets} EXPORT taliTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tali DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TALI_TOOLS AND TARGET tali)
  install(TARGETS tali RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(tali_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tali)
install(EXPORT taliTargets NAMESPACE tali:: DESTINATION ${tali_cmake_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/taliConfig.cmake.in ${PROJECT_BINARY_DIR}/taliConfig.cmake
  INSTALL_DESTINATION ${tali_cmake_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/taliConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/taliConfig.cmake ${PROJECT_BINARY_DIR}/taliConfigVersion.cmake
  DESTINATION ${tali_cmake_dir})

configure_file(${PROJECT_SOURCE_DIR}/cmake/tali.pc.in ${PROJECT_BINARY_DIR}/tali.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tali.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
