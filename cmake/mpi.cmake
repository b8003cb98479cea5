# SPDX-License-Identifier: Apache-2.0
# MPI, for the program tali-mpi and the tests. The library knows nothing of it, and tali/mpi/ is headers: an installed tali
# finds the MPI of its user (taliConfig.cmake).
set(TALI_HAS_MPI OFF)
if(TALI_MPI)
  set(MPI_CXX_SKIP_MPICXX ON)  # not the C++ bindings, which MPI 3 has removed
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(TALI_HAS_MPI ON)
  elseif(PROJECT_IS_TOP_LEVEL)
    message(STATUS "tali: tali-mpi is left out; install libopenmpi-dev openmpi-bin to have it")
  endif()
endif()

# tali_link_mpi(<target>): tali::mpi of this build. MPI's headers are not the project's to warn about.
function(tali_link_mpi target)
  target_link_libraries(${target} PRIVATE tali::tali MPI::MPI_CXX)
endfunction()
