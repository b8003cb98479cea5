// SPDX-License-Identifier: Apache-2.0
// Polynomials over GF(2): the Berlekamp-Massey algorithm, and powers modulo a polynomial.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include <tali/engine/gf2_polynomial.hpp>
#include <tali/error.hpp>

namespace tali {

namespace {

std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }

bool bit(std::span<const std::uint64_t> a, std::size_t k) { return ((a[k / 64] >> (k % 64)) & 1u) != 0; }

/// to ^= from << shift, for `words` words of `from`.
void xor_shifted(std::uint64_t* to, const std::uint64_t* from, std::size_t words, std::size_t shift) {
  to += shift / 64;
  const std::size_t s = shift % 64;
  if (s == 0) {
    for (std::size_t i = 0; i < words; ++i) to[i] ^= from[i];
    return;
  }
  to[0] ^= from[0] << s;
  for (std::size_t i = 1; i < words; ++i) to[i] ^= (from[i] << s) | (from[i - 1] >> (64 - s));
  to[words] ^= from[words - 1] >> (64 - s);
}

/// The parity of the bits that are set in a and also in b >> shift.
bool inner_product(const std::uint64_t* a, const std::uint64_t* b, std::size_t words, std::size_t shift) {
  b += shift / 64;
  const std::size_t s = shift % 64;
  std::uint64_t sum = 0;
  if (s == 0) {
    for (std::size_t i = 0; i < words; ++i) sum ^= a[i] & b[i];
  } else {
    for (std::size_t i = 0; i < words; ++i) sum ^= a[i] & ((b[i] >> s) | (b[i + 1] << (64 - s)));
  }
  return (std::popcount(sum) & 1) != 0;
}

}  // namespace

int detail::degree(std::span<const std::uint64_t> a) {
  for (std::size_t i = a.size(); i-- > 0;) {
    if (a[i] != 0) return static_cast<int>(64 * i) + 63 - std::countl_zero(a[i]);
  }
  return -1;
}

detail::gf2_polynomial detail::minimal_polynomial(std::span<const std::uint8_t> bits) {
  const std::size_t n = bits.size();
  // The sequence in reverse, so that its last bits are in the order of the connection polynomial: bit n - 1 -
  // i of `reversed` is s_i, and s_k, s_(k-1), ... begin at bit n - 1 - k.
  const std::size_t room = words_for(n) + 2;
  std::vector<std::uint64_t> reversed(2 * room), connection(room), before(room), saved;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t k = n - 1 - i;
    reversed[k / 64] |= std::uint64_t{bits[i] & 1u} << (k % 64);
  }
  connection[0] = before[0] = 1;
  std::size_t length = 0, before_words = 1, gap = 1;
  for (std::size_t k = 0; k < n; ++k, ++gap) {
    if (!inner_product(connection.data(), reversed.data(), length / 64 + 1, n - 1 - k)) continue;
    const bool longer = 2 * length <= k;
    if (longer)
      saved.assign(connection.begin(), connection.begin() + static_cast<std::ptrdiff_t>(length / 64 + 1));
    xor_shifted(connection.data(), before.data(), std::min(before_words, room - 1 - gap / 64), gap);
    if (longer) {
      before_words = saved.size();
      std::copy(saved.begin(), saved.end(), before.begin());
      length = k + 1 - length;
      gap = 0;
    }
  }
  detail::gf2_polynomial out(words_for(length + 1));
  for (std::size_t i = 0; i <= length; ++i) {
    if (bit(connection, i)) out[(length - i) / 64] |= std::uint64_t{1} << ((length - i) % 64);
  }
  return out;
}

detail::gf2_power::gf2_power(detail::gf2_polynomial modulus)
    : modulus_(std::move(modulus)),
      degree_(degree(modulus_)),
      row_(words_for(static_cast<std::size_t>(degree_)) + 1) {
  if (degree_ < 8) throw argument_error("degree of modulus", std::to_string(degree_), "8 or more");
  for (std::size_t k = 0; k <= static_cast<std::size_t>(degree_); ++k) {
    if (bit(modulus_, k)) terms_.push_back(k);
  }
  block_ = (terms_.back() - (terms_.size() > 1 ? terms_[terms_.size() - 2] : 0)) / 64;
  if (block_ != 0 && terms_.size() < row_) return;
  terms_.clear();
  // rows[k]: the multiple of the modulus whose only bit from x^degree to x^(degree + 7) is x^(degree + k).
  std::vector<std::vector<std::uint64_t>> rows(8, std::vector<std::uint64_t>(row_ + 1));
  const auto p = static_cast<std::size_t>(degree_);
  for (std::size_t k = 0; k < 8; ++k) {
    xor_shifted(rows[k].data(), modulus_.data(), words_for(p + 1), k);
    for (std::size_t j = k; j-- > 0;) {
      if (!bit(rows[k], p + j)) continue;
      for (std::size_t i = 0; i < row_; ++i) rows[k][i] ^= rows[j][i];
    }
  }
  multiples_.resize(256 * row_);
  for (std::size_t v = 1; v < 256; ++v) {
    const std::size_t rest = v & (v - 1);
    const auto& row = rows[static_cast<std::size_t>(std::countr_zero(v))];
    for (std::size_t i = 0; i < row_; ++i) multiples_[v * row_ + i] = multiples_[rest * row_ + i] ^ row[i];
  }
}

void detail::gf2_power::reduce_by_terms(std::vector<std::uint64_t>& a) const {
  // From the top, one block of words at a time: each term adds the block at a lower place, and the highest
  // term clears it.
  const auto p = static_cast<std::size_t>(degree_);
  std::vector<std::uint64_t> block(block_);
  for (std::size_t top = words_for(p); top != 0;) {
    const std::size_t words = std::min(block_, top);
    top -= words;
    const std::size_t at = p + 64 * top;
    for (std::size_t i = 0; i < words; ++i)
      block[i] = (a[at / 64 + i] >> (at % 64)) | (a[at / 64 + i + 1] << 1 << (63 - at % 64));
    for (const std::size_t term : terms_) xor_shifted(a.data(), block.data(), words, term + 64 * top);
  }
}

void detail::gf2_power::reduce(std::vector<std::uint64_t>& a) const {
  if (!terms_.empty()) return reduce_by_terms(a);
  // From the top, one byte at a time: the multiple of the modulus that clears it ends at the byte's address.
  const auto p = static_cast<std::size_t>(degree_);
  const std::size_t bytes = (p + 7) / 8;  // a has 2 p bits
  [[maybe_unused]] auto* const base = reinterpret_cast<unsigned char*>(a.data());
  for (std::size_t j = bytes; j-- > 0;) {
    const std::size_t at = p + 8 * j;
    const std::uint64_t v = ((a[at / 64] >> (at % 64)) | (a[at / 64 + 1] << 1 << (63 - at % 64))) & 255u;
    if (v == 0) continue;
    const std::uint64_t* const multiple = &multiples_[v * row_];
    if constexpr (std::endian::native == std::endian::little) {
      unsigned char* const to = base + j;
      for (std::size_t i = 0; i < row_; ++i) {
        std::uint64_t x;
        std::memcpy(&x, to + 8 * i, 8);
        x ^= multiple[i];
        std::memcpy(to + 8 * i, &x, 8);
      }
    } else {  // with shifts, on machines that are not little-endian
      xor_shifted(a.data(), multiple, row_, 8 * j);
    }
  }
}

template <class Step>
detail::gf2_polynomial detail::gf2_power::by_squarings(std::uint64_t n, const Step& step) const {
  const auto p = static_cast<std::size_t>(degree_);
  const std::size_t words = words_for(p);
  std::vector<std::uint64_t> a(2 * words + 4), square(2 * words + 4);
  a[0] = 1;
  for (int k = 64 - std::countl_zero(n); k-- > 0;) {
    // Squaring over GF(2) puts zeros between the bits.
    for (std::size_t i = 0; i < words; ++i) {
      const auto spread = [](std::uint64_t x) {
        x = (x | (x << 16)) & 0x0000ffff0000ffffu;
        x = (x | (x << 8)) & 0x00ff00ff00ff00ffu;
        x = (x | (x << 4)) & 0x0f0f0f0f0f0f0f0fu;
        x = (x | (x << 2)) & 0x3333333333333333u;
        return (x | (x << 1)) & 0x5555555555555555u;
      };
      square[2 * i] = spread(a[i] & 0xffffffffu);
      square[2 * i + 1] = spread(a[i] >> 32);
    }
    std::fill(square.begin() + static_cast<std::ptrdiff_t>(2 * words), square.end(), 0);
    reduce(square);
    if (((n >> k) & 1u) != 0) step(square);
    std::swap(a, square);
  }
  a.resize(words);
  return a;
}

detail::gf2_polynomial detail::gf2_power::operator()(std::uint64_t n) const {
  const auto p = static_cast<std::size_t>(degree_);
  return by_squarings(n, [&](std::vector<std::uint64_t>& a) {
    for (std::size_t i = words_for(p + 1); i-- > 1;) a[i] = (a[i] << 1) | (a[i - 1] >> 63);
    a[0] <<= 1;
    if (bit(a, p)) xor_shifted(a.data(), modulus_.data(), words_for(p + 1), 0);
  });
}

detail::gf2_polynomial detail::gf2_power::back(std::uint64_t n) const {
  const auto p = static_cast<std::size_t>(degree_);
  return by_squarings(n, [&](std::vector<std::uint64_t>& a) {
    if (bit(a, 0)) xor_shifted(a.data(), modulus_.data(), words_for(p + 1), 0);
    for (std::size_t i = 0; i < words_for(p + 1); ++i) a[i] = (a[i] >> 1) | (a[i + 1] << 63);
  });
}

detail::gf2_polynomial detail::gf2_power::product(const detail::gf2_polynomial& a,
                                                  const detail::gf2_polynomial& b) const {
  const std::size_t words = words_for(static_cast<std::size_t>(degree_));
  std::vector<std::uint64_t> all(2 * words + 4);
  for (std::size_t k = 0; k < 64 * b.size(); ++k) {
    if (bit(b, k)) xor_shifted(all.data(), a.data(), a.size(), k);
  }
  reduce(all);
  all.resize(words);
  return all;
}

detail::gf2_polynomial detail::gf2_power::power(const detail::gf2_polynomial& a, std::uint64_t n) const {
  const auto words = static_cast<std::ptrdiff_t>(words_for(static_cast<std::size_t>(degree_)));
  return by_squarings(n, [&](std::vector<std::uint64_t>& x) {
    const detail::gf2_polynomial all = product(detail::gf2_polynomial(x.begin(), x.begin() + words), a);
    std::copy(all.begin(), all.end(), x.begin());
  });
}

}  // namespace tali
