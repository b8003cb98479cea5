// SPDX-License-Identifier: Apache-2.0
// The null sequence: words of AES-256 in counter mode, which has no known weakness. Needs OpenSSL.
#pragma once

#include <cstdint>

#include "certify/source.hpp"

namespace tali::lab::certify {

/// The words of stream `key`, four per block: block j is the encryption of j.
filler aes_words(std::uint64_t key);

/// Standard normal doubles, two from four such words (polar_normals.hpp).
filler aes_normals(std::uint64_t key);

}  // namespace tali::lab::certify
