# SPDX-License-Identifier: Apache-2.0
# s390x, the big-endian machine among those that CI emulates, with Debian's g++-s390x-linux-gnu. Executables are static,
# so that qemu-s390x needs no libraries of that machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_CXX_COMPILER s390x-linux-gnu-g++)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x)
