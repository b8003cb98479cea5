// SPDX-License-Identifier: Apache-2.0
#include "digest.hpp"

#include <openssl/evp.h>

#include <tali/error.hpp>

namespace tali::lab::mtgp {

std::array<std::uint8_t, 20> digest(const gf2::polynomial& f) {
  const std::string text = f.text();
  std::array<std::uint8_t, 20> out{};
  unsigned length = 0;
  if (EVP_Digest(text.data(), text.size(), out.data(), &length, EVP_sha1(), nullptr) != 1 ||
      length != out.size()) {
    throw error("OpenSSL has no SHA-1");
  }
  return out;
}

}  // namespace tali::lab::mtgp
