// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <tali/direction_numbers.hpp>
#include <tali/error.hpp>

#include "quasi/tables.hpp"

namespace tali::detail {

// Polynomials over GF(2), as bits.

/// Whether x^degree + inner x + 1 is primitive, where the bits of `inner` are the coefficients of
/// x^(degree-1) ... x: x is then a generator of the field's 2^degree - 1 units.
/// @param degree  1 ... 32
bool is_primitive(std::uint32_t degree, std::uint32_t inner);

namespace {

/// a b modulo the polynomial.
std::uint64_t product_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t polynomial,
                             std::uint32_t degree) {
  std::uint64_t product = 0;
  for (; b != 0; b >>= 1) {
    if (b & 1) product ^= a;
    a <<= 1;
    if (a >> degree & 1) a ^= polynomial;
  }
  return product;
}

/// x^exponent modulo the polynomial.
std::uint64_t power_of_x(std::uint64_t exponent, std::uint64_t polynomial, std::uint32_t degree) {
  std::uint64_t result = 1;
  const std::uint64_t x = degree == 1 ? 1 : 2;  // x = 1 modulo x + 1
  for (auto bit = static_cast<int>(std::bit_width(exponent)) - 1; bit >= 0; --bit) {
    result = product_modulo(result, result, polynomial, degree);
    if (exponent >> bit & 1) result = product_modulo(result, x, polynomial, degree);
  }
  return result;
}

}  // namespace

bool is_primitive(std::uint32_t degree, std::uint32_t inner) {
  const std::uint64_t polynomial = (std::uint64_t{1} << degree) | (std::uint64_t{inner} << 1) | 1;
  const std::uint64_t order = (std::uint64_t{1} << degree) - 1;
  if (power_of_x(order, polynomial, degree) != 1) return false;
  std::uint64_t rest = order;
  for (std::uint64_t p = 3; p * p <= rest; p += 2) {
    if (rest % p != 0) continue;
    while (rest % p == 0) rest /= p;
    if (power_of_x(order / p, polynomial, degree) == 1) return false;
  }
  return rest == 1 || rest == order || power_of_x(order / rest, polynomial, degree) != 1;
}

}  // namespace tali::detail

namespace tali {

namespace {

using detail::direction_line;
using detail::direction_tables;

constexpr std::uint32_t max_degree = 32;

/// A line of numbers, with the file's name for error messages.
class line_reader {
 public:
  line_reader(std::string_view text, const std::string& file, std::size_t number)
      : rest_(text), file_(file), number_(number) {}

  [[nodiscard]] bool at_end() {
    const std::size_t next = rest_.find_first_not_of(" \t\r");
    rest_.remove_prefix(next == std::string_view::npos ? rest_.size() : next);
    return rest_.empty();
  }

  /// The next number.
  std::uint64_t next(const std::string& field, const std::string& expected) {
    if (at_end()) fail(field, "", expected);
    const std::size_t length = std::min(rest_.find_first_of(" \t\r"), rest_.size());
    const std::string_view word = rest_.substr(0, length);
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + length, value);
    if (failure != std::errc{} || end != word.data() + length) {
      fail(field, quoted(std::string(word.substr(0, 40))), expected);
    }
    rest_.remove_prefix(length);
    return value;
  }

  /// The rest of the line.
  [[nodiscard]] std::string rest() const { return std::string(rest_.substr(0, 40)); }

  [[noreturn]] void fail(const std::string& field, const argument_value& value,
                         const std::string& expected) const {
    throw argument_error(file_ + ", line " + std::to_string(number_) + ": " + field, value, expected);
  }

 private:
  std::string_view rest_;
  const std::string& file_;
  std::size_t number_;
};

void read_line(direction_tables& t, line_reader line) {
  const std::size_t dimension = t.lines.size() + 2;
  const std::string expected = std::to_string(dimension) + ", the next dimension";
  if (const std::uint64_t d = line.next("the dimension", expected); d != dimension) {
    line.fail("the dimension", std::to_string(d), expected);
  }
  const std::uint64_t s = line.next("degree s", "1 to 32");
  if (s < 1 || s > max_degree) line.fail("degree s", std::to_string(s), "1 to 32");
  const auto degree = static_cast<std::uint32_t>(s);
  const std::uint64_t coefficients = std::uint64_t{1} << (degree - 1);
  const std::string inner_expected = "0 to " + std::to_string(coefficients - 1) +
                                     ", the inner coefficients of a polynomial of degree " +
                                     std::to_string(degree);
  const std::uint64_t a = line.next("a", inner_expected);
  if (a >= coefficients) line.fail("a", std::to_string(a), inner_expected);
  const auto inner = static_cast<std::uint32_t>(a);
  if (!detail::is_primitive(degree, inner)) {
    line.fail("a", std::to_string(a),
              "the inner coefficients of a primitive polynomial of degree " + std::to_string(degree));
  }
  t.lines.push_back({degree, inner, static_cast<std::uint32_t>(t.initial.size())});
  for (std::uint32_t i = 1; i <= degree; ++i) {
    const std::uint64_t limit = std::uint64_t{1} << i;
    const std::string name = "m_" + std::to_string(i);
    const std::string odd_number =
        "an odd number below 2^" + std::to_string(i) + " = " + std::to_string(limit);
    const std::uint64_t m = line.next(name, odd_number);
    if (m % 2 == 0 || m >= limit) line.fail(name, std::to_string(m), odd_number);
    t.initial.push_back(static_cast<std::uint32_t>(m));
  }
  if (!line.at_end()) {
    line.fail("text after m_" + std::to_string(degree), quoted(line.rest()),
              "the end of the line, because a polynomial of degree " + std::to_string(degree) +
                  " has as many numbers");
  }
}

std::unique_ptr<direction_tables> read(std::string_view text, const std::string& name) {
  auto t = std::make_unique<direction_tables>();
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (number == 1 && line.starts_with('d')) continue;  // the names of the columns
    line_reader reader(line, name, number);
    if (reader.at_end()) continue;
    read_line(*t, reader);
  }
  if (t->lines.empty()) {
    throw argument_error(name, "without a dimension", "lines of d s a m_1 ... m_s");
  }
  return t;
}

/// A stream of bits, each byte's least significant bit first.
class bit_reader {
 public:
  explicit bit_reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  /// Whether no whole byte remains.
  [[nodiscard]] bool at_end() const { return next_ + 8 > 8 * bytes_.size(); }

  std::uint32_t next(std::uint32_t bits) {
    std::uint32_t value = 0;
    for (std::uint32_t b = 0; b < bits; ++b, ++next_)
      value |= (std::uint32_t{bytes_[next_ / 8]} >> next_ % 8 & 1) << b;
    return value;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t next_ = 0;
};

std::unique_ptr<direction_tables> unpacked(std::span<const std::uint8_t> bytes) {
  auto t = std::make_unique<direction_tables>();
  for (bit_reader in(bytes); !in.at_end();) {
    const std::uint32_t degree = in.next(5) + 1;
    t->lines.push_back({degree, in.next(degree - 1), static_cast<std::uint32_t>(t->initial.size())});
    for (std::uint32_t i = 0; i < degree; ++i) t->initial.push_back(in.next(i) << 1 | 1);
  }
  return t;
}

template <class Word>
detail::direction_words<Word>& words_of(direction_tables& t) {
  if constexpr (sizeof(Word) == 4) {
    return t.words32;
  } else {
    return t.words64;
  }
}

/// All direction numbers of a dimension, from its first ones, by its polynomial's recurrence.
template <class Word>
void expand(const direction_line& line, const std::uint32_t* m, Word* v) {
  constexpr std::uint32_t bits = 8 * sizeof(Word);
  const std::uint32_t s = line.degree;
  for (std::uint32_t b = 0; b < bits; ++b) {
    if (b < s) {
      v[b] = static_cast<Word>(Word{m[b]} << (bits - 1 - b));
      continue;
    }
    v[b] = v[b - s] ^ (v[b - s] >> s);
    for (std::uint32_t j = 1; j < s; ++j) {
      if (line.inner >> (s - 1 - j) & 1) v[b] ^= v[b - j];
    }
  }
}

}  // namespace

direction_numbers::direction_numbers(direction_tables* tables) : tables_(tables) {}
direction_numbers::direction_numbers(direction_numbers&& other) noexcept
    : tables_(std::exchange(other.tables_, nullptr)) {}
direction_numbers& direction_numbers::operator=(direction_numbers&& other) noexcept {
  std::swap(tables_, other.tables_);
  return *this;
}
direction_numbers::~direction_numbers() { delete tables_; }

const direction_numbers& direction_numbers::joe_kuo() {
  // Never destroyed, because its copies on devices could outlive the devices' drivers.
  static const direction_numbers* const table =
      new direction_numbers(unpacked(detail::joe_kuo_packed()).release());
  return *table;
}

direction_numbers direction_numbers::load(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) throw io_error("read", path, "");
  return parse(text, path);
}

direction_numbers direction_numbers::parse(std::string_view text, const std::string& name) {
  return direction_numbers(read(text, name).release());
}

std::uint32_t direction_numbers::dimensions() const {
  return static_cast<std::uint32_t>(tables_->lines.size()) + 1;
}

template <class Word>
const Word* direction_numbers::by_dimension() const {
  auto& w = words_of<Word>(*tables_);
  std::call_once(w.dimension_once, [&] {
    constexpr std::size_t bits = 8 * sizeof(Word);
    w.by_dimension.resize(dimensions() * bits);
    for (std::size_t b = 0; b < bits; ++b) w.by_dimension[b] = Word{1} << (bits - 1 - b);
    Word* v = w.by_dimension.data();
    for (const direction_line& line : tables_->lines) {
      expand(line, tables_->initial.data() + line.first_m, v += bits);
    }
  });
  return w.by_dimension.data();
}

template <class Word>
const Word* direction_numbers::by_bit() const {
  auto& w = words_of<Word>(*tables_);
  std::call_once(w.bit_once, [&] {
    constexpr std::size_t bits = 8 * sizeof(Word);
    const Word* const v = by_dimension<Word>();
    w.by_bit.assign(pitch() * bits + 64, 0);
    for (std::size_t d = 0; d < dimensions(); ++d) {
      for (std::size_t b = 0; b < bits; ++b) w.by_bit[b * pitch() + d] = v[d * bits + b];
    }
  });
  return w.by_bit.data();
}

template const std::uint32_t* direction_numbers::by_dimension() const;
template const std::uint64_t* direction_numbers::by_dimension() const;
template const std::uint32_t* direction_numbers::by_bit() const;
template const std::uint64_t* direction_numbers::by_bit() const;

std::size_t direction_numbers::pitch() const {
  constexpr std::size_t line = 64;  // vectors of any word are aligned at the beginning
  return (dimensions() + line - 1) / line * line;
}

detail::device_copies& direction_numbers::copies() const { return tables_->copies; }

}  // namespace tali
