# SPDX-License-Identifier: Apache-2.0
# Debian packages by CPack, of what cmake/install.cmake installs: `make dist`, or `cpack -G DEB` in a build folder.
#
#   libtali0           libtali.so, for programs of C and Fortran
#   libtali-dev        headers, libtali.a, CMake's and pkg-config's files
#   libtali-cuda0      libtali_cuda.so
#   libtali-cuda-dev   libtali_cuda.a, CMake's and pkg-config's files of it
#   tali-tools         the command line
#
# What CMake does not know is added by cmake/package_files.cmake: licences, the change log, the compressed manual page.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tali)
set(CPACK_PACKAGE_VENDOR tali)
# Who builds packages for others maintains them, and says so as Debian's own tools ask for it. The project itself is reached
# through its repository (SECURITY.md) and has no mail: a name under .invalid says that to every program (RFC 2606).
set(tali_contact "The tali developers <developers@tali.invalid>")
if(NOT "$ENV{DEBEMAIL}" STREQUAL "")
  set(tali_contact "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
  if("$ENV{DEBFULLNAME}" STREQUAL "")
    set(tali_contact "The tali developers <$ENV{DEBEMAIL}>")
  endif()
endif()
set(CPACK_PACKAGE_CONTACT "${tali_contact}" CACHE STRING "Who maintains the packages: a name, and an address in <>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_files.cmake)
set(CPACK_TALI_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_TALI_PACKAGES "")

set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src/c)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# tali_package(<group> <package> <section> <what it has> COMPONENTS <component>... [DEPENDS <text>])
set(CPACK_COMPONENTS_ALL "")
macro(tali_package group package section description)
  cmake_parse_arguments(arg "" "DEPENDS" "COMPONENTS" ${ARGN})
  string(TOUPPER ${group} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${tali_about}\n\n${description}")
  if(arg_DEPENDS)
    set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${arg_DEPENDS}")
  endif()
  foreach(component IN ITEMS ${arg_COMPONENTS})
    string(TOUPPER ${component} component_upper)
    set(CPACK_COMPONENT_${component_upper}_GROUP ${group})
    list(APPEND CPACK_COMPONENTS_ALL ${component})
  endforeach()
  list(APPEND CPACK_TALI_PACKAGES ${group}:${package})
endmacro()

set(tali_about "Element i of a sequence is a pure function of its name (engine, seed,
stream) and i, so that results do not change with the device, the number
of threads or how calls cut the range.")
set(tali_version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
tali_package(library libtali0 libs
  "This package has the shared library, for programs of C, Fortran and other\nlanguages."
  COMPONENTS tali_runtime)
tali_package(dev libtali-dev libdevel
  "This package has the headers for C++20, C and Fortran, the static library,\nand the files for CMake and pkg-config."
  COMPONENTS tali_libraries tali_development DEPENDS "libtali0 (= ${tali_version}), libc6-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "g++ (>= 4:12), pkg-config")
if(TARGET tali)
  tali_package(tools tali-tools math
    "This package has the command tali, which generates numbers into files and\npipes, measures and explains them."
    COMPONENTS tali_tools)
endif()
if(TALI_HAS_CUDA)
  tali_package(cuda libtali-cuda0 libs
    "This package has the shared library for NVIDIA GPUs. It needs a driver, and\nno toolkit."
    COMPONENTS tali_cuda_runtime DEPENDS "libtali0 (= ${tali_version})")
  tali_package(cudadev libtali-cuda-dev libdevel
    "This package has the static library for NVIDIA GPUs, and the files for CMake\nand pkg-config."
    COMPONENTS tali_cuda_libraries tali_cuda_development
    DEPENDS "libtali-cuda0 (= ${tali_version}), libtali-dev (= ${tali_version})")
endif()
file(WRITE ${PROJECT_BINARY_DIR}/package/triggers "activate-noawait ldconfig\n")
foreach(group LIBRARY CUDA)
  set(CPACK_DEBIAN_${group}_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/package/triggers)
endforeach()
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")
include(CPack)

# What the packages are made of.
add_custom_target(all-packages)
foreach(target tali_cpu tali_c tali_cuda tali_c_cuda tali tali_shell_files)
  if(TARGET ${target})
    add_dependencies(all-packages ${target})
  endif()
endforeach()
