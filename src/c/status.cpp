// SPDX-License-Identifier: Apache-2.0
#include "c/status.hpp"

#include <tali/version.hpp>

namespace {

struct failure {
  std::string sentence, argument, value, expected;
};
thread_local failure last;

}  // namespace

tali_status tali_private_failed(tali_status status, const char* sentence, const char* argument,
                                const char* value, const char* expected) {
  try {
    last = {sentence, argument, value, expected};
  } catch (const std::bad_alloc&) {  // the status has to do
    for (std::string* text : {&last.sentence, &last.argument, &last.value, &last.expected}) text->clear();
  }
  return status;
}

const char* tali_last_error() { return last.sentence.c_str(); }

const char* tali_last_argument() { return last.argument.c_str(); }

const char* tali_last_value() { return last.value.c_str(); }

const char* tali_last_expected() { return last.expected.c_str(); }

const char* tali_status_string(tali_status status) {
  switch (status) {
    case TALI_OK:
      return "success";
    case TALI_INVALID_ARGUMENT:
      return "invalid argument";
    case TALI_SAMPLING_FAILED:
      return "all attempts at a sample failed";
    case TALI_DEVICE_ERROR:
      return "device missing or failed";
    case TALI_IO_ERROR:
      return "file could not be read";
    case TALI_OUT_OF_MEMORY:
      return "out of memory";
    case TALI_INTERNAL_ERROR:
      return "internal error";
    default:
      return "unknown status";
  }
}

const char* tali_version() { return tali::version(); }
