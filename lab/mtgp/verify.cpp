// SPDX-License-Identifier: Apache-2.0
#include "verify.hpp"

#include <gf2/euclid.hpp>
#include <gf2/irreducible.hpp>

#include <tali/error.hpp>

#include "equidistribution.hpp"
#include "mtgp/bank.hpp"
#include "source.hpp"

namespace tali::lab::mtgp {

std::array<std::uint8_t, 20> digest(const gf2::polynomial& f) { return tali::detail::sha1_of(f.text()); }

template <mtgp_word Word>
void verify(const mtgp_parameters<Word>& s, const std::string& where) {
  check(s, where);
  constexpr std::uint64_t start = 20120322;
  const gf2::polynomial f =
      gf2::minimal_polynomial(low_output_bits(s, start), static_cast<std::size_t>(s.mexp));
  if (f.degree() != s.mexp) {
    throw argument_error(
        where + "characteristic polynomial",
        "reducible: a factor of degree " + std::to_string(f.degree()) + " makes the outputs' lowest bits",
        "an irreducible polynomial of degree " + std::to_string(s.mexp));
  }
  if (!gf2::frobenius_fixes_z(f)) {
    throw argument_error(where + "characteristic polynomial", "reducible", "an irreducible polynomial");
  }
  const auto sha1 = digest(f);
  if (sha1 != s.sha1) {
    throw argument_error(where + "sha1", detail::to_hex(s.sha1),
                         detail::to_hex(sha1) + ", that of the characteristic polynomial");
  }
  if (f.weight() != static_cast<std::size_t>(s.weight)) {
    throw argument_error(where + "weight", std::to_string(s.weight),
                         std::to_string(f.weight()) + ", that of the characteristic polynomial");
  }
  const int delta = equidistribution(s, f).delta();
  if (delta != s.delta) {
    const bool of_2009 = equidistribution(as_measured_2009(s), f).delta() == s.delta;
    throw argument_error(where + "delta", std::to_string(s.delta) + (of_2009 ? ", as measured in 2009" : ""),
                         std::to_string(delta) + ", the total dimension defect");
  }
}

template void verify(const mtgp_parameters<std::uint32_t>&, const std::string&);
template void verify(const mtgp_parameters<std::uint64_t>&, const std::string&);

}  // namespace tali::lab::mtgp
