// SPDX-License-Identifier: Apache-2.0
// The border between C++ and C: every exception becomes a status and a message.
#pragma once

#include <exception>
#include <new>
#include <string>

#include <tali.h>

#include <tali/error.hpp>
#include <tali/rejection/attempts.hpp>

extern "C" {
/// Stores the error for tali_last_error() and similar functions, and returns `status`. libtali_cuda calls it
/// too; it is not part of the interface.
tali_status tali_private_failed(tali_status status, const char* sentence, const char* argument,
                                const char* value, const char* expected);
}

namespace tali::c {

inline tali_status failed(tali_status status, const char* sentence) {
  return tali_private_failed(status, sentence, "", "", "");
}
/// For a choice, the expected value is the list of names.
inline tali_status failed(const argument_error& e) {
  std::string expected = e.expected();
  for (const std::string& name : e.choices()) {
    expected += (expected.empty() ? "" : &name == e.choices().data() ? ": " : ", ") + name;
  }
  return tali_private_failed(TALI_INVALID_ARGUMENT, e.what(),
                             argument_name(e.argument(), e.index()).text().c_str(), e.value().c_str(),
                             expected.c_str());
}

/// Calls f and returns the status.
template <class F>
tali_status guarded(const F& f) noexcept {
  try {
    f();
    return TALI_OK;
  } catch (const argument_error& e) {
    return failed(e);
  } catch (const sampling_error& e) {
    return failed(TALI_SAMPLING_FAILED, e.what());
  } catch (const device_error& e) {
    return failed(TALI_DEVICE_ERROR, e.what());
  } catch (const io_error& e) {
    return failed(TALI_IO_ERROR, e.what());
  } catch (const std::bad_alloc&) {
    return failed(TALI_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& e) {
    return failed(TALI_INTERNAL_ERROR, e.what());
  } catch (...) {
    return failed(TALI_INTERNAL_ERROR, "an exception of unknown type");
  }
}

/// Dereferences a pointer.
/// @throws argument_error if it is null
template <class T>
T& checked(T* p, const char* name) {
  if (p == nullptr) throw argument_error(name, "NULL", "an address");
  return *p;
}

}  // namespace tali::c
