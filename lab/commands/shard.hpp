// SPDX-License-Identifier: Apache-2.0
// Work in parts for independent processes, and the files of their results: for a shell loop, Slurm's arrays
// or the ranks of MPI.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "flags.hpp"

namespace tali::tool {

/// Part `index` of `count`, counted from 1.
struct shard {
  std::uint64_t index = 1, count = 1;

  /// @throws usage_error unless it is I/N, 1 <= I <= N <= 10^6
  static shard parse(const std::string& text);

  /// The beginning of its share of n things, which are divided in order and as evenly as grains allow.
  [[nodiscard]] std::uint64_t begin(std::uint64_t n, std::uint64_t grain = 1) const {
    return begin_of(index - 1, n, grain);
  }
  [[nodiscard]] std::uint64_t end(std::uint64_t n, std::uint64_t grain = 1) const {
    return begin_of(index, n, grain);
  }

 private:
  [[nodiscard]] std::uint64_t begin_of(std::uint64_t k, std::uint64_t n, std::uint64_t grain) const;
};

/// Adds --part I/N.
void add_part(const parser& command, std::string& to);

/// A part as text with a checksum.
/// @param of    the command that makes the whole, and everything else that all parts must share
/// @param body  the results
std::string part_text(const shard& s, const std::string& of, const nlohmann::ordered_json& body);

/// A part and its name in messages.
struct named_part {
  std::string name, text;
};

/// A whole number of a part's body. 1.5 is not one, nor is -1 for an unsigned T.
/// @throws nlohmann::json::exception if it is not one
template <std::integral T>
T whole_number(const nlohmann::ordered_json& j) {
  using json = nlohmann::ordered_json;
  using number = std::conditional_t<std::is_signed_v<T>, json::number_integer_t, json::number_unsigned_t>;
  return static_cast<T>(j.get_ref<const number&>());
}

/// @throws io_error if a file cannot be read
std::vector<named_part> read_parts(const std::vector<std::string>& files);

/// The bodies of all parts of one whole, in order.
struct joined_parts {
  std::string of;
  std::vector<nlohmann::ordered_json> bodies;
};

/// @throws usage_error that names the file if a part is altered, repeated or of another whole, and the
/// numbers of missing parts
joined_parts join(const std::vector<named_part>& parts);

}  // namespace tali::tool
