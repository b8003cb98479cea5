# SPDX-License-Identifier: Apache-2.0
# run(<command>...): runs a command, shows what it says, and ends the script if it fails.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  message(STATUS "${said}")
  if(failed)
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
endfunction()
