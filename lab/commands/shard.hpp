// SPDX-License-Identifier: Apache-2.0
// Work in parts that processes do without knowing of each other, and files of what each has found: what a
// shell loop, Slurm's arrays or the ranks of MPI run.
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

  /// Where its share of n things begins, which are cut in order and as evenly as grains allow.
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
/// @param of    the command that makes the whole, and all else that must be the same of all parts
/// @param body  what was found
std::string part_text(const shard& s, const std::string& of, const nlohmann::ordered_json& body);

/// A part and what messages call it.
struct named_part {
  std::string name, text;
};

/// A whole number of a part's body: 1.5 and, of an unsigned T, -1 are none.
/// @throws nlohmann::json::exception if there is none
template <std::integral T>
T whole_number(const nlohmann::ordered_json& j) {
  using json = nlohmann::ordered_json;
  using number = std::conditional_t<std::is_signed_v<T>, json::number_integer_t, json::number_unsigned_t>;
  return static_cast<T>(j.get_ref<const number&>());
}

/// @throws io_error for a file that cannot be read
std::vector<named_part> read_parts(const std::vector<std::string>& files);

/// The bodies of all parts of one whole, in order.
struct joined_parts {
  std::string of;
  std::vector<nlohmann::ordered_json> bodies;
};

/// @throws usage_error that names the file where a part is altered, of another whole or there twice, and the
/// numbers of those that are missing
joined_parts join(const std::vector<named_part>& parts);

}  // namespace tali::tool
