# Compiler options that all of tali's own targets share: link tali_options privately.
add_library(tali_options INTERFACE)
# -ffp-contract=off is law 2: no multiplication and addition become one behind the source's back.
target_compile_options(tali_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wconversion;-ffp-contract=off>
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false;-Xcompiler=-Wall,-Wextra,-ffp-contract=off>)
if(TALI_WERROR)
  target_compile_options(tali_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
endif()
if(TALI_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${TALI_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>)
  add_link_options(-fsanitize=${TALI_SANITIZE})
  # Kernels are the same templates at every SIMD level: the baseline's are watched, and the wide ones, which would take
  # most of the build, write between the tests' guards.
  set(unsanitized_32 -fno-sanitize=all)
  set(unsanitized_64 -fno-sanitize=all)
endif()
