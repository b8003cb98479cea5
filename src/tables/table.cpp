// SPDX-License-Identifier: Apache-2.0
// Tables of numbers that distributions share, and the distributions that use them.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <tali/detail/table.hpp>
#include <tali/distribution/categorical.hpp>
#include <tali/distribution/dirichlet.hpp>
#include <tali/distribution/multinomial.hpp>
#include <tali/distribution/multivariate_hypergeometric.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/error.hpp>

#include "core/device_copies.hpp"

namespace tali::detail {

struct table::storage {
  struct give_back {
    void operator()(void* p) const { ::operator delete(p, alignment); }
  };
  static constexpr std::align_val_t alignment{64};

  storage(const void* from, std::size_t n) : at(::operator new(n, alignment)), bytes(n) {
    std::memcpy(at.get(), from, n);
  }

  std::unique_ptr<void, give_back> at;
  std::size_t bytes;
  device_copies copies;
  std::atomic<std::size_t> owners = 1;
};

table::table(const void* from, std::size_t bytes) : it_(new storage(from, bytes)) {}
table::table(const table& other) noexcept : it_(other.it_) {
  if (it_) it_->owners.fetch_add(1, std::memory_order_relaxed);
}
table::table(table&& other) noexcept : it_(std::exchange(other.it_, nullptr)) {}
table& table::operator=(table other) noexcept {
  std::swap(it_, other.it_);
  return *this;
}
table::~table() {
  if (it_ && it_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete it_;
}

const void* table::data() const { return it_ ? it_->at.get() : nullptr; }
std::size_t table::bytes() const { return it_ ? it_->bytes : 0; }
device_copies& table::copies() const { return it_->copies; }

}  // namespace tali::detail

namespace tali {

namespace {

using u128 = unsigned __int128;

void check_weights(std::span<const double> weights) {
  if (weights.empty() || weights.size() > categorical::max_categories) {
    throw argument_error("number of weights", std::to_string(weights.size()),
                         "1 to " + std::to_string(categorical::max_categories));
  }
  bool any = false;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (!(weights[k] >= 0 && detail::is_finite(weights[k]))) {
      throw argument_error({"weights", {k}}, detail::text_of(weights[k]), "a finite number of at least 0");
    }
    any |= weights[k] > 0;
  }
  if (!any) {
    throw argument_error("weights", "0 everywhere", "at least one weight above 0");
  }
}

/// The weights as integers whose sum is below 2^63: exact, except for parts below 2^-62 of the sum.
std::vector<std::uint64_t> integer_weights(std::span<const double> weights) {
  // Scaled by powers of two only, which round nothing except subnormal numbers: first so that the largest
  // weight is in [1/2, 1).
  int top = 0, scale = 0;
  std::frexp(*std::max_element(weights.begin(), weights.end()), &top);
  double sum = 0;
  for (const double w : weights) sum += std::ldexp(w, -top);
  std::frexp(sum, &scale);  // sum in [2^(scale - 1), 2^scale)
  std::vector<std::uint64_t> whole(weights.size());
  std::transform(weights.begin(), weights.end(), whole.begin(), [&](double w) {
    if (w == 0) return std::uint64_t{0};
    // 1/2 is added only to numbers below 2^52; larger ones are whole.
    const double scaled = std::ldexp(w, 62 - scale - top);
    const auto rounded = static_cast<std::uint64_t>(scaled < 0x1p52 ? scaled + 0.5 : scaled);
    return std::max<std::uint64_t>(rounded, 1);
  });
  return whole;
}

/// floor(part 2^64 / whole) for part < whole < 2^63.
std::uint64_t fraction_of(std::uint64_t part, std::uint64_t whole) {
  return static_cast<std::uint64_t>((u128{part} << 64) / whole);
}

}  // namespace

categorical::categorical(std::span<const double> weights) {
  check_weights(weights);
  size_ = static_cast<std::uint32_t>(weights.size());
  const std::vector<std::uint64_t> whole = integer_weights(weights);
  u128 total = 0;
  for (const std::uint64_t w : whole) total += w;
  // A column holds `total`. Category k puts size_ times its weight into columns, and all columns are full.
  const auto capacity = static_cast<std::uint64_t>(total);
  std::vector<u128> left(size_);
  std::transform(whole.begin(), whole.end(), left.begin(), [&](std::uint64_t w) { return u128{w} * size_; });
  std::vector<detail::alias_column> columns(size_);
  std::vector<std::uint32_t> small, large;  // categories with less than one column left, and the others
  for (std::uint32_t k = size_; k-- != 0;) (left[k] < capacity ? small : large).push_back(k);
  while (!small.empty()) {
    // A large category fills the rest of a small category's column. The sum of the remaining amounts is a
    // whole number of columns, so if there is a small category, there is a large one.
    const std::uint32_t k = small.back(), donor = large.back();
    small.pop_back();
    const auto share = static_cast<std::uint64_t>(left[k]);
    columns[k] = {fraction_of(share, capacity), donor, 0};
    left[donor] -= capacity - share;
    if (left[donor] < capacity) {
      large.pop_back();
      small.push_back(donor);
    }
  }
  for (const std::uint32_t k : large) columns[k] = {~std::uint64_t{0}, k, 0};
  table_ = detail::table(columns.data(), columns.size() * sizeof columns[0]);
}

template <class T>
dirichlet<T>::dirichlet(std::span<const T> shapes) : by_logarithms_(false) {
  if (shapes.empty() || shapes.size() > max_components) {
    throw argument_error("number of shapes", std::to_string(shapes.size()),
                         "1 to " + std::to_string(max_components));
  }
  std::vector<detail::dirichlet_component<T>> components;
  components.reserve(shapes.size());
  for (std::size_t c = 0; c < shapes.size(); ++c) {
    if (!(shapes[c] >= min_shape && shapes[c] <= largest_shape)) {
      throw argument_error(
          argument_name("shapes", {c}), detail::text_of(shapes[c]),
          "a number from " + detail::text_of(min_shape) + " to " + detail::text_of(largest_shape));
    }
    components.push_back(
        {detail::gamma_attempts<T>({shapes[c], T(1)}), divide(1.0, static_cast<double>(shapes[c]))});
  }
  this->size_ = static_cast<std::uint32_t>(shapes.size());
  by_logarithms_ = *std::min_element(shapes.begin(), shapes.end()) < T(1);
  this->table_ = detail::table(components.data(), components.size() * sizeof components[0]);
}

template class dirichlet<float>;
template class dirichlet<double>;

multinomial::multinomial(double n, std::span<const double> pvals) : n_(n) {
  if (!(n >= 0 && n <= max_trials && math::floor_f64(n) == n)) {
    throw argument_error("n", detail::text_of(n), "a whole number from 0 to 2^50");
  }
  if (pvals.empty() || pvals.size() > max_components) {
    throw argument_error("number of pvals", std::to_string(pvals.size()),
                         "1 to " + std::to_string(max_components));
  }
  for (std::size_t c = 0; c < pvals.size(); ++c) {
    if (!(pvals[c] >= 0 && detail::is_finite(pvals[c]))) {
      throw argument_error({"pvals", {c}}, detail::text_of(pvals[c]), "a finite number of at least 0");
    }
  }
  // Sums from the last to the first, so that the shares are the same on all machines.
  std::vector<double> shares(pvals.size());
  double rest = 0;
  for (std::size_t c = pvals.size(); c-- != 0;) {
    rest = add(rest, pvals[c]);
    shares[c] = rest > 0 ? divide(pvals[c], rest) : 0.0;
  }
  if (!(rest > 0 && detail::is_finite(rest))) {
    throw argument_error("sum of pvals", detail::text_of(rest), "a finite number above 0");
  }
  size_ = static_cast<std::uint32_t>(pvals.size());
  table_ = detail::table(shares.data(), shares.size() * sizeof shares[0]);
}

multivariate_hypergeometric::multivariate_hypergeometric(std::span<const double> colors, double nsample)
    : all_(0), draws_(nsample) {
  if (colors.empty() || colors.size() > max_components) {
    throw argument_error("number of colors", std::to_string(colors.size()),
                         "1 to " + std::to_string(max_components));
  }
  for (std::size_t c = 0; c < colors.size(); ++c) {
    if (!(colors[c] >= 0 && colors[c] <= max_count && math::floor_f64(colors[c]) == colors[c] &&
          add(all_, colors[c]) <= max_count)) {
      throw argument_error({"colors", {c}}, detail::text_of(colors[c]),
                           "a whole number of at least 0, with a sum of at most 2^50");
    }
    all_ = add(all_, colors[c]);
  }
  if (!(nsample >= 0 && nsample <= all_ && math::floor_f64(nsample) == nsample)) {
    throw argument_error("nsample", detail::text_of(nsample), "a whole number from 0 to the sum of colors");
  }
  size_ = static_cast<std::uint32_t>(colors.size());
  table_ = detail::table(colors.data(), colors.size() * sizeof colors[0]);
}

}  // namespace tali
