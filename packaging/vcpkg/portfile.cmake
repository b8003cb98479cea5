# SPDX-License-Identifier: Apache-2.0
# vcpkg install tali --overlay-ports=<the folder above this one>
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${CMAKE_CURRENT_LIST_DIR}/tali-@VERSION@.tar.gz")
vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES cuda TALI_CUDA tools TALI_TOOLS)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${features} -DTALI_SIMD=avx512 -DTALI_MPI=OFF -DTALI_BENCH=OFF -DTALI_LAB=OFF -DTALI_TESTS=OFF -DTALI_CCACHE=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/tali)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES tali AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
     "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE" "${SOURCE_PATH}/THIRD_PARTY.md")
