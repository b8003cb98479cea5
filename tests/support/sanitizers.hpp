// SPDX-License-Identifier: Apache-2.0
// TALI_ADDRESS_SANITIZER and TALI_THREAD_SANITIZER, where the translation unit is compiled for one: GCC
// defines a macro for each, Clang has a feature.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define TALI_ADDRESS_SANITIZER
#elif defined(__SANITIZE_THREAD__)
#define TALI_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TALI_ADDRESS_SANITIZER
#elif __has_feature(thread_sanitizer)
#define TALI_THREAD_SANITIZER
#endif
#endif

namespace tali::test {

/// Whether memory is watched, which makes all work ten times slower: what another test or the optimised build
/// has too may then be done less often.
#if defined(TALI_ADDRESS_SANITIZER)
inline constexpr bool under_sanitizer = true;
#else
inline constexpr bool under_sanitizer = false;
#endif

}  // namespace tali::test
