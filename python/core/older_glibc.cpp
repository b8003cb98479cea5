// SPDX-License-Identifier: Apache-2.0
// Wheels run with an older C library than the one they are linked with. Functions that glibc got in 2.29 to
// 2.34, or then got under a newer version, are taken as all releases for x86-64 have them. CMake wraps these
// functions (TALI_WHEEL).
#include <sys/stat.h>

#define TALI_AS_SINCE_2_2_5(name)               \
  asm(".symver tali_older_" #name ", " #name    \
      "@GLIBC_2.2.5\n"                          \
      ".text\n"                                 \
      ".globl __wrap_" #name                    \
      "\n"                                      \
      ".hidden __wrap_" #name                   \
      "\n"                                      \
      ".type __wrap_" #name                     \
      ", @function\n"                           \
      "__wrap_" #name ": jmp tali_older_" #name \
      "@PLT\n"                                  \
      ".size __wrap_" #name ", .-__wrap_" #name "\n")

TALI_AS_SINCE_2_2_5(exp);
TALI_AS_SINCE_2_2_5(log);
TALI_AS_SINCE_2_2_5(pthread_create);
TALI_AS_SINCE_2_2_5(pthread_join);
TALI_AS_SINCE_2_2_5(pthread_detach);
TALI_AS_SINCE_2_2_5(pthread_once);
TALI_AS_SINCE_2_2_5(pthread_key_create);
TALI_AS_SINCE_2_2_5(pthread_key_delete);
TALI_AS_SINCE_2_2_5(pthread_getspecific);
TALI_AS_SINCE_2_2_5(pthread_setspecific);

extern "C" {

asm(".symver __xstat, __xstat@GLIBC_2.2.5");
asm(".symver __fxstat64, __fxstat64@GLIBC_2.2.5");
int __xstat(int version, const char* path, struct stat* to);
int __fxstat64(int version, int file, struct stat64* to);

[[gnu::visibility("hidden")]] int __wrap_stat(const char* path, struct stat* to) {
  return __xstat(1, path, to);
}

[[gnu::visibility("hidden")]] int __wrap_fstat64(int file, struct stat64* to) {
  return __fxstat64(1, file, to);
}

/// The C++ library reads this to see whether it may use non-atomic counts.
[[gnu::visibility("hidden")]] char __libc_single_threaded = 0;
}
