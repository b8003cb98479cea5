// SPDX-License-Identifier: Apache-2.0
#include "transforms.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/core.h>

#include <tali/math/arithmetic.hpp>

#include "cpu/loops.hpp"
#include "errors.hpp"
#include "numbers.hpp"

namespace tali::tool {

namespace {

/// A source that is read in order and keeps its last element: pieces of a transformed sequence overlap by one
/// element, and to go back may cost a jump.
class reader {
 public:
  reader(std::unique_ptr<host_fill> source, std::size_t value_bytes)
      : source_(std::move(source)), value_bytes_{value_bytes} {}

  [[nodiscard]] std::size_t max_elements() const { return source_->piece_bytes() / value_bytes_; }

  /// Elements first ... first + n - 1; n is at most max_elements().
  const unsigned char* read(std::uint64_t first, std::size_t n) {
    if (!buffer_) {
      buffer_ = source_->allocate(source_->piece_bytes() + value_bytes_);
      values_ = static_cast<unsigned char*>(buffer_.get());
    }
    const bool overlaps = have_last_ && last_ == first;
    if (overlaps) std::memmove(values_, values_ + last_offset_, value_bytes_);
    const std::size_t overlap = overlaps ? 1 : 0;
    if (n > overlap) {
      source_->fill(first + overlap, n - overlap, values_ + overlap * value_bytes_);
    }
    have_last_ = true;
    last_ = first + (n - 1);
    last_offset_ = (n - 1) * value_bytes_;
    return values_;
  }

 private:
  std::unique_ptr<host_fill> source_;
  std::size_t value_bytes_;
  std::shared_ptr<void> buffer_;
  unsigned char* values_ = nullptr;
  bool have_last_ = false;
  std::uint64_t last_ = 0;
  std::size_t last_offset_ = 0;
};

template <class T>
class differences : public cpu_host_memory {
 public:
  explicit differences(std::unique_ptr<host_fill> source) : source_(std::move(source), sizeof(T)) {}

  [[nodiscard]] std::size_t piece_bytes() const override { return (source_.max_elements() - 1) * sizeof(T); }
  [[nodiscard]] int threads() const override { return 1; }

  void fill(std::uint64_t first, std::size_t n, void* to) override {
    const unsigned char* const in = source_.read(first, n + 1);
    auto* const out = static_cast<T*>(to);
    T before;
    std::memcpy(&before, in, sizeof before);
    for (std::size_t i = 0; i < n; ++i) {
      T x;
      std::memcpy(&x, in + (i + 1) * sizeof x, sizeof x);
      T y = static_cast<T>(x - before);
      if constexpr (std::is_floating_point_v<T>) {
        if (y < 0) y += 1;  // exact, because both are multiples of the same power of two
      }
      out[i] = y;
      before = x;
    }
  }

 private:
  reader source_;
};

class bits_of_values : public cpu_host_memory {
 public:
  bits_of_values(std::unique_ptr<host_fill> source, bit_range range, std::size_t value_bytes)
      : source_(std::move(source), value_bytes),
        value_bytes_{value_bytes},
        bits_{range.count()},
        shift_{static_cast<int>(8 * value_bytes) - range.high} {}

  /// The size of a source's piece, without the first and last value, some of whose bits may belong to other
  /// pieces.
  [[nodiscard]] std::size_t piece_bytes() const override {
    return std::max<std::size_t>((source_.max_elements() - 2) * static_cast<std::size_t>(bits_) / 32, 1) * 4;
  }
  [[nodiscard]] int threads() const override { return 1; }

  void fill(std::uint64_t first, std::size_t n, void* to) override {
    const auto b = static_cast<std::uint64_t>(bits_);
    // The piece's first bit is bit `phase` of value `from`: 32 first / b, without overflow.
    const std::uint64_t from = first / b * 32 + first % b * 32 / b;
    std::uint64_t phase = first % b * 32 % b;
    const auto values = static_cast<std::size_t>((phase + std::uint64_t{n} * 32 + b - 1) / b);
    const unsigned char* in = source_.read(from, values);
    auto* const out = static_cast<std::uint32_t*>(to);
    std::uint32_t word = 0;
    int filled = 0;
    for (std::size_t i = 0, done = 0; i < values && done < n; ++i, in += value_bytes_) {
      std::uint64_t x = 0;
      if (value_bytes_ == 8) {
        std::memcpy(&x, in, sizeof x);
      } else {
        std::uint32_t word;
        std::memcpy(&word, in, sizeof word);
        x = word;
      }
      x >>= shift_;
      for (auto k = static_cast<int>(b - phase); k-- > 0 && done < n;) {
        word = (word << 1) | static_cast<std::uint32_t>((x >> k) & 1u);
        if (++filled == 32) {
          out[done++] = word;
          filled = 0;
        }
      }
      phase = 0;
    }
  }

 private:
  reader source_;
  std::size_t value_bytes_;
  int bits_, shift_;
};

class uniform_host_fill : public host_fill {
 public:
  uniform_host_fill(std::unique_ptr<host_fill> normals, std::uint32_t (*map)(double), int mapping_threads)
      : normals_(std::move(normals)), map_{map}, mapping_threads_{mapping_threads} {}

  [[nodiscard]] std::size_t piece_bytes() const override {
    return normals_->piece_bytes() / sizeof(double) * sizeof(std::uint32_t);
  }
  [[nodiscard]] int threads() const override { return normals_->threads(); }
  std::shared_ptr<void> allocate(std::size_t bytes) override { return normals_->allocate(bytes); }
  void fill(std::uint64_t first, std::size_t n, void* to) override {
    const std::shared_ptr<void> memory = normals_->allocate(n * sizeof(double));
    normals_->fill(first, n, memory.get());
    auto* const out = static_cast<std::uint32_t*>(to);
    const auto* const normals = static_cast<const double*>(memory.get());
    tali::detail::for_indices(
        mapping_threads_, n, [&](std::uint64_t i) { out[i] = map_(normals[i]); }, 4096);
  }

 private:
  std::unique_ptr<host_fill> normals_;
  std::uint32_t (*map_)(double);
  int mapping_threads_;
};

template <class T>
class scaled_host_fill : public host_fill {
 public:
  scaled_host_fill(std::unique_ptr<host_fill> unit, T low, T high)
      : unit_(std::move(unit)), low_{low}, span_{high - low}, below_high_{std::nextafter(high, low)} {}

  [[nodiscard]] std::size_t piece_bytes() const override { return unit_->piece_bytes(); }
  [[nodiscard]] int threads() const override { return unit_->threads(); }
  std::shared_ptr<void> allocate(std::size_t bytes) override { return unit_->allocate(bytes); }
  void fill(std::uint64_t first, std::size_t n, void* to) override {
    unit_->fill(first, n, to);
    T* const x = static_cast<T*>(to);
    for (std::size_t i = 0; i < n; ++i) x[i] = std::min(tali::fma(span_, x[i], low_), below_high_);
  }

 private:
  std::unique_ptr<host_fill> unit_;
  T low_, span_, below_high_;
};

int bits_of(std::string_view type) { return type == "u8" ? 8 : type.substr(1) == "64" ? 64 : 32; }

}  // namespace

std::unique_ptr<host_fill> make_differences(std::unique_ptr<host_fill> source, std::string_view type) {
  if (type == "f32") return std::make_unique<differences<float>>(std::move(source));
  if (type == "f64") return std::make_unique<differences<double>>(std::move(source));
  if (type == "bf16" || type == "f16") {
    throw argument_error("--dtype", quoted(std::string(type)),
                         "a type of 8, 32 or 64 bits with --difference");
  }
  if (type == "u8") return std::make_unique<differences<std::uint8_t>>(std::move(source));
  if (bits_of(type) == 32) return std::make_unique<differences<std::uint32_t>>(std::move(source));
  return std::make_unique<differences<std::uint64_t>>(std::move(source));
}

bit_range parse_bits(const std::string& text, std::string_view type) {
  bit_range r{};
  const char* const end = text.data() + text.size();
  const int all = bits_of(type);
  const auto low = std::from_chars(text.data(), end, r.low);
  bool good = low.ec == std::errc{} && low.ptr != end && *low.ptr == ':';
  if (good) {
    const auto high = std::from_chars(low.ptr + 1, end, r.high);
    good = high.ec == std::errc{} && high.ptr == end && 1 <= r.low && r.low <= r.high && r.high <= all;
  }
  if (!good) {
    throw argument_error("--bits", quoted(text),
                         fmt::format("LOW:HIGH, bits from 1 to {} counted from the most significant", all));
  }
  return r;
}

std::unique_ptr<host_fill> make_bits(std::unique_ptr<host_fill> source, bit_range range,
                                     std::size_t value_bytes) {
  return std::make_unique<bits_of_values>(std::move(source), range, value_bytes);
}

std::unique_ptr<host_fill> make_scaled(std::unique_ptr<host_fill> unit, std::string_view type, double low,
                                       double high) {
  if (type == "f64") return std::make_unique<scaled_host_fill<double>>(std::move(unit), low, high);
  return std::make_unique<scaled_host_fill<float>>(std::move(unit), static_cast<float>(low),
                                                   static_cast<float>(high));
}

std::unique_ptr<host_fill> make_uniform(std::unique_ptr<host_fill> normals, std::uint32_t (*map)(double),
                                        int mapping_threads) {
  return std::make_unique<uniform_host_fill>(std::move(normals), map, mapping_threads);
}

}  // namespace tali::tool
