// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include <tali/error.hpp>

namespace tali::lab::normal {

namespace {

constexpr const char* header = "tali-normal-table 1";
constexpr const char* comment_mark = "# ";

[[noreturn]] void refuse(const std::string& name, int line, const std::string& reason) {
  throw io_error("read", name, "line " + std::to_string(line) + ": " + reason);
}

row read_row(const std::string& text, const std::string& name, int line) {
  row values{};
  std::size_t n = 0;
  std::istringstream words(text);
  for (std::string word; words >> word; ++n) {
    if (n == row_size) refuse(name, line, "more than 256 values; expected 256");
    char* end = nullptr;
    errno = 0;
    const long long v = std::strtoll(word.c_str(), &end, 10);
    using int32 = std::numeric_limits<std::int32_t>;
    if (*end != '\0') refuse(name, line, "\"" + word + "\" is not an integer");
    if (errno == ERANGE || v < int32::min() || v > int32::max()) {
      refuse(name, line,
             "value " + std::to_string(n + 1) + " is " + word + "; expected a signed integer of 32 bits");
    }
    values[n] = static_cast<std::int32_t>(v);
  }
  if (n != row_size) refuse(name, line, std::to_string(n) + " values; expected 256");
  return values;
}

}  // namespace

table read_table(std::istream& in, const std::string& name) {
  table t;
  std::string text;
  int line = 1;
  if (!std::getline(in, text) || text != header) {
    refuse(name, line, "not a table of this version; the first line must be \"" + std::string(header) + "\"");
  }
  std::size_t n = 0;
  while (std::getline(in, text)) {
    ++line;
    if (text.empty()) continue;
    if (text[0] == '#') {
      t.comments.push_back(text.substr(
          text.find_first_not_of("# ") == std::string::npos ? text.size() : text.find_first_not_of("# ")));
      continue;
    }
    if (n == row_count) refuse(name, line, "more than 16 rows; expected 16");
    t.rows[n++] = read_row(text, name, line);
  }
  if (in.bad()) throw io_error("read", name, "");
  if (n != row_count) refuse(name, line, "the file ends after " + std::to_string(n) + " rows; expected 16");
  if (const std::string reason = defect(t); !reason.empty()) refuse(name, line, reason);
  return t;
}

table read_table(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw io_error("read", file.string(), std::strerror(errno));
  return read_table(in, file.string());
}

void write_table(std::ostream& out, const table& t) {
  out << header << '\n';
  for (const std::string& c : t.comments) out << comment_mark << c << '\n';
  for (const row& r : t.rows) {
    for (std::size_t i = 0; i < r.size(); ++i) out << (i ? " " : "") << r[i];
    out << '\n';
  }
}

double fourth_cumulant(const table& t) {
  using boost::multiprecision::int256_t;
  int256_t sum = 0;  // sum of row_size^2 times each row's m4 - 3 m2^2
  for (const row& r : t.rows) {
    int256_t m2 = 0, m4 = 0;
    for (const int256_t v : r) m2 += v * v, m4 += v * v * v * v;
    sum += row_size * m4 - 3 * m2 * m2;
  }
  return std::ldexp(sum.convert_to<double>() / (double{row_size} * row_size), -96);
}

std::string defect(const table& t) {
  std::int64_t largest = 0;
  for (const row& r : t.rows) {
    std::int64_t m = 0;
    for (const std::int64_t v : r) m = std::max(m, v < 0 ? -v : v);
    largest += copies * m;
  }
  if (largest > std::numeric_limits<std::int32_t>::max()) {
    return "a sum of 32 values can reach " + std::to_string(largest) + "; expected at most 2^31 - 1";
  }
  if (const double k4 = fourth_cumulant(t); !(k4 > 0)) {
    std::ostringstream s;
    s << "the rows' sum is not leptokurtic: its fourth cumulant is " << k4
      << " in units of 2^96; expected a positive number, so that a uniform share can bring the kurtosis to 3";
    return s.str();
  }
  return {};
}

table inverse_cdf_table() {
  table t;
  for (int i = 0; i < row_count * row_size; ++i) {
    // p = (1 + erf(x / sqrt 2)) / 2, so erf(x / sqrt 2) = 2p - 1, which is exact here.
    const long double q = (i + 0.5L) / 4096;
    const long double x = std::sqrt(2.0L) * boost::math::erf_inv(q);
    t.rows[std::size_t(i % row_count)][std::size_t(i / row_count)] =
        static_cast<std::int32_t>(std::lround(x * static_cast<long double>(table_unit)));
  }
  t.comments = {"normal quantiles at p = 1/2 + (i + 1/2) / 8192, row i mod 16, times 2^24 and rounded"};
  return t;
}

}  // namespace tali::lab::normal
