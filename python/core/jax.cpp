// SPDX-License-Identifier: Apache-2.0
// The handler of tali.jax: makes values of a law with keys in XLA's buffers. Compiled programs call it
// without Python.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <tali/block.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "core/rows.hpp"
#include "cpu/float_modes.hpp"
#include "fills.hpp"
#include "jax_arguments.hpp"
#include "module.hpp"
#include "registry/functions.hpp"

namespace tali::python {

namespace {

using namespace jax;

void fill(const destination& to, const detail::request& r) {
  if (to.on_gpu) return gpu_fill(to, r);
  detail::run(cpu{.threads = threads_for(to.bytes)}, r);
}

/// Writes the values for invalid parameters: NaN, or -1 for integers.
void put_failed(const destination& to) {
  if (to.on_gpu) return gpu_put_ones(to);
  std::memset(to.to, 0xff, to.bytes);
}

/// Number of elements that are made before they are converted, or that have separate parameters: about what a
/// cache holds.
std::size_t piece_elements(bool on_gpu) { return std::size_t{1} << (on_gpu ? 21 : 18); }

/// One call of the handler.
class call : arguments {
 public:
  using arguments::arguments;

  void run() {
    if (to_.bytes == 0) return;
    if (same_ && (offset_.empty() || !narrow_)) return fill_rows();
    for (std::size_t row = 0; row < rows_; ++row) {
      const philox4x32 e(host_key(row));
      if (offset_.empty()) {
        fill_range(e, row, 0, 0, n_);
      } else {
        const detail::row_list runs = part();
        for (std::uint64_t k = 0; k < runs.rows; ++k) {
          const detail::row_start at = detail::start_of(runs, k);
          fill_range(e, row, at.first, static_cast<std::size_t>(at.to), static_cast<std::size_t>(runs.n));
        }
      }
    }
  }

 private:
  /// The parameters of one element.
  using numbers = std::array<double, detail::max_numbers>;

  /// Memory for 64-bit integers, before their conversion to 32 bits.
  void* wide(std::size_t n) {
    if (to_.on_gpu && !wide_on_gpu_) wide_on_gpu_ = gpu_scratch(to_, n * sizeof(std::int64_t));
    if (!to_.on_gpu && wide_.size() < n) wide_.resize(n);
    return to_.on_gpu ? wide_on_gpu_.get() : wide_.data();
  }

  /// The part of a row that the result contains, as runs of elements.
  [[nodiscard]] detail::row_list part() const {
    const std::vector<std::uint64_t> whole(shape_.begin(), shape_.end()), local(local_.begin(), local_.end());
    return block(std::span(whole), std::span(offset_), std::span(local)).rows();
  }

  [[nodiscard]] numbers read(std::size_t row, std::size_t at) const {
    numbers x{};
    for (std::size_t k = 0; k < p_.size(); ++k)
      x[k] = p_[k].read(law_.info->of_integers, p_[k].n <= 1 ? 0 : p_[k].n == rows_ ? row : row * n_ + at);
    return x;
  }

  /// Checks what the library does not: bounds, and parameters that are applied to standard values.
  [[nodiscard]] bool allowed(const numbers& p) const {
    if (bounds_) return are_bounds(law_.type, p[0], p[1]);
    return law_.info->form == detail::value_form::none || allows(law_, p[0], p[1]);
  }

  /// Scales standard uniform values to the bounds.
  void move(const destination& to, const double* low, const double* high, std::size_t step) const {
    const std::size_t n = to.bytes / law_.info->value_bytes;
    const bounds between{low, step, high, step};
    if (to.on_gpu) return gpu_apply_bounds(to, law_, between, n, false);
    apply_bounds(law_.info->value_bytes, between, to.to, n);
  }

  /// Makes elements that all have the same parameters: make(d) writes elements of distribution d. For bounds,
  /// d is the standard uniform distribution.
  template <class Make>
  void fill_same(const destination& to, const numbers& p, const Make& make) const {
    std::optional<any_distribution> d;
    try {
      if (allowed(p)) d.emplace(any_distribution::of_numbers(*law_.info, p.data()));
    } catch (const argument_error&) {
    }
    if (!d) return put_failed(to);
    make(*d);
    if (bounds_) move(to, &p[0], &p[1], 0);
  }

  /// Makes all rows, which have the same parameters. Keys in GPU memory are read there.
  void fill_rows() {
    fill_same(to_, read(0, 0), [&](const any_distribution& d) {
      if (narrow_) return fill_narrow_rows(d);
      if (offset_.empty())
        return fill(to_, detail::request_of(keys_, d, detail::rows_of_keys(keys_, 0, n_), to_.to));
      const detail::row_list runs = part();
      for (std::size_t row = 0; row < rows_; ++row) {
        const philox4x32 e(host_key(row));
        fill(to_, detail::request_of(e, d, runs, static_cast<char*>(to_.to) + row * n_ * out_bytes_));
      }
    });
  }

  /// The same in pieces of several rows, or of a part of one.
  void fill_narrow_rows(const any_distribution& d) {
    const std::size_t max = piece_elements(to_.on_gpu), rows_a_piece = std::max<std::size_t>(max / n_, 1);
    for (std::size_t row = 0, rows; row < rows_; row += rows) {
      rows = std::min(rows_a_piece, rows_ - row);
      const std::span<const key> keys = keys_.subspan(row, rows);
      for (std::size_t done = 0, count; done < n_; done += count) {
        count = std::min(max, n_ - done);
        destination piece = to_, to = to_;
        piece.to = static_cast<char*>(to_.to) + (row * n_ + done) * out_bytes_;
        piece.bytes = rows * count * out_bytes_;
        to.to = wide(std::min(max, rows_ * n_));
        to.bytes = rows * count * sizeof(std::int64_t);
        fill(to, detail::request_of(keys, d, detail::rows_of_keys(keys, done, count), to.to));
        narrow(static_cast<const std::int64_t*>(to.to), piece, rows * count);
      }
    }
  }

  /// Makes elements `first` ... first + n - 1 of a row's sequence, from index `at` of the result's row on.
  void fill_range(const philox4x32& e, std::size_t row, std::uint64_t first, std::size_t at, std::size_t n) {
    const std::size_t max = each_ || narrow_ ? std::min(n, piece_elements(to_.on_gpu)) : n;
    for (std::size_t done = 0, count; done < n; done += count) {
      count = std::min(max, n - done);
      destination piece = to_, to = to_;
      piece.to = static_cast<char*>(to_.to) + (row * n_ + at + done) * out_bytes_;
      piece.bytes = count * out_bytes_;
      to.to = narrow_ ? wide(piece_elements(to_.on_gpu)) : piece.to;
      to.bytes = count * law_.info->value_bytes;
      if (each_) {
        fill_each(e, row, first + done, at + done, to, count);
      } else {
        fill_same(to, read(row, 0), [&](const any_distribution& d) {
          fill(to, detail::request_of(e, d, first + done, to.to, count));
        });
      }
      if (narrow_) narrow(static_cast<const std::int64_t*>(to.to), piece, count);
    }
  }

  static void narrow(const std::int64_t* from, const destination& to, std::size_t n) {
    if (to.on_gpu) return gpu_narrow(to, from);
    auto* const x = static_cast<std::int32_t*>(to.to);
    bool lost = false;
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = static_cast<std::int32_t>(from[i]);
      lost = lost || x[i] != from[i];
    }
    if (lost) throw error("a value does not fit int32; expected values that do, or jax_enable_x64");
  }

  /// Makes elements with separate parameters.
  void fill_each(const philox4x32& e, std::size_t row, std::uint64_t first, std::size_t at,
                 const destination& to, std::size_t n) const {
    if (to.on_gpu) return fill_each_on_gpu(e, row, first, at, to, n);
    std::vector<double> values(p_.size() * n);
    for (std::size_t i = 0; i < n; ++i) {
      numbers p = read(row, at + i);
      if (!allowed(p)) p.fill(std::numeric_limits<double>::quiet_NaN());  // so is then the value
      for (std::size_t k = 0; k < p_.size(); ++k) values[k * n + i] = p[k];
    }
    // The library takes arrays of normal numbers' parameters on the CPU.
    const bool takes_arrays = law_.info->takes_arrays || law_.standard;
    const std::vector<float> floats(
        values.begin(), takes_arrays && law_.array_bytes() == sizeof(float) ? values.end() : values.begin());
    const double* columns[detail::max_numbers] = {};
    const void* arrays[detail::max_numbers] = {};
    for (std::size_t k = 0; k < p_.size(); ++k) {
      columns[k] = &values[k * n];
      arrays[k] = floats.empty() ? static_cast<const void*>(columns[k]) : &floats[k * n];
    }
    const detail::request job{&info_of<philox4x32>(), &e, law_.info, nullptr, first, to.to, n, arrays};
    if (takes_arrays) {
      try {
        fill(to, job);
      } catch (const argument_error&) {  // elements with invalid parameters have no value
      }
    } else if (bounds_) {
      const any_distribution standard = any_distribution::of_numbers(*law_.info, nullptr);
      fill(to, detail::request_of(e, standard, first, to.to, n));
      move(to, columns[0], columns[1], 1);
    } else if (law_.info->functions->of_words != nullptr) {
      of_words(job, columns);
    } else {
      throw argument_error("parameter", "an array", std::string("a number for ") + law_.info->name);
    }
  }

  /// The same with parameters in GPU memory.
  void fill_each_on_gpu(const philox4x32& e, std::size_t row, std::uint64_t first, std::size_t at,
                        const destination& to, std::size_t n) const {
    const std::size_t bytes = law_.info->takes_arrays && law_.has_floats() ? sizeof(float) : sizeof(double);
    const std::shared_ptr<void> memory = gpu_scratch(to, p_.size() * n * bytes);
    const void* arrays[detail::max_numbers] = {};
    const double* columns[detail::max_numbers] = {};
    for (std::size_t k = 0; k < p_.size(); ++k) {
      void* const numbers = static_cast<std::byte*>(memory.get()) + k * n * bytes;
      const parameter& p = p_[k];
      const bool one = p.n <= rows_;  // per row
      const std::size_t begin = p.n <= 1 ? 0 : one ? row : row * n_ + at;
      const void* const from =
          p.at == nullptr ? nullptr : static_cast<const std::byte*>(p.at) + begin * bytes_of(p.type);
      gpu_convert(to, {p.type, from, one ? 0u : 1u, std::bit_cast<double>(p.bits)}, law_.info->of_integers,
                  bytes, numbers, n);
      arrays[k] = numbers;
      columns[k] = static_cast<const double*>(numbers);
    }
    const detail::request job{&info_of<philox4x32>(), &e, law_.info, nullptr, first, to.to, n, arrays};
    gpu_fill_separately(to, law_, job, {.arrays = columns, .are_bounds = bounds_, .reported = false},
                        [&](const any_distribution& standard) {
                          gpu_fill(to, detail::request_of(e, standard, first, to.to, n));
                        });
  }

  /// Makes values from words: all at once or, if some parameters are invalid, one by one.
  static void of_words(detail::request job, const double* const* columns) {
    const distribution_info& d = *job.distribution_entry;
    tali::detail::check_range(job.first, job.n, d.words);
    try {
      return fill_of_words(job, columns);
    } catch (const argument_error&) {
    }
    auto* to = static_cast<char*>(job.to);
    const std::size_t n = std::exchange(job.n, 1);
    for (std::size_t i = 0; i < n; ++i, ++job.first, to += d.value_bytes) {
      const double* element[detail::max_numbers] = {};
      for (int k = 0; k < d.numbers; ++k) element[k] = columns[k] + i;
      job.to = to;
      try {
        fill_of_words(job, element);
      } catch (const argument_error&) {
        std::memset(to, 0xff, d.value_bytes);
      }
    }
  }

  std::vector<std::int64_t> wide_;
  std::shared_ptr<void> wide_on_gpu_;
};

void* handle(xla::frame* f, bool on_gpu) noexcept {
  const auto* const extension = static_cast<const xla::metadata_request*>(f->head.extensions);
  if (extension != nullptr && extension->type == xla::metadata_request::type_number) {
    extension->metadata->version = {{sizeof(xla::version), nullptr}, 0, 1};
    extension->metadata->traits = 0;
    return nullptr;
  }
  const detail::standard_float_modes modes;  // XLA's threads flush subnormal numbers to zero
  xla::error_arguments failed{{sizeof failed, nullptr}, nullptr, 3};
  try {
    call(*f, on_gpu).run();
    return nullptr;
  } catch (const std::exception& e) {
    failed.message = e.what();
    return f->api->make_error(&failed);
  }
}

void* on_cpu(xla::frame* f) { return handle(f, false); }
void* on_cuda(xla::frame* f) { return handle(f, true); }

}  // namespace

void add_jax(nb::module_& m) {
  m.def("jax_handlers", [] {
    nb::dict handlers;
    handlers["cpu"] = nb::capsule(reinterpret_cast<void*>(&on_cpu), "xla._CUSTOM_CALL_TARGET");
    if (gpu_built())
      handlers["CUDA"] = nb::capsule(reinterpret_cast<void*>(&on_cuda), "xla._CUSTOM_CALL_TARGET");
    return handlers;
  });
}

}  // namespace tali::python
