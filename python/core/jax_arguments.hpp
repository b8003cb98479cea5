// SPDX-License-Identifier: Apache-2.0
// What a call of tali.jax's handler gets from XLA. Its arguments: the keys, as rows of four 32-bit words (the
// bytes of tali::key); if the result is a part of the rows, the block's number along each dimension; and
// buffers of parameters, each with one number for all rows, one per row or one per element. Attributes are
// lists of 64-bit integers:
//   law      the law's index
//   shape    the shape of a whole row
//   numbers  the parameters, as the bits of doubles; for uniform numbers, two bounds or none
//   given    the indices of the parameters that are in buffers instead
#pragma once

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tali/error.hpp>
#include <tali/key.hpp>

#include "cuda.hpp"
#include "laws.hpp"
#include "memory.hpp"
#include "xla_ffi.hpp"

namespace tali::python::jax {

using integers = std::span<const std::int64_t>;

inline value_type type_of(xla::type type) {
  constexpr value_type types[] = {no_type, no_type, no_type, no_type, i32, i64, no_type,
                                  no_type, u32,     u64,     no_type, f32, f64};
  const auto t = static_cast<std::size_t>(type);
  if (t >= std::size(types) || types[t] == no_type)
    throw error("a parameter has a type that the handler does not know");
  return types[t];
}

/// A parameter: one number for all elements, one per row, or one per element.
struct parameter {
  std::uint64_t bits;        ///< the number for all elements, if `at` is null
  const void* at = nullptr;  ///< the numbers, in XLA's memory or copied to the host
  value_type type = no_type;
  std::size_t n = 0;

  /// Number i in the form that laws take: a double, or an integer's bits in a double.
  [[nodiscard]] double read(bool of_integers, std::size_t i) const {
    if (at == nullptr) return std::bit_cast<double>(bits);
    return with_type(type, [&]<class T>(T) {
      const T x = static_cast<const T*>(at)[i];
      return of_integers ? std::bit_cast<double>(static_cast<std::int64_t>(x)) : static_cast<double>(x);
    });
  }
};

inline std::size_t product(integers dims) {
  std::size_t n = 1;
  for (const std::int64_t d : dims) n *= static_cast<std::size_t>(d);
  return n;
}

/// The arguments, which the constructor reads.
class arguments {
 public:
  arguments(const xla::frame& f, bool on_gpu) : frame_{f}, law_{law_at(static_cast<int>(list("law")[0]))} {
    const auto& out = *static_cast<const xla::buffer*>(f.results.at[0]);
    shape_ = list("shape");
    const auto rank = static_cast<std::size_t>(out.rank), batch = rank - shape_.size();
    local_ = integers(out.dims + batch, shape_.size());
    rows_ = product(integers(out.dims, batch));
    n_ = product(local_);
    narrow_ = out.type == xla::type::s32 && std::string_view(law_.info->type) == "i64";
    out_bytes_ = narrow_ ? sizeof(std::int32_t) : law_.info->value_bytes;
    to_.to = out.data;
    to_.bytes = rows_ * n_ * out_bytes_;
    if (to_.bytes == 0) return;
    if (on_gpu) {
      xla::stream_arguments stream{{sizeof stream, nullptr}, f.context, nullptr};
      if (f.api->get_stream(&stream) != nullptr) throw error("XLA gives no stream");
      to_.on_gpu = true;
      to_.device = gpu_device_of(out.data);
      to_.stream = reinterpret_cast<std::uintptr_t>(stream.stream);
    }
    std::size_t next = 0;
    keys_ = {static_cast<const key*>(argument(next++).at), rows_};
    if (!std::ranges::equal(local_, shape_)) {
      const parameter place = on_host(argument(next++));
      for (std::size_t d = 0; d < local_.size(); ++d) {
        const auto block = std::bit_cast<std::int64_t>(place.read(true, d));
        offset_.push_back(static_cast<std::uint64_t>(block * local_[d]));
      }
    }
    for (const std::int64_t bits : list("numbers")) p_.push_back({static_cast<std::uint64_t>(bits)});
    for (const std::int64_t k : list("given")) p_.at(static_cast<std::size_t>(k)) = argument(next++);
    bounds_ = law_.info->numbers == 0 && p_.size() == 2;
    for (const parameter& p : p_) {
      each_ = each_ || p.n > rows_;
      same_ = same_ && p.n <= 1;
    }
    if (!each_) std::ranges::transform(p_, p_.begin(), [&](const parameter& p) { return on_host(p); });
    if (to_.on_gpu && (each_ || !same_ || !offset_.empty())) {
      host_keys_.assign(rows_, key(0));
      gpu_read(to_, keys_.data(), host_keys_.data(), rows_ * sizeof(key));
    }
  }

 protected:
  [[nodiscard]] integers list(std::string_view name) const {
    const xla::attributes& attributes = frame_.attributes;
    for (std::int64_t i = 0; i < attributes.size; ++i) {
      if (name != std::string_view(attributes.names[i]->at, attributes.names[i]->size)) continue;
      const auto& found = *static_cast<const xla::array*>(attributes.at[i]);
      return {static_cast<const std::int64_t*>(found.data), found.size};
    }
    throw error("the call lacks the attribute " + std::string(name));
  }

  [[nodiscard]] parameter argument(std::size_t i) const {
    if (static_cast<std::int64_t>(i) >= frame_.arguments.size) throw error("the call lacks an argument");
    const auto& b = *static_cast<const xla::buffer*>(frame_.arguments.at[i]);
    return {0, b.data, type_of(b.type), product(integers(b.dims, static_cast<std::size_t>(b.rank)))};
  }

  /// The parameter with its numbers in host memory.
  parameter on_host(parameter p) {
    if (to_.on_gpu && p.at != nullptr) {
      copies_.emplace_back(p.n * bytes_of(p.type));
      gpu_read(to_, p.at, copies_.back().data(), copies_.back().size());
      p.at = copies_.back().data();
    }
    return p;
  }

  [[nodiscard]] const key& host_key(std::size_t row) const {
    return to_.on_gpu ? host_keys_[row] : keys_[row];
  }

  const xla::frame& frame_;
  const law& law_;
  integers shape_, local_;
  std::size_t rows_ = 0, n_ = 0, out_bytes_ = 0;
  bool narrow_ = false, bounds_ = false, each_ = false, same_ = true;
  destination to_;
  std::span<const key> keys_;
  std::vector<std::uint64_t> offset_;
  std::vector<parameter> p_;
  std::vector<std::vector<std::byte>> copies_;
  std::vector<key> host_keys_;  ///< copies of keys in GPU memory, where the host needs them
};

}  // namespace tali::python::jax
