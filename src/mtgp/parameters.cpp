// SPDX-License-Identifier: Apache-2.0
// Catalogues of MTGP parameter sets: the CSV reader, its errors, and the writer.
#include <bit>
#include <charconv>
#include <fstream>
#include <map>
#include <ostream>
#include <string_view>

#include <tali/engine/mtgp_parameters.hpp>
#include <tali/error.hpp>

#include "core/string_stream.hpp"

namespace tali {

namespace {

constexpr std::size_t columns = 17;

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

/// The text as a whole number from `low` to `high`; hexadecimal if it begins with 0x.
template <class T>
T number(std::string_view text, T low, T high, const std::string& argument) {
  T value{};
  const bool hex = text.substr(0, 2) == "0x";
  const std::string_view digits = hex ? text.substr(2) : text;
  const auto [rest, failure] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
  if (failure != std::errc{} || rest != digits.data() + digits.size() || value < low || value > high) {
    throw argument_error(argument, quoted(std::string(text)),
                         std::to_string(low) + " to " + std::to_string(high));
  }
  return value;
}

template <mtgp_word Word>
Word word(std::string_view text, const std::string& argument) {
  Word value{};
  if (text.substr(0, 2) == "0x") {
    const auto [rest, failure] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
    if (failure == std::errc{} && rest == text.data() + text.size()) return value;
  }
  throw argument_error(argument, quoted(std::string(text)),
                       "0x and up to " + std::to_string(2 * sizeof(Word)) + " hexadecimal digits");
}

std::array<std::uint8_t, 20> digest(std::string_view text, const std::string& argument) {
  std::array<std::uint8_t, 20> out{};
  bool good = text.size() == 2 * out.size();
  for (std::size_t i = 0; good && i < out.size(); ++i) {
    const char* const at = text.data() + 2 * i;
    const auto [rest, failure] = std::from_chars(at, at + 2, out[i], 16);
    good = failure == std::errc{} && rest == at + 2;
  }
  if (!good) throw argument_error(argument, quoted(std::string(text)), "40 hexadecimal digits");
  return out;
}

/// Whether no sum of some of the rows is zero (linear independence over GF(2)).
template <mtgp_word Word>
bool independent(std::array<Word, 4> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == 0) return false;
    const Word top = std::bit_floor(rows[i]);
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      if ((rows[j] & top) != 0) rows[j] ^= rows[i];
    }
  }
  return true;
}

template <mtgp_word Word>
std::string hex(Word x) {
  char digits[2 * sizeof(Word)];
  const auto [end, failure] = std::to_chars(digits, digits + sizeof digits, x, 16);
  return "0x" + std::string(digits, end);
}

}  // namespace

std::string detail::to_hex(const std::array<std::uint8_t, 20>& digest) {
  std::string out;
  for (const std::uint8_t byte : digest) {
    for (const int shift : {4, 0}) out += "0123456789abcdef"[(byte >> shift) & 15];
  }
  return out;
}

template <mtgp_word Word>
void check(const mtgp_parameters<Word>& s, const std::string& where) {
  const std::span<const int> exponents = detail::mtgp_exponents<Word>();
  std::string allowed;
  bool known = false;
  for (const int p : exponents) {
    known = known || p == s.mexp;
    allowed += (allowed.empty() ? "" : ", ") + std::to_string(p);
  }
  if (!known) throw argument_error(where + "mexp", std::to_string(s.mexp), allowed);
  const auto in = [&](const char* column, int value, int low, int high) {
    if (value < low || value > high) {
      throw argument_error(
          where + column, std::to_string(value),
          std::to_string(low) + " to " + std::to_string(high) + " for mexp " + std::to_string(s.mexp));
    }
  };
  in("pos", s.middle, 2, s.size() - s.steps());
  in("sh1", s.shift1, 1, 31);
  in("sh2", s.shift2, 1, 31);
  const Word mask = detail::mtgp_mask<Word>(s.mexp);
  if (s.mask != mask) {
    throw argument_error(where + "mask", hex(s.mask), hex(mask) + " for mexp " + std::to_string(s.mexp));
  }
}

namespace detail {

template <mtgp_word Word>
mtgp_parameters<Word> parse_mtgp_line(std::string_view line, const std::string& where) {
  const std::vector<std::string_view> f = split(line);
  if (f.size() != columns) {
    throw argument_error(where + "columns", std::to_string(f.size()),
                         std::to_string(columns) + ": " + detail::mtgp_columns);
  }
  constexpr int max = 0x7fffffff;
  mtgp_parameters<Word> s;
  s.mexp = number(f[0], 0, max, where + "mexp");
  s.number = number(f[1], std::uint32_t{0}, ~std::uint32_t{0}, where + "no");
  s.middle = number(f[2], 0, max, where + "pos");
  s.shift1 = number(f[3], 0, max, where + "sh1");
  s.shift2 = number(f[4], 0, max, where + "sh2");
  for (std::size_t k = 0; k < 4; ++k) {
    const std::string entry = std::to_string(1 << k);
    s.recursion[k] = word<Word>(f[5 + k], where + "tbl" + entry);
    s.tempering[k] = word<Word>(f[9 + k], where + "tmp" + entry);
  }
  s.mask = word<Word>(f[13], where + "mask");
  s.sha1 = digest(f[14], where + "sha1");
  s.delta = number(f[15], 0, max, where + "delta");
  s.weight = number(f[16], 0, max, where + "weight");
  check(s, where);
  if (!independent(s.recursion)) {
    throw argument_error(where + "tbl1 to tbl8", "linearly dependent", "independent rows");
  }
  if (s.tempering == decltype(s.tempering){}) {
    throw argument_error(where + "tmp1 to tmp8", "zero", "rows that are not all zero");
  }
  return s;
}

template <mtgp_word Word>
std::vector<mtgp_entry<Word>> read_mtgp_catalogue(std::istream& in, const std::string& name) {
  std::string line;
  const auto next = [&] {
    if (!std::getline(in, line)) return false;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
  };
  if (!next() || line != detail::mtgp_columns) {
    throw argument_error(name + ":1", quoted(line.substr(0, 80)), detail::mtgp_columns);
  }
  std::vector<mtgp_entry<Word>> all;
  std::map<std::pair<int, std::uint32_t>, int> numbers, ids;  // with their lines
  for (int at = 2; next(); ++at) {
    if (line.empty()) continue;
    const std::string where = name + ":" + std::to_string(at) + " ";
    const mtgp_parameters<Word> s = parse_mtgp_line<Word>(line, where);
    const auto once = [&](auto& lines, const char* field, std::uint32_t value) {
      const auto [earlier, is_new] = lines.emplace(std::pair(s.mexp, value), at);
      if (!is_new) {
        throw argument_error(where + field, std::to_string(value),
                             "a number that no other set of mexp " + std::to_string(s.mexp) +
                                 " has, but line " + std::to_string(earlier->second) + " has it");
      }
    };
    once(numbers, "no", s.number);
    once(ids, "ID", s.id());
    all.push_back({s, at});
  }
  if (in.bad()) throw io_error("read", name, "");
  return all;
}

template <mtgp_word Word>
std::vector<mtgp_entry<Word>> read_mtgp_catalogue(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw io_error("read", path, "");
  return read_mtgp_catalogue<Word>(in, path);
}

}  // namespace detail

template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> detail::sets_of(std::span<const detail::mtgp_entry<Word>> catalogue,
                                                   int mexp) {
  std::vector<mtgp_parameters<Word>> out;
  for (const detail::mtgp_entry<Word>& e : catalogue) {
    if (e.set.mexp == mexp) out.push_back(e.set);
  }
  return out;
}

namespace detail {

template <mtgp_word Word>
void write_mtgp_line(std::ostream& out, const mtgp_parameters<Word>& s) {
  string_stream line;
  line << s.mexp << ',' << s.number << ',' << s.middle << ',' << s.shift1 << ',' << s.shift2;
  for (const auto& rows : {s.recursion, s.tempering}) {
    for (const Word row : rows) line << ',' << hex(row);
  }
  line << ',' << hex(s.mask) << ',' << detail::to_hex(s.sha1) << ',' << s.delta << ',' << s.weight << '\n';
  out << line.str();
}

}  // namespace detail

template void check(const mtgp_parameters<std::uint32_t>&, const std::string&);
template mtgp_parameters<std::uint32_t> detail::parse_mtgp_line(std::string_view, const std::string&);
template std::vector<detail::mtgp_entry<std::uint32_t>> detail::read_mtgp_catalogue(std::istream&,
                                                                                    const std::string&);
template std::vector<detail::mtgp_entry<std::uint32_t>> detail::read_mtgp_catalogue(const std::string&);
template std::vector<mtgp_parameters<std::uint32_t>> detail::sets_of(
    std::span<const detail::mtgp_entry<std::uint32_t>>, int);
template void detail::write_mtgp_line(std::ostream&, const mtgp_parameters<std::uint32_t>&);
template void check(const mtgp_parameters<std::uint64_t>&, const std::string&);
template mtgp_parameters<std::uint64_t> detail::parse_mtgp_line(std::string_view, const std::string&);
template std::vector<detail::mtgp_entry<std::uint64_t>> detail::read_mtgp_catalogue(std::istream&,
                                                                                    const std::string&);
template std::vector<detail::mtgp_entry<std::uint64_t>> detail::read_mtgp_catalogue(const std::string&);
template std::vector<mtgp_parameters<std::uint64_t>> detail::sets_of(
    std::span<const detail::mtgp_entry<std::uint64_t>>, int);
template void detail::write_mtgp_line(std::ostream&, const mtgp_parameters<std::uint64_t>&);

}  // namespace tali
