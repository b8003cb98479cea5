// SPDX-License-Identifier: Apache-2.0
// The exact laws of the word tests' counts.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "certify/p_values.hpp"
#include "certify/turned.hpp"
#include "certify/words_linear.hpp"
#include "certify/words_spectrum.hpp"
#include "certify/words_tests.hpp"
#include "empirical/chi_squared.hpp"

namespace tali::lab::certify {

namespace {

/// Counts of birthday spacings over 2^20 chunks of AES in counter mode, made by certify-calibrate-birthdays:
/// a law that has no exact form at hand.
constexpr std::array<std::uint64_t, 32> birthday_calibration = {19144,  77125, 153686, 205287, 205372, 163853,
                                                                108905, 62332, 30986,  13558,  5372,   1990,
                                                                676,    205,   66,     14,     4,      1};

/// Standard score of a binomial number with p = 1/2.
double half_score(double ones, double n) { return (2 * ones - n) / std::sqrt(n); }

std::vector<double> as_doubles(std::span<const std::uint64_t> counts) {
  return {counts.begin(), counts.end()};
}

}  // namespace

outcome bit_frequency::judge(const tally& t) {
  outcome o;
  const double n = static_cast<double>(t.chunks) * chunk;
  std::vector<double> z;
  double all = 0;
  for (std::size_t b = 0; b < 32; ++b) {
    z.push_back(half_score(t.sum(b), n));
    all += t.sum(b);
  }
  const double monobit = half_score(all, 32 * n);
  o.p.push_back({"monobit", monobit, normal_tail(monobit)});
  judge_scores(o, "bits", z);
  o.pictures.push_back({"bits", z});
  return o;
}

outcome bit_pairs::judge(const tally& t) {
  outcome o;
  const auto chunks = static_cast<double>(t.chunks);
  // Pictures are matrices [bit][other bit].
  std::vector<double> inside, following, matrix(32 * 32), next_matrix(32 * 32);
  for (std::size_t d = 1; d <= 16; ++d) {
    for (std::size_t b = 0; b < (d < 16 ? 32u : 16u); ++b) {
      const double z = half_score(t.sum(within + (d - 1) * 32 + b), chunks * chunk);
      const std::size_t other = (b + d) % 32;
      inside.push_back(z);
      matrix[b * 32 + other] = matrix[other * 32 + b] = z;
    }
  }
  for (std::size_t d = 0; d < 32; ++d) {
    for (std::size_t b = 0; b < 32; ++b) {
      const double z = half_score(t.sum(next + d * 32 + b), chunks * (chunk - 1));
      following.push_back(z);
      next_matrix[b * 32 + (b + d) % 32] = z;
    }
  }
  judge_scores(o, "within a word", inside);
  judge_scores(o, "with the next word", following);
  o.pictures.push_back({"bit pairs within a word", matrix});
  o.pictures.push_back({"bit pairs with the next word", next_matrix});
  return o;
}

template <int dimension, int bits>
outcome serial_words<dimension, bits>::judge(const tally& t) {
  outcome o;
  const std::vector<double> equal(cells, 1.0 / cells);
  const std::string width = std::to_string(bits) + (bits == 1 ? " bit" : " bits");
  judge_cells(o, "top " + width, t.cells(0, cells), equal);
  judge_cells(o, "lowest " + width, t.cells(cells, cells), equal);
  if (dimension == 2) {
    const double expected = static_cast<double>(t.chunks) * (chunk / dimension) / cells;
    for (const std::size_t first : {std::size_t{0}, std::size_t{cells}}) {
      std::vector<double> z = as_doubles(t.cells(first, cells));
      for (double& x : z) x = (x - expected) / std::sqrt(expected);
      o.pictures.push_back({first == 0 ? "pairs of top bits" : "pairs of lowest bits", std::move(z)});
    }
  }
  return o;
}
template struct serial_words<2, 6>;
template struct serial_words<3, 4>;

outcome gaps::judge(const tally& t) {
  outcome o;
  constexpr double q = 15.0 / 16;
  std::vector<double> p;
  for (int g = 0; g < longest; ++g) p.push_back(std::pow(q, g) / 16);
  p.push_back(std::pow(q, longest));
  for (const std::size_t end : {0u, 1u}) {
    const std::string name = end == 0 ? "top 4 bits" : "lowest 4 bits";
    judge_cells(o, name, t.cells(end * cells, longest + 1), p);
    if (t.counts[end * cells + longest + 1] != 0) {
      o.p.push_back({name + ", chunks without 128 visits",
                     static_cast<double>(t.counts[end * cells + longest + 1]), 0});
    }
  }
  return o;
}

outcome collisions::judge(const tally& t) {
  outcome o;
  constexpr double urns = 1 << 20;
  const auto law = [&](int balls) {
    // p[c]: the probability of c collisions so far, when i - c urns are taken; the last cell has all larger
    // c.
    std::vector<double> p(cells);
    p[0] = 1;
    for (int i = 0; i < balls; ++i) {
      for (int c = cells - 1; c >= 0; --c) {
        const auto at = static_cast<std::size_t>(c);
        const double hit = std::max(0, i - c) / urns, before = c > 0 ? (i - c + 1) / urns : 0;
        const double stay = c == cells - 1 ? 1 : 1 - hit;
        p[at] = p[at] * stay + (c > 0 ? p[at - 1] * before : 0);
      }
    }
    return p;
  };
  const char* const names[] = {"2 words, top bits", "2 words, lowest bits", "4 words, top bits",
                               "4 words, lowest bits"};
  for (std::size_t k = 0; k < 4; ++k) {
    judge_cells(o, names[k], t.cells(k * cells, cells), law(chunk / (k < 2 ? 2 : 4)));
  }
  return o;
}

outcome birthday_spacings::judge(const tally& t) {
  outcome o;
  judge_against(o, "repeated spacings", t.counts, birthday_calibration);
  return o;
}

outcome random_walk::judge(const tally& t) {
  outcome o;
  constexpr int n = steps / 2;
  const std::vector<double> end = half_binomial(steps);
  std::vector<double> maxima, zeros, time;
  const auto at_place = [&](int place) {  // P(the walk ends there)
    return place > steps || (place + steps) % 2 != 0 ? 0 : end[static_cast<std::size_t>((place + steps) / 2)];
  };
  for (int m = 0; m <= steps; ++m) maxima.push_back(at_place(m) + at_place(m + 1));  // Feller III.7
  for (int r = 0; r <= n; ++r) {                                                     // III.6
    zeros.push_back(std::exp(log_choose(steps - r, n) - (steps - r) * std::numbers::ln2));
  }
  for (int k = 0; k <= n; ++k) {  // III.4, the arc sine law
    time.push_back(
        std::exp(log_choose(2 * k, k) + log_choose(steps - 2 * k, n - k) - steps * std::numbers::ln2));
  }
  const char* const names[] = {"whole words", "top bits", "lowest bits"};
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    const std::string name = names[kind];
    judge_cells(o, name + ", end", t.cells(kind * cells + ups, 129), end);
    judge_cells(o, name + ", maximum", t.cells(kind * cells + maximum, 129), maxima);
    judge_cells(o, name + ", returns", t.cells(kind * cells + returns, 65), zeros);
    judge_cells(o, name + ", time above 0", t.cells(kind * cells + above, 65), time);
  }
  return o;
}

outcome hamming_weights::judge(const tally& t) {
  outcome o;
  const std::vector<double> p = half_binomial(32);
  std::vector<double> both;
  for (const double a : p) {
    for (const double b : p) both.push_back(a * b);
  }
  judge_cells(o, "weights", t.cells(weights, 33), p);
  judge_cells(o, "weights of neighbours", t.cells(pairs, 33 * 33), both);
  std::vector<double> z;
  for (std::size_t k = 0; k < lags; ++k) {
    const double n = static_cast<double>(t.chunks) * (chunk - 1 - static_cast<double>(k));
    z.push_back(t.sum(k) / std::sqrt(64 * n));  // a weight has variance 8
  }
  judge_scores(o, "lags 1 to 64", z);
  o.pictures.push_back({"weights at lags", z});
  return o;
}

template <int bits, int planes>
outcome linear_complexity<bits, planes>::judge(const tally& t) {
  outcome o;
  std::vector<double> p(cells);
  // P(L) = 2^(min(2 n - 2 L, 2 L - 1) - n), and 2^-n for 0 (Rueppel, equation 4.1.3).
  for (int l = 1; l <= bits; ++l) {
    const int away = std::clamp(l - bits / 2, -16, 16);
    p[static_cast<std::size_t>(away + 16)] += std::exp2(std::min(2 * bits - 2 * l, 2 * l - 1) - bits);
  }
  const char* const names[] = {"lowest bit", "top bit", "bit 16"};
  for (std::size_t k = 0; k < planes; ++k) {
    judge_cells(o, names[k], t.cells(k * cells, cells), p);
    // A deviation this large cannot be chance, however few chunks there are: each end has a probability below
    // 2^-31.
    const std::uint64_t far = t.counts[k * cells] + t.counts[k * cells + cells - 1];
    if (far != 0) {
      o.p.push_back({std::string(names[k]) + ", far from half the length", static_cast<double>(far),
                     poisson_p(far, static_cast<double>(t.chunks) * (p.front() + p.back()))});
    }
  }
  return o;
}
template struct linear_complexity<4096, 3>;
template struct linear_complexity<32768, 2>;

namespace {

/// The law of a random n x n matrix's rank: P(rank n), n - 1, n - 2, and lower.
std::vector<double> rank_law(int n) {
  std::vector<double> p;
  double rest = 1;
  for (int d = 0; d < 3; ++d) {
    const int r = n - d;
    double x = std::exp2(-static_cast<double>(d) * d);
    for (int i = 0; i < r; ++i) {
      const double a = 1 - std::exp2(i - n);
      x *= a * a / (1 - std::exp2(i - r));
    }
    p.push_back(x);
    rest -= x;
  }
  p.push_back(rest);
  return p;
}

/// Chi-squared, and separately the deficient matrices: with a small state, every matrix is deficient.
void judge_ranks(outcome& o, const std::string& name, std::span<const std::uint64_t> counts, int n) {
  const std::vector<double> p = rank_law(n);
  judge_cells(o, name, counts, p);
  double all = 0;
  for (const std::uint64_t c : counts) all += static_cast<double>(c);
  if (counts[3] != 0 && all * p[3] < 10) {
    const double chance = poisson_p(counts[3], all * p[3]);
    if (chance < 1e-6) o.p.push_back({name + ", three or more less", static_cast<double>(counts[3]), chance});
  }
}

}  // namespace

template <int size>
outcome matrix_rank<size>::judge(const tally& t) {
  outcome o;
  judge_ranks(o, "whole words", t.counts, size);
  return o;
}
template struct matrix_rank<256>;
template struct matrix_rank<1024>;

outcome matrix_rank<64>::judge(const tally& t) {
  outcome o;
  const char* const names[] = {"whole words", "top bits", "lowest bits"};
  for (std::size_t k = 0; k < 3; ++k) judge_ranks(o, names[k], t.cells(k * cells, cells), 64);
  return o;
}

namespace {

/// Powers of many frequencies over n chunks, each a sum of nearly chi-squared variables.
/// @param power    of frequency f, in units of the expectation per degree of freedom
/// @param degrees  of freedom of frequency f, for all chunks together
template <class Power, class Degrees>
void judge_powers(outcome& o, const std::string& spectrum, const std::string& bit, int frequencies,
                  const Power& power, const Degrees& degrees) {
  double smallest = 1, strongest = 0;
  std::vector<double> peaks(static_cast<std::size_t>((frequencies + 31) / 32));
  for (int f = 0; f < frequencies; ++f) {
    const double n = degrees(f), ratio = power(f);
    const double z = (ratio - n) / std::sqrt(2 * n);
    smallest = std::min(smallest, 2 * extremeness(chi_squared_tail(n, ratio)));
    strongest = std::max(strongest, std::abs(z));
    double& peak = peaks[static_cast<std::size_t>(f / 32)];
    if (std::abs(z) > std::abs(peak)) peak = z;
  }
  o.p.push_back({bit + ", strongest of " + std::to_string(frequencies), strongest,
                 -std::expm1(frequencies * std::log1p(-std::min(smallest, 1.0)))});
  o.pictures.push_back({spectrum + ", " + bit, std::move(peaks)});
}

const char* const spectrum_bits[] = {"top bit", "lowest bit"};

}  // namespace

outcome walsh_spectrum::judge(const tally& t) {
  outcome o;
  for (std::size_t bit = 0; bit < 2; ++bit) {
    const auto power = [&](int f) { return t.sum(bit * chunk + static_cast<std::size_t>(f)) / chunk; };
    const auto degrees = [&](int) { return static_cast<double>(t.chunks); };
    judge_powers(o, name, spectrum_bits[bit], chunk, power, degrees);
  }
  return o;
}

fourier_spectrum::fourier_spectrum() {
  static const std::vector<double> all = [] {
    std::vector<double> r;
    for (std::uint32_t j = 0; j < chunk / 2; ++j) {
      const turned at(j << (32 - log_chunk));
      r.push_back(
          as_double(join(bits_of(static_cast<float>(at.cosine)), bits_of(static_cast<float>(at.sine)))));
    }
    return r;
  }();
  rotations = all.data();
}

outcome fourier_spectrum::judge(const tally& t) {
  outcome o;
  for (std::size_t bit = 0; bit < 2; ++bit) {
    const auto is_real = [](int f) { return f == 0 || f == chunk / 2; };
    const auto power = [&](int f) {
      return t.sum(bit * frequencies + static_cast<std::size_t>(f)) / (16.0 * chunk) * (is_real(f) ? 1 : 2);
    };
    const auto degrees = [&](int f) { return static_cast<double>(t.chunks) * (is_real(f) ? 1 : 2); };
    judge_powers(o, name, spectrum_bits[bit], frequencies, power, degrees);
  }
  return o;
}

}  // namespace tali::lab::certify
