// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <memory>
#include <vector>

#include <openssl/evp.h>

#include <tali/error.hpp>

#include "certify/polar_normals.hpp"
#include "certify/source.hpp"

namespace tali::lab::certify {

filler aes_words(std::uint64_t key) {
  return [key](std::uint64_t first, std::size_t n, void* to) {
    unsigned char bytes[32] = {'t', 'a', 'l', 'i'}, counter[16] = {};
    for (int i = 0; i < 8; ++i) bytes[8 + i] = static_cast<unsigned char>(key >> (8 * i));
    const std::uint64_t block = first / 4;
    for (int i = 0; i < 8; ++i) counter[15 - i] = static_cast<unsigned char>(block >> (8 * i));
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> cipher(EVP_CIPHER_CTX_new(),
                                                                                 EVP_CIPHER_CTX_free);
    std::vector<unsigned char> zeros(1 << 16);
    bool good = cipher && EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_ctr(), nullptr, bytes, counter) == 1;
    int done = 0;
    const int skipped = static_cast<int>(first % 4 * 4);
    unsigned char thrown[16];
    good = good && EVP_EncryptUpdate(cipher.get(), thrown, &done, zeros.data(), skipped) == 1;
    auto* at = static_cast<unsigned char*>(to);
    for (std::size_t left = 4 * n; good && left != 0;) {
      const std::size_t piece = left < zeros.size() ? left : zeros.size();
      good = EVP_EncryptUpdate(cipher.get(), at, &done, zeros.data(), static_cast<int>(piece)) == 1;
      at += piece;
      left -= piece;
    }
    if (!good) throw error("OpenSSL has no AES-256-CTR");
  };
}

filler aes_normals(std::uint64_t key) {
  return [words = aes_words(key)](std::uint64_t first, std::size_t n, void* to) {
    const std::uint64_t begin = first / 2, end = (first + n + 1) / 2;  // pairs of numbers
    std::vector<std::uint32_t> w(4 * (end - begin));
    words(4 * begin, w.size(), w.data());
    std::size_t at = 0;
    const auto next = [&] { return w[at++]; };
    polar_normals normal;
    if (first % 2 != 0) (void)normal(next);
    for (std::size_t i = 0; i < n; ++i) static_cast<double*>(to)[i] = normal(next);
  };
}

}  // namespace tali::lab::certify
