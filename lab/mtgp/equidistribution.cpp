// SPDX-License-Identifier: Apache-2.0
#include "equidistribution.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include <gf2/euclid.hpp>
#include <gf2/modulus.hpp>

#include <tali/error.hpp>

#include "lattice.hpp"

namespace tali::lab::mtgp {

int dimensions::delta() const { return std::accumulate(d.begin(), d.end(), 0); }

namespace {

template <class Word>
dimensions reduce_all(const std::vector<gf2::polynomial>& bits, const gf2::polynomial& f) {
  const auto p = static_cast<int>(f.degree());
  gf2::modulus mod(f);
  const gf2::modulus::residue first = mod.enter(gf2::inverse(bits[0], f));
  lattice<Word> relations(f);
  dimensions all;
  for (std::size_t v = 1; v <= bits.size(); ++v) {
    if (v > 1) {
      // Montgomery's product of a row without the factor R and a row with it has no factor R.
      gf2::modulus::residue r = bits[v - 1].words();
      r.resize(mod.words());
      mod.multiply(r, r, first);
      relations.add_bit(vector_polynomial<Word>(gf2::polynomial(std::move(r))));
    }
    all.k.push_back(static_cast<int>(relations.shortest()));
    all.d.push_back(p / static_cast<int>(v) - all.k.back());
  }
  return all;
}

}  // namespace

dimensions equidistribution(const std::vector<gf2::polynomial>& bits, const gf2::polynomial& f) {
  if (bits.empty() || bits.size() > 64) {
    throw argument_error("bits", std::to_string(bits.size()), "1 to 64 sequences");
  }
  if (bits[0].degree() < 0)
    throw argument_error("bits", "0 everywhere in the first sequence", "a sequence that is not 0 everywhere");
  return bits.size() <= 32 ? reduce_all<std::uint32_t>(bits, f) : reduce_all<std::uint64_t>(bits, f);
}

template <mtgp_word Word>
dimensions equidistribution(const mtgp_parameters<Word>& s, const gf2::polynomial& f, significant end) {
  const linear_parts parts = parts_of(s, f);
  std::vector<gf2::polynomial> bits = parts.words;  // the least significant first
  for (std::size_t k = 0; k < bits.size(); ++k) {
    for (std::size_t i = 0; i < 4; ++i) {
      if ((s.tempering[i] >> k & 1) != 0) bits[k] += parts.inputs[i];
    }
  }
  if (end == significant::most) std::reverse(bits.begin(), bits.end());
  return equidistribution(bits, f);
}

template <mtgp_word Word>
mtgp_parameters<Word> as_measured_2009(mtgp_parameters<Word> set) {
  constexpr bool wide = sizeof(Word) == 8;
  constexpr int first = wide ? 15 : 20, last = wide ? 20 : 23, bits = 8 * sizeof(Word);
  for (int v = first; v <= last; ++v) set.tempering[3] |= Word{1} << (bits - v);
  return set;
}

template mtgp_parameters<std::uint32_t> as_measured_2009(mtgp_parameters<std::uint32_t>);
template mtgp_parameters<std::uint64_t> as_measured_2009(mtgp_parameters<std::uint64_t>);
template dimensions equidistribution(const mtgp_parameters<std::uint32_t>&, const gf2::polynomial&,
                                     significant);
template dimensions equidistribution(const mtgp_parameters<std::uint64_t>&, const gf2::polynomial&,
                                     significant);

}  // namespace tali::lab::mtgp
