// SPDX-License-Identifier: Apache-2.0
// A random engine and a random distribution of the catalogue, with random parameters.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/error.hpp>

namespace tali::test {

using generator_64 = std::mt19937_64;

inline std::uint64_t below(generator_64& random, std::uint64_t n) { return random() % n; }
inline bool one_in(generator_64& random, std::uint64_t n) { return below(random, n) == 0; }

/// Seeds and streams: small, with few bits, or any.
inline std::uint64_t drawn_word(generator_64& random) {
  const std::uint64_t x = random();
  switch (below(random, 4)) {
    case 0:
      return x % 4;
    case 1:
      return ~std::uint64_t{0} - x % 4;
    default:
      return x;
  }
}

/// An engine: half of them counter-based, and few banks, which take long to reach an index.
inline any_engine drawn_engine(generator_64& random) {
  static const auto of = [](std::initializer_list<engine_kind> kinds) { return engine_list(kinds); };
  static const std::vector<engine_info> lists[] = {of({engine_kind::counter}), of({engine_kind::jumping}),
                                                   of({engine_kind::quasi}),   of({engine_kind::per_thread}),
                                                   of({engine_kind::bank}),    of({engine_kind::words})};
  const std::uint64_t kind = below(random, 100);
  const auto& list = lists[kind < 47 ? 0 : kind < 62 ? 1 : kind < 77 ? 5 : kind < 90 ? 2 : kind < 98 ? 3 : 4];
  const engine_info& info = list[below(random, list.size())];
  std::uint64_t seed = drawn_word(random);
  std::uint64_t stream = drawn_word(random);
  if (info.max_stream != ~std::uint64_t{0}) stream %= info.max_stream + 1;
  std::string text = info.name;
  const auto number = [&](std::uint64_t low, std::uint64_t high) {
    return std::to_string(low + below(random, high - low + 1));
  };
  if (info.kind == engine_kind::bank) {
    text += std::string(text == "mtgp32" ? ":mexp=3217" : ":mexp=23209") + ",sets=" + number(1, 3);
  } else if (info.kind == engine_kind::per_thread) {
    text += ":threads=" + std::to_string(32 * (1 + below(random, 4)));
  } else if (info.kind == engine_kind::quasi) {
    static const char* const scrambles[] = {"none", "shift", "owen"};
    const std::string scramble = scrambles[below(random, 3)];
    if (scramble == "none") seed = stream = 0;
    text += ":dims=" + number(1, one_in(random, 8) ? 900 : 9) + ",points=" + number(1, 3000) +
            ",scramble=" + scramble + ",first=" + number(0, one_in(random, 4) ? 1u << 30 : 100) +
            (one_in(random, 2) ? ",layout=dim-major" : "");
  } else if (one_in(random, 4)) {
    // Moved, so that words lie across groups; in half of these its end is near.
    const std::uint64_t by = one_in(random, 2) ? random() % 200 : 0 - random() % 4000;
    if (text == "pcg32") {
      pcg32 e(seed, stream);
      e.discard(by);
      return e;
    }
    if (text == "philox4x32") {
      philox4x32 e(seed, stream);
      e.discard(by);
      return e;
    }
  }
  return any_engine(text, seed, stream);
}

/// A number for the command line, from moderate ones to the ends of the range.
inline std::string drawn_number(generator_64& random) {
  static const char* const ends[] = {"0",      "1",    "1e-300", "1e-38",      "1e-30",      "1e-6",
                                     "0.001",  "1e6",  "1e9",    "2147483648", "4294967294", "1e18",
                                     "1e30",   "3e38", "1e300",  "-1",         "-1e30",      "0.5",
                                     "5e-324", "2",    "10",     "100"};
  switch (below(random, 4)) {
    case 0:
      return ends[below(random, std::size(ends))];
    case 1:
      return std::to_string(below(random, 2000));
    case 2:
      return std::to_string(static_cast<double>(below(random, 1000)) / 1000);
    default:
      return std::to_string(static_cast<double>(below(random, 1u << 16)) / 512 -
                            (one_in(random, 2) ? 64 : 0));
  }
}

/// Numbers above 0 with colons between them.
inline std::string drawn_list(generator_64& random, std::uint64_t n, bool whole) {
  std::string text;
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t x = 1 + below(random, 4000);
    text += (i == 0 ? "" : ":") + (whole ? std::to_string(x) : std::to_string(static_cast<double>(x) / 512));
  }
  return text;
}

/// Parameters of vectors and categories, by their names; others are of scalars.
inline arguments drawn_parameters(generator_64& random, const distribution_info& info) {
  arguments given;
  const std::uint64_t size = 1 + below(random, one_in(random, 6) ? 70 : 7);
  for (const std::string name : info.names) {
    if (name == "as") {
      // One that any engine takes.
      const bool f32 = std::string(info.type) == "f32", other = one_in(random, 2);
      given.set(name, info.words == 1 ? (!f32    ? "curand-u32"
                                         : other ? "numpy"
                                                 : "torch")
                                      : (f32     ? "std-u64"
                                         : other ? "numpy-mt19937"
                                                 : "torch"));
    } else if (name == "dimensions") {
      given.set(name, std::to_string(size));
    } else if (name == "shapes" || name == "weights") {
      given.set(name, drawn_list(random, size, false));
    } else if (name == "colors") {
      given.set(name, drawn_list(random, size, true));
    } else if (name == "nsample") {
      given.set(name, std::to_string(below(random, size + 1)));
    } else if (name == "pvals") {
      // 1/2, 1/4, ..., the last one twice: their sum is 1.
      std::string text;
      for (std::uint64_t i = 0; i < size; ++i) {
        char p[40];
        std::snprintf(p, sizeof p, "%s%.17g", i == 0 ? "" : ":",
                      std::ldexp(1.0, -static_cast<int>(std::min(i + 1, size - 1))));
        text += p;
      }
      given.set(name, text);
    } else if (name == "covariance") {
      std::string text;
      for (std::uint64_t i = 0; i < size * size; ++i) {
        const std::uint64_t r = i / size, c = i % size;
        text += (i == 0 ? "" : ":") + std::to_string(r == c ? 2.0 + static_cast<double>(r) : 0.25);
      }
      given.set(name, text);
    } else if (info.kind == distribution_kind::vector && name == "mean") {
      given.set(name, drawn_list(random, size, false));
    } else {
      given.set(name, drawn_number(random));
    }
  }
  return given;
}

/// A distribution that e takes. Rejected parameters are drawn again.
inline any_distribution drawn_distribution(generator_64& random, const any_engine& e) {
  const auto all = distribution_list();
  for (int tries = 0;; ++tries) {
    const distribution_info& info = all[below(random, all.size())];
    if (!detail::can_make(e.info(), info)) continue;
    const bool scalar = info.kind == distribution_kind::fixed || info.kind == distribution_kind::rejection;
    if (scalar && (tries > 60 || one_in(random, 8))) return {info.name, info.type};
    try {
      return {info.name, info.type, drawn_parameters(random, info)};
    } catch (const argument_error&) {
    }
  }
}

/// The index of a first element: around 0, 2^32 and 2^34 words, 2^63, the end, or anywhere.
/// @param last   the last element's index
/// @param words  of an element
inline std::uint64_t drawn_first(generator_64& random, std::uint64_t last, std::uint64_t words,
                                 std::uint64_t n) {
  const std::uint64_t near = below(random, 2 * n + 1), latest = last - (n - 1);
  const auto around = [&](std::uint64_t word) {
    const std::uint64_t at = word / words;
    return std::min(at > near ? at - near : 0, latest);
  };
  switch (below(random, 7)) {
    case 0:
    case 1:
      return std::min(near, latest);
    case 2:
      return around(std::uint64_t{1} << 32);
    case 3:
      return around(std::uint64_t{1} << 34);
    case 4:
      return around(std::uint64_t{1} << 63);
    case 5:
      return latest - below(random, std::min<std::uint64_t>(latest, 40) + 1);
    default:
      return latest == 0 ? 0 : below(random, latest);
  }
}

}  // namespace tali::test
