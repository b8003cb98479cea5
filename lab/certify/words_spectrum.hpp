// SPDX-License-Identifier: Apache-2.0
// Peaks in the spectra of single bits. The Walsh spectrum shows hidden periods that are powers of two,
// exactly, in integers; the Fourier spectrum shows all others.
//
// Sources: C.-K. Yuen, "Testing random number generators by Walsh transform", IEEE Trans. Computers C-26:4,
// 1977. A. Rukhin et al., "A statistical test suite for random and pseudorandom number generators", NIST SP
// 800-22, 2010, section 2.6, for the discrete Fourier transform of bits; but these tests judge every
// frequency's power over all chunks, not the number of frequencies below a threshold.
#pragma once

#include <cstdint>

#include <tali/math/arithmetic.hpp>

#include "certify/team.hpp"

namespace tali::lab::certify {

/// The 4096 Walsh coefficients of a chunk's bits +1 and -1, squared and summed. A coefficient is a sum of
/// 4096 independent signs: its square has mean n and variance 2 n^2 - 2 n.
struct walsh_spectrum : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "Walsh spectrum";
  static constexpr int chunk = 4096, share = 4;
  static constexpr int sums = 2 * chunk;  // of the top bit, of the lowest
  static constexpr int scratch = chunk;

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t* y) const {
    for (int end = 0; end < 2; ++end) {
      for (int i = team.rank(); i < chunk; i += team.size()) {
        y[i] = ((x[i] >> (end == 0 ? 31 : 0)) & 1u) != 0 ? 1u : 0xffffffffu;
      }
      team.sync();
      for (int h = 1; h < chunk; h *= 2) {
        for (int k = team.rank(); k < chunk / 2; k += team.size()) {
          const int i = k / h * 2 * h + k % h;
          const std::uint32_t a = y[i], b = y[i + h];
          y[i] = a + b;
          y[i + h] = a - b;
        }
        team.sync();
      }
      for (int i = team.rank(); i < chunk; i += team.size()) {
        const auto c = static_cast<std::int32_t>(y[i]);
        team.add_unshared(end * chunk + i, c * c);
      }
      team.sync();
    }
  }
  static outcome judge(const tally& t);
};

/// The powers of the 2049 frequencies k / 4096 of a chunk's bits +1 and -1. |X_k|^2 has mean n and variance
/// n^2 - 2 n, except for k = 0 and n / 2, where X is real and the variance is 2 n^2 - 2 n.
///
/// One transform of floats takes both bits, as real and imaginary part. All rounding has one order, so
/// results are the same on all machines. Its effect on a power, 1e-7 of it, is far below the noise of 2^48
/// numbers, 1e-5.
struct fourier_spectrum : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "Fourier spectrum";
  static constexpr int chunk = 4096, share = 8;
  static constexpr int log_chunk = 12, frequencies = chunk / 2 + 1;
  static constexpr int sums = 2 * frequencies;  // of the top bit, of the lowest; in units of 1/16
  static constexpr int scratch = 2 * chunk;     // real parts, imaginary parts

  fourier_spectrum();
  /// For j < 2048: cosine and sine of j / 4096 turns, two floats of 32 bits in one double.
  const double* rotations;

  [[nodiscard]] static constexpr int table_size() { return chunk / 2; }
  [[nodiscard]] const double* table() const { return rotations; }
  void move_table(const double* to) { rotations = to; }

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t* memory) const {
    for (int i = team.rank(); i < chunk; i += team.size()) {
      memory[i] = bits_of((x[i] >> 31) != 0 ? 1.0f : -1.0f);
      memory[chunk + i] = bits_of((x[i] & 1u) != 0 ? 1.0f : -1.0f);
    }
    team.sync();
    transform(team, memory);
    for (int k = team.rank(); k < frequencies; k += team.size()) {
      // The spectra of two real sequences from the spectrum of one complex sequence, with a factor of 2.
      const int i = place_of(k), j = place_of((chunk - k) % chunk);
      const float a = as_float(memory[i]), b = as_float(memory[chunk + i]), c = as_float(memory[j]),
                  d = as_float(memory[chunk + j]);
      team.add_unshared(k, power(add(a, c), add(b, -d)));
      team.add_unshared(frequencies + k, power(add(b, d), add(c, -a)));
    }
    team.sync();
  }
  static outcome judge(const tally& t);

 private:
  /// Decimation in frequency, in place: frequency k ends at place_of(k).
  template <class Team>
  TALI_FN void transform(const Team& team, std::uint32_t* memory) const {
    for (int h = chunk / 2; h >= 1; h /= 2) {
      for (int pair = team.rank(); pair < chunk / 2; pair += team.size()) {
        const int i = pair / h * 2 * h + pair % h, j = i + h;
        const float a = as_float(memory[i]), b = as_float(memory[chunk + i]), c = as_float(memory[j]),
                    d = as_float(memory[chunk + j]);
        const float re = add(a, -c), im = add(b, -d);
        const std::uint64_t rotation = bits_of(rotations[pair % h * (chunk / 2 / h)]);
        const float cosine = as_float(narrow(rotation)), sine = as_float(narrow(rotation >> 32));
        memory[i] = bits_of(add(a, c));
        memory[chunk + i] = bits_of(add(b, d));
        memory[j] = bits_of(add(multiply(re, cosine), multiply(im, sine)));
        memory[chunk + j] = bits_of(add(multiply(im, cosine), -multiply(re, sine)));
      }
      team.sync();
    }
  }
  TALI_FN static int place_of(int k) {
    int place = 0;
    for (int b = 0; b < log_chunk; ++b) place |= ((k >> b) & 1) << (log_chunk - 1 - b);
    return place;
  }
  /// A quarter of re^2 + im^2, in units of 1/16.
  TALI_FN static std::int64_t power(float re, float im) {
    return units_of(static_cast<double>(add(multiply(re, re), multiply(im, im))), 2);
  }
};

}  // namespace tali::lab::certify
