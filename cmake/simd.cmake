# SPDX-License-Identifier: Apache-2.0
# Sets tali_simd to the widest SIMD level to compile for x86-64: that of TALI_SIMD, or this machine's own. A level takes as
# long to compile as all the rest of the library.
set(tali_simd ${TALI_SIMD})
if(TALI_SIMD STREQUAL "native")
  set(tali_simd avx512)
  if(EXISTS /proc/cpuinfo AND NOT CMAKE_CROSSCOMPILING)
    file(STRINGS /proc/cpuinfo flags REGEX "^flags" LIMIT_COUNT 1)
    if(NOT flags MATCHES " avx2 " OR NOT flags MATCHES " fma ")
      set(tali_simd baseline)
    elseif(NOT flags MATCHES " avx512f " OR NOT flags MATCHES " avx512dq " OR NOT flags MATCHES " avx512vl "
           OR NOT flags MATCHES " avx512bw ")
      set(tali_simd avx2)
    endif()
    unset(flags)
  endif()
endif()
# The bytes of that level's registers, and of those of the lowest level, as src/cpu/kernels.hpp takes them. A build for this
# machine has its level alone; a project around this one makes programs for others.
set(tali_widest_register_bytes 64)
if(tali_simd STREQUAL "avx2")
  set(tali_widest_register_bytes 32)
elseif(tali_simd STREQUAL "baseline")
  set(tali_widest_register_bytes 16)
endif()
set(tali_narrowest_register_bytes 16)
if(TALI_SIMD STREQUAL "native" AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CROSSCOMPILING
   AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND EXISTS /proc/cpuinfo)
  set(tali_narrowest_register_bytes ${tali_widest_register_bytes})
endif()
