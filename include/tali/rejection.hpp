// SPDX-License-Identifier: Apache-2.0
// The list of distributions of variable budget, and their fills. They take the Philox engines alone, whose
// words can be named by a counter (law 6). A distribution is one header and one line here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <tali/device.hpp>
#include <tali/distribution/beta.hpp>
#include <tali/distribution/binomial.hpp>
#include <tali/distribution/chi_squared.hpp>
#include <tali/distribution/gamma.hpp>
#include <tali/distribution/hypergeometric.hpp>
#include <tali/distribution/negative_binomial.hpp>
#include <tali/distribution/poisson.hpp>
#include <tali/distribution/truncated_normal.hpp>
#include <tali/distribution/von_mises.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/registry.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

using counter_engines = type_list<philox4x32, philox4x32_7>;

using rejection_distributions = type_list<  //
    gamma<float>,                           //
    gamma<double>,                          //
    chi_squared<float>,                     //
    chi_squared<double>,                    //
    beta<float>,                            //
    beta<double>,                           //
    fisher_f<float>,                        //
    fisher_f<double>,                       //
    poisson<std::uint32_t>,                 //
    poisson<std::int64_t>,                  //
    binomial<std::uint32_t>,                //
    binomial<std::int64_t>,                 //
    von_mises<float>,                       //
    von_mises<double>,                      //
    truncated_normal<float>,                //
    truncated_normal<double>,               //
    negative_binomial<std::uint32_t>,       //
    negative_binomial<std::int64_t>,        //
    hypergeometric<std::uint32_t>,          //
    hypergeometric<std::int64_t>>;

/// An engine that variable distributions take.
template <class E>
concept counter_engine = counter_engines::index_of<E>()
>= 0;

template <class D>
concept registered_rejection_distribution = rejection_distributions::index_of<D>()
>= 0;

/// Attempts of a sample were used up before one was accepted: of a proposal that hardly ever is.
class sampling_error : public error {
 public:
  explicit sampling_error(std::uint64_t index)
      : error("sample " + std::to_string(index) + " had " + std::to_string(most_attempts) +
              " attempts and none was accepted; allowed: a proposal that is accepted sometimes"),
        index_(index) {}

  [[nodiscard]] std::uint64_t index() const noexcept { return index_; }

 private:
  std::uint64_t index_;
};

namespace detail {

/// A fill of samples: fill_job whose indices are those of counter_engines and rejection_distributions.
/// `arrays` holds the parameter arrays instead of the distribution's own parameters, unless null.
struct rejection_job {
  fill_job fill;
  const void* const* arrays;
};

void cpu_fill_rejection(const cpu& where, const rejection_job& job);

}  // namespace detail

/// Writes samples first ... first + to.size() - 1 of distribution d over sequence e to `to`. The bits depend
/// on e, d and the index alone: not on threads, SIMD level, schedule or cuts.
/// @throws argument_error as fill in fill.hpp; sampling_error with the first sample that all attempts failed
template <counter_engine E, registered_rejection_distribution D>
void fill(const cpu& where, const E& e, const D& d, std::uint64_t first,
          std::span<typename D::result_type> to) {
  detail::cpu_fill_rejection(
      where, {{counter_engines::index_of<E>(), &e, rejection_distributions::index_of<D>(), &d, first,
               to.data(), to.size()},
              nullptr});
}

/// The same with parameters of its own for every sample: sample first + i has parameters p.at[...][i]. Where
/// they are those of a distribution, the value is that distribution's, to the bit.
/// @throws as above; argument_error with the first index whose parameters are not allowed. Then `to` holds
/// anything.
template <counter_engine E, registered_rejection_distribution D>
void fill_each(const cpu& where, const E& e, const parameter_arrays<D>& p, std::uint64_t first,
               std::span<typename D::result_type> to) {
  const void* arrays[detail::parameter_count<D>];
  for (int k = 0; k < detail::parameter_count<D>; ++k) arrays[k] = p.at[k];
  detail::cpu_fill_rejection(
      where, {{counter_engines::index_of<E>(), &e, rejection_distributions::index_of<D>(), nullptr, first,
               to.data(), to.size()},
              arrays});
}

}  // namespace tali
