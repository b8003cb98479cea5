// SPDX-License-Identifier: Apache-2.0
// The demo's third part, something to use random numbers for: the price of a European call option, by Monte
// Carlo and in closed form.
//
// The model is F. Black and M. Scholes, "The Pricing of Options and Corporate Liabilities", J. Political
// Economy 81 (1973); normals come from uniforms by G. E. P. Box and M. E. Muller, "A Note on the Generation
// of Random Normal Deviates", Ann. Math. Statist. 29 (1958).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tali::tool::demo {

/// The right to buy at `strike` in `years` years, for a stock that is worth `spot` today.
struct call_option {
  double spot = 100, strike = 110, rate = 0.03, volatility = 0.25, years = 1;

  /// The closed form, equation 13 of the paper.
  [[nodiscard]] double exact_price() const;
  /// The discounted payoff where the stock's return is driven by the standard normal z.
  [[nodiscard]] double payoff(double z) const;
};

/// Sums over payoffs. Every chunk adds up its own payoffs in order, and the chunks are added in order, so
/// that the result is the same to the last bit whichever thread made the chunks.
class monte_carlo {
 public:
  static constexpr std::size_t chunk = 4096;  ///< payoffs

  struct estimate {
    std::uint64_t n;
    double price, standard_error;
  };

  /// n payoffs, a multiple of the chunk, from n uniform doubles of the engine's sequence.
  /// @param threads  of the CPU; 0: all processors
  /// @param cuda     uniforms from CUDA device 0 instead of the CPU
  monte_carlo(const call_option& option, const std::string& engine, std::uint64_t n, int threads, bool cuda);

  /// From the first `chunks` chunks.
  [[nodiscard]] estimate after(std::size_t chunks) const;
  /// From all.
  [[nodiscard]] estimate result() const { return after(sums_.size()); }
  /// After 1, 2, ... chunks, ever further apart: for a picture with a logarithmic axis.
  [[nodiscard]] std::vector<estimate> history() const;

 private:
  struct sums {
    double payoffs, squares;
  };
  static sums sums_of(const call_option& option, const double* uniforms);

  std::vector<sums> sums_;  // one a chunk
};

}  // namespace tali::tool::demo
