# SPDX-License-Identifier: Apache-2.0
# AArch64 with Debian's g++-aarch64-linux-gnu. Executables are static, so that qemu-aarch64 needs no libraries of that
# machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
