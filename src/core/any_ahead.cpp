// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include <tali/detail/any_ahead.hpp>
#include <tali/detail/value_form.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>

namespace tali::detail {

namespace {

/// Whether a form's standard values serve for the numbers p. A scale of -0 does not, as in NumPy.
bool standard_serves(value_form form, const double* p) {
  if (form == value_form::exponential) return p[0] > 0 && std::isfinite(p[0]);
  return std::isfinite(p[0]) && std::isfinite(p[1]) && !std::signbit(p[1]);
}

}  // namespace

any_ahead::any_ahead(any_engine e, const distribution_info& d, std::uint64_t last)
    : engine_{std::move(e)},
      info_{&d},
      standard_{d.form != value_form::none && d.value_bytes == sizeof(double)},
      limits_{d.batch, d.batch, std::max(d.ahead, d.batch), last, 32} {}

bool any_ahead::serves(const double* p) const {
  return d_ && (standard_ || std::memcmp(p, numbers_, sizeof numbers_) == 0);
}

bool any_ahead::refill(std::uint64_t at, const double* p) {
  if (at > limits_.last) return false;
  const bool unchanged = serves(p);
  if (!unchanged) {
    range_.made = 0;
    d_.reset();
    try {
      d_.emplace(standard_ ? standard_of(*info_) : any_distribution::of_numbers(*info_, p));
    } catch (const argument_error&) {
      return false;
    }
    std::memcpy(numbers_, p, sizeof numbers_);
  }
  if (!values_)
    values_ = std::make_unique<std::uint64_t[]>((limits_.max_length * info_->value_bytes + 7) / 8);
  const cpu one_thread{.threads = 1};
  range_.refill(at, unchanged, limits_, [&](std::uint64_t begin, std::size_t n) {
    try {
      tali::fill(one_thread, engine_, *d_, begin, values_.get(), n);
    } catch (const sampling_error& error) {  // thrown later, by the call that requests this value
      if (error.index() <= at) throw;
      n = static_cast<std::size_t>(error.index() - begin);
      tali::fill(one_thread, engine_, *d_, begin, values_.get(), n);
    }
    return n;
  });
  return true;
}

bool any_ahead::copy(std::uint64_t at, std::size_t n, const double* p, void* to) {
  if (standard_ && !standard_serves(info_->form, p)) return false;
  auto* out = static_cast<char*>(to);
  const std::size_t bytes = info_->value_bytes;
  while (n != 0) {
    if (!range_.has(at) || !serves(p)) {
      if (!refill(at, p)) return false;
    }
    const auto from = static_cast<std::size_t>(at - range_.first);
    const std::size_t some = std::min(n, range_.made - from);
    if (standard_) {
      for (std::size_t i = 0; i < some; ++i) {
        const double x = with_parameters(info_->form, p[0], p[1], std::bit_cast<double>(values_[from + i]));
        std::memcpy(out + i * bytes, &x, sizeof x);
      }
    } else {
      std::memcpy(out, reinterpret_cast<const char*>(values_.get()) + from * bytes, some * bytes);
    }
    at += some;
    n -= some;
    out += some * bytes;
  }
  return true;
}

}  // namespace tali::detail
