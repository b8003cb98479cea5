// SPDX-License-Identifier: Apache-2.0
// Sequences and distributions chosen by name at run time, for command lines, bindings and configuration
// files. Code that knows its types at compile time has no need of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <tali/arguments.hpp>
#include <tali/device.hpp>

namespace tali {

/// What the registry says of an engine.
struct engine_info {
  const char* name;
  const char* summary;
  std::uint64_t max_stream;
};

/// What the registry says of a distribution for one value type.
struct distribution_info {
  const char* name;
  const char* type;  ///< u8 u32 u64 i32 i64 f32 f64
  const char* summary;
  const char* parameters;  ///< names, separated by ", "
  int words;               ///< 32-bit words a value; 1 of a variable budget
  std::size_t value_bytes;
  bool rejection;  ///< takes the Philox engines alone
};

/// All engines, in the registry's order.
std::span<const engine_info> engine_list();
/// All distributions, one entry a value type: those of fixed budget in the order of `distributions`, then
/// those of rejection_distributions.
std::span<const distribution_info> distribution_list();

/// An engine of the registry at the beginning of a sequence.
class named_sequence {
 public:
  /// @throws argument_error if there is no such engine, or the stream is out of the engine's range
  named_sequence(std::string_view engine, std::uint64_t seed, std::uint64_t stream);

  [[nodiscard]] int index() const { return index_; }
  [[nodiscard]] const engine_info& info() const { return engine_list()[static_cast<std::size_t>(index_)]; }
  [[nodiscard]] const void* engine() const { return storage_; }

 private:
  int index_;
  alignas(16) std::byte storage_[64];
};

/// A distribution of the registry with its parameters.
class named_distribution {
 public:
  /// @throws argument_error if there is no such distribution or it has no such value type, or for what its
  /// own
  ///         constructor refuses
  named_distribution(std::string_view name, std::string_view type, const arguments& given = {});

  /// Its place in distribution_list(); of a fixed budget also in `distributions`.
  [[nodiscard]] int index() const { return index_; }
  [[nodiscard]] const distribution_info& info() const {
    return distribution_list()[static_cast<std::size_t>(index_)];
  }
  /// @throws argument_error if it has a variable budget and `engine` is none of counter_engines
  void check_engine(std::string_view engine) const;
  [[nodiscard]] const void* distribution() const { return storage_; }

 private:
  int index_;
  alignas(16) std::byte storage_[512];
};

namespace detail {

/// cpu_fill, or cpu_fill_rejection, of a job whose indices are those of engine_list() and
/// distribution_list().
void cpu_fill_named(const cpu& where, const fill_job& job);

/// Whether the job is one of variable budget; then its indices become those of counter_engines and
/// rejection_distributions.
/// @throws argument_error if its engine is none of counter_engines
bool make_rejection(fill_job& job);

}  // namespace detail

/// The work that fills n values of info().value_bytes bytes each at `to`.
inline detail::fill_job job_of(const named_sequence& s, const named_distribution& d, std::uint64_t first,
                               void* to, std::size_t n) {
  return {s.index(), s.engine(), d.index(), d.distribution(), first, to, n};
}

/// As fill in fill.hpp.
inline void fill(const cpu& where, const named_sequence& s, const named_distribution& d, std::uint64_t first,
                 void* to, std::size_t n) {
  detail::cpu_fill_named(where, job_of(s, d, first, to, n));
}

}  // namespace tali
