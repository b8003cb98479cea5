// SPDX-License-Identifier: Apache-2.0
// Exceptions in the page: what is thrown ends the call, and its sentence goes to the page, which makes a new
// instance. WebAssembly compilers of today have no libraries with handlers, and the page's code catches
// nothing.
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <typeinfo>

/// Throws a JavaScript error with the sentence. Does not return.
extern "C" [[noreturn]] __attribute__((import_module("tali"), import_name("fail"))) void tali_web_fail(
    const char* sentence);

extern "C" void* __cxa_allocate_exception(std::size_t size) noexcept {
  void* const room = std::malloc(size);
  if (room == nullptr) tali_web_fail("out of memory");
  return room;
}

extern "C" void __cxa_free_exception(void* room) noexcept { std::free(room); }

/// Everything that tali and the standard library throw is a std::exception, which lies at the object's
/// beginning.
extern "C" [[noreturn]] void __cxa_throw(void* thrown, std::type_info*, void (*)(void*)) {
  tali_web_fail(static_cast<std::exception*>(thrown)->what());
}
