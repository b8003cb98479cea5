// SPDX-License-Identifier: Apache-2.0
#include "polynomial.hpp"

#include <algorithm>
#include <bit>

namespace tali::lab::gf2 {

polynomial polynomial::power(std::size_t degree) {
  polynomial p(degree + 1);
  p.flip(degree);
  return p;
}

std::ptrdiff_t polynomial::degree() const {
  for (std::size_t i = words_.size(); i-- > 0;) {
    if (words_[i] != 0) return static_cast<std::ptrdiff_t>(64 * i) + std::bit_width(words_[i]) - 1;
  }
  return -1;
}

std::size_t polynomial::weight() const {
  std::size_t n = 0;
  for (const word w : words_) n += static_cast<std::size_t>(std::popcount(w));
  return n;
}

polynomial& polynomial::operator+=(const polynomial& b) {
  if (b.words_.size() > words_.size()) words_.resize(b.words_.size());
  const word* const row = b.words_.data();
  best_kernels().add64(words_.data(), &row, 1, b.words_.size());
  return *this;
}

bool operator==(const polynomial& a, const polynomial& b) {
  const auto& longer = a.words_.size() >= b.words_.size() ? a.words_ : b.words_;
  const auto& shorter = a.words_.size() >= b.words_.size() ? b.words_ : a.words_;
  return std::equal(shorter.begin(), shorter.end(), longer.begin()) &&
         std::all_of(longer.begin() + static_cast<std::ptrdiff_t>(shorter.size()), longer.end(),
                     [](word w) { return w == 0; });
}

namespace {

word reversed(word w) {
  w = (w >> 1 & 0x5555555555555555u) | (w & 0x5555555555555555u) << 1;
  w = (w >> 2 & 0x3333333333333333u) | (w & 0x3333333333333333u) << 2;
  w = (w >> 4 & 0x0f0f0f0f0f0f0f0fu) | (w & 0x0f0f0f0f0f0f0f0fu) << 4;
  return __builtin_bswap64(w);
}

}  // namespace

polynomial polynomial::reversed(std::size_t length) const {
  // Reverses whole words, then drops the bits that filled up the last word.
  const std::size_t n = length / 64 + 1;
  std::vector<word> r(n);
  for (std::size_t i = 0; i < std::min(n, words_.size()); ++i) r[n - 1 - i] = gf2::reversed(words_[i]);
  return polynomial(std::move(r)).shifted_down(64 * n - length - 1);
}

polynomial polynomial::truncated(std::size_t bits) const {
  std::vector<word> r(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(
                                                           std::min(words_.size(), (bits + 63) / 64)));
  if (bits % 64 != 0 && r.size() == bits / 64 + 1) r.back() &= (word{1} << (bits % 64)) - 1;
  return polynomial(std::move(r));
}

polynomial polynomial::shifted_down(std::size_t bits) const {
  const std::size_t skip = bits / 64;
  const unsigned shift = bits % 64;
  if (skip >= words_.size()) return {};
  std::vector<word> r(words_.begin() + static_cast<std::ptrdiff_t>(skip), words_.end());
  if (shift != 0) {
    for (std::size_t i = 0; i < r.size(); ++i) {
      r[i] = r[i] >> shift | (i + 1 < r.size() ? r[i + 1] << (64 - shift) : 0);
    }
  }
  return polynomial(std::move(r));
}

std::string polynomial::text() const {
  std::string s(static_cast<std::size_t>(degree() + 1), '0');
  for (std::size_t i = 0; i < s.size(); ++i) {
    if ((*this)[i]) s[i] = '1';
  }
  return s;
}

namespace {

/// With fewer words than this, Karatsuba's additions cost more than the products that they save.
constexpr std::size_t karatsuba_from = 96;

void multiply_plain(word* r, const word* a, const word* b, std::size_t n) {
  std::vector<word> room(n + 2 * padding + 3 * (2 * n + block));
  word* const row = room.data() + padding;
  word* const low = room.data() + n + 2 * padding;
  word* const mid = low + 2 * n + block;
  word* const high = mid + 2 * n + block;
  std::copy_n(a, n, row);
  const kernels& k = best_kernels();
  for (std::size_t j = 0; j < n; j += block) k.multiply_add(low + j, mid + j, high + j, row, n, b + j);
  r[0] = low[0];
  r[1] = low[1] ^ mid[0];
  for (std::size_t i = 2; i < 2 * n; ++i) r[i] = low[i] ^ mid[i - 1] ^ high[i - 2];
}

}  // namespace

void multiply(word* r, const word* a, const word* b, std::size_t n) {
  if (n < karatsuba_from) {
    multiply_plain(r, a, b, n);
    return;
  }
  const std::size_t h =
      (n / 2 + block - 1) / block * block;  // low halves of h words, high halves of n - h <= h
  const std::size_t rest = n - h;
  std::vector<word> sums(2 * h), middle(2 * h);
  std::copy_n(a, h, sums.begin());
  std::copy_n(b, h, sums.begin() + static_cast<std::ptrdiff_t>(h));
  for (std::size_t i = 0; i < rest; ++i) {
    sums[i] ^= a[h + i];
    sums[h + i] ^= b[h + i];
  }
  multiply(middle.data(), sums.data(), sums.data() + h, h);
  multiply(r, a, b, h);
  multiply(r + 2 * h, a + h, b + h, rest);
  for (std::size_t i = 0; i < 2 * h; ++i) middle[i] ^= r[i];
  for (std::size_t i = 0; i < 2 * rest; ++i) middle[i] ^= r[2 * h + i];
  for (std::size_t i = 0; i < 2 * h && h + i < 2 * n; ++i) r[h + i] ^= middle[i];
}

polynomial operator*(const polynomial& a, const polynomial& b) {
  const std::size_t words = std::max(a.words().size(), b.words().size());
  const std::size_t n = (words + block - 1) / block * block;
  std::vector<word> x(n), y(n), r(2 * n);
  std::copy(a.words().begin(), a.words().end(), x.begin());
  std::copy(b.words().begin(), b.words().end(), y.begin());
  multiply(r.data(), x.data(), y.data(), n);
  return polynomial(std::move(r));
}

}  // namespace tali::lab::gf2
