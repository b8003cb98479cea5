// SPDX-License-Identifier: Apache-2.0
// A source of the parent's own: it is compiled as the parent says, whatever tali needs.
#ifdef OPINIONATED
static_assert(__cplusplus == 201703L, "the parent has C++17");
#ifdef __STRICT_ANSI__
#error "the parent has its compiler's extensions"
#endif
#ifndef PARENT
#error "the parent has an option for all its files"
#endif
#endif
#ifdef __OPTIMIZE__
#ifndef NDEBUG
#error "without a build type nothing of the parent's is optimised"
#endif
#endif

int main() {}
