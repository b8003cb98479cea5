// SPDX-License-Identifier: Apache-2.0
// cuRAND's header of MTGP32 parameters: its location, its parser, and the generator of its sets.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include <tali/engine/mtgp_curand.hpp>
#include <tali/error.hpp>

#include "mtgp/bank.hpp"

namespace tali {

namespace {

using set = mtgp_parameters<std::uint32_t>;

constexpr const char* file_name = "curand_mtgp32dc_p_11213.h";
constexpr std::size_t sets_of_curand = 200;
constexpr int mexp = 11213;

[[noreturn]] void reject(const std::string& header, const std::string& problem) {
  throw argument_error("file", "'" + header + "', " + problem,
                       std::string("the header ") + file_name + " of cuRAND");
}

std::string damaged(std::uint32_t number) { return "but its set " + std::to_string(number) + " is damaged"; }

std::string find_header() {
  std::vector<std::filesystem::path> folders;
  for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* const root = std::getenv(variable);
    if (root != nullptr && *root != '\0') folders.push_back(std::filesystem::path(root) / "include");
  }
#if defined(TALI_CUDA_INCLUDE)
  folders.emplace_back(TALI_CUDA_INCLUDE);
#endif
  folders.emplace_back("/usr/local/cuda/include");
  std::string searched;
  for (const auto& folder : folders) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(folder / file_name, ignored)) return (folder / file_name).string();
    if (searched.find(folder.string()) == std::string::npos)
      searched += (searched.empty() ? "" : ", ") + folder.string();
  }
  throw argument_error("file", "", std::string("the path of ") + file_name + ", which is not in " + searched);
}

/// Reads the initialiser of a C array. Comments may be between its tokens, and parentheses around its
/// numbers.
class initialiser_reader {
 public:
  explicit initialiser_reader(std::string_view text) : rest_(text) {}

  /// If this is the next token, takes it and returns true.
  bool take(char c) {
    skip();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) { good_ = take(c) && good_; }

  std::uint32_t number() {
    skip();
    const bool hex = rest_.starts_with("0x");
    if (hex) rest_.remove_prefix(2);
    std::uint32_t x{};
    const auto [end, failure] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), x, hex ? 16 : 10);
    good_ = good_ && failure == std::errc{};
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return x;
  }
  int small_number() { return static_cast<int>(std::min(number(), std::uint32_t{1} << 20)); }

  template <std::size_t n>
  std::array<std::uint32_t, n> numbers() {
    std::array<std::uint32_t, n> all{};
    expect('{');
    for (std::size_t k = 0; k < n; ++k) {
      if (k != 0) expect(',');
      all[k] = number();
    }
    expect('}');
    return all;
  }

  [[nodiscard]] bool good() const { return good_; }

 private:
  void skip() {
    for (;;) {
      rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n()"), rest_.size()));
      if (!rest_.starts_with("/*")) return;
      const std::size_t end = rest_.find("*/");
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 2);
    }
  }

  std::string_view rest_;
  bool good_ = true;
};

/// An element of the array: exponent, position, shifts, the tables of R and T, T's table for single
/// precision, the mask, and the digest, followed by a zero.
set read_set(initialiser_reader& in, std::size_t number, const std::string& header) {
  set s;
  in.expect('{');
  s.mexp = in.small_number();
  in.expect(',');
  s.middle = in.small_number();
  in.expect(',');
  s.shift1 = in.small_number();
  in.expect(',');
  s.shift2 = in.small_number();
  in.expect(',');
  const auto recursion = in.numbers<16>();
  in.expect(',');
  const auto tempering = in.numbers<16>();
  in.expect(',');
  const auto single = in.numbers<16>();
  in.expect(',');
  s.mask = in.number();
  in.expect(',');
  const auto digest = in.numbers<21>();
  in.expect('}');
  s.number = static_cast<std::uint32_t>(number);
  for (std::size_t k = 0; k < 4; ++k) {
    s.recursion[k] = recursion[std::size_t{1} << k];
    s.tempering[k] = tempering[std::size_t{1} << k];
  }
  bool good = in.good() && s.mexp == mexp && recursion == detail::mtgp_table(s.recursion) &&
              tempering == detail::mtgp_table(s.tempering);
  for (std::size_t k = 0; k < 16; ++k) good = good && single[k] == (tempering[k] >> 9 | 0x3f800000u);
  for (std::size_t k = 0; k < digest.size(); ++k) {
    good = good && digest[k] <= (k < s.sha1.size() ? 0xffu : 0u);
    if (k < s.sha1.size()) s.sha1[k] = static_cast<std::uint8_t>(digest[k]);
  }
  if (!good) reject(header, damaged(s.number));
  try {
    check(s);
  } catch (const argument_error&) {
    reject(header, damaged(s.number));
  }
  return s;
}

}  // namespace

namespace detail {

std::vector<set> curand_mtgp_sets(const std::string& header) {
  const std::string path = header.empty() ? find_header() : header;
  std::error_code ignored;
  std::ifstream in(path);
  if (!in || std::filesystem::is_directory(path, ignored)) throw io_error("read", path, "");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  // The array is declared twice, with and without inline variables of C++; the initialiser follows both.
  constexpr std::string_view name = "mtgp32dc_params_fast_11213[]";
  const std::size_t at = text.rfind(name), brace = text.find('{', at == std::string::npos ? text.size() : at);
  if (brace == std::string::npos) reject(path, std::string("but it has no ") + std::string(name));
  initialiser_reader reader(std::string_view(text).substr(brace));
  reader.expect('{');
  std::vector<set> sets;
  do {
    sets.push_back(read_set(reader, sets.size() + 1, path));
  } while (reader.take(','));
  reader.expect('}');
  if (!reader.good() || sets.size() != sets_of_curand) {
    reject(path, "but it has " + std::to_string(sets.size()) + " of its " + std::to_string(sets_of_curand) +
                     " sets");
  }
  return sets;
}

}  // namespace detail

void detail::check_curand_set(set& s, const std::string& header) {
  const std::string path = header.empty() ? find_header() : header;
  bool good = false;
  try {
    const detail::polynomial_facts found = detail::facts_of_polynomial(s);
    good = found.sha1 == s.sha1;
    s.weight = found.weight;
  } catch (const argument_error&) {  // not of full period
  }
  if (!good) reject(path, damaged(s.number));
}

mtgp32 curand_mtgp32(std::span<const set> sets, std::uint64_t seed, std::uint64_t stream) {
  if (stream != 0) return mtgp32(sets, seed, stream);
  // cuRAND folds the seed to 32 bits; block k, counted from 0, uses the result + k + 1.
  const auto folded = static_cast<std::uint32_t>(seed ^ seed >> 32);
  std::vector<std::uint32_t> seeds;
  seeds.reserve(sets.size());
  for (const set& s : sets) seeds.push_back(folded + s.number);
  return mtgp32::seeded_apart(sets, seeds);
}

}  // namespace tali
