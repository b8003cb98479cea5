// SPDX-License-Identifier: Apache-2.0
#include "mt607.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <vector>

#include <gf2/euclid.hpp>
#include <gf2/irreducible.hpp>
#include <gf2/modulus.hpp>

#include <tali/engine/philox4x32.hpp>

#include "equidistribution.hpp"
#include "random.hpp"
#include "source.hpp"

namespace tali::lab::mtgp {

namespace {

constexpr int degree = 607;
constexpr int bits = 32;
using word = std::uint32_t;

/// The terms of the characteristic polynomial: the factors of a_0 ... a_31, and the constant term.
struct terms {
  std::array<gf2::polynomial, 32> of_bit;
  gf2::polynomial alone;

  terms() {
    gf2::polynomial s(20), t(19);
    s.flip(19);
    s.flip(9);
    t.flip(18);
    t.flip(8);
    of_bit[31] = gf2::polynomial::power(0);
    // A product has twice its factors' capacity, so it is truncated.
    for (std::size_t i = 31; i-- > 0;) of_bit[i] = (of_bit[i + 1] * s).truncated(degree + 1);
    alone = (of_bit[0] * t).truncated(degree + 1);
  }
};

detail::mt607_generator generator_from(const detail::mt607_parameters& p, std::uint64_t start) {
  philox4x32 random(start);
  word state[detail::mt607_generator::state_words];
  for (word& w : state) w = random();
  return {state, p};
}

/// The numerators of the untempered words' bits over f, bit 0 first.
std::vector<gf2::polynomial> word_numerators(std::uint32_t a, const gf2::polynomial& f) {
  detail::mt607_generator g = generator_from({a, 0, 0, 0}, 1);
  std::vector<gf2::polynomial> sequences(bits, gf2::polynomial(degree));
  for (std::size_t i = 0; i < degree; ++i) {
    word out[1];
    g.step(out);
    const word x = g.x[detail::mt607_generator::size - 1];
    for (unsigned k = 0; k < bits; ++k) {
      if ((x >> k & 1) != 0) sequences[k].flip(i);
    }
  }
  for (auto& s : sequences) s = numerator(s, f);
  return sequences;
}

/// The bits of the untempered word whose sum is output bit j.
word sources_of(unsigned j, word b, word c) {
  const auto right = [](unsigned i, unsigned shift) { return i + shift < bits ? word{1} << (i + shift) : 0; };
  const auto first = [&](unsigned i) { return word{1} << i | right(i, 12); };
  const auto second = [&](unsigned i) { return first(i) ^ (i >= 7 && (b >> i & 1) != 0 ? first(i - 7) : 0); };
  const auto third = [&](unsigned i) {
    return second(i) ^ (i >= 15 && (c >> i & 1) != 0 ? second(i - 15) : 0);
  };
  return third(j) ^ (j + 18 < bits ? third(j + 18) : 0);
}

gf2::polynomial sum_of(const std::vector<gf2::polynomial>& words, word selection) {
  gf2::polynomial sum(degree);
  for (unsigned k = 0; k < bits; ++k) {
    if ((selection >> k & 1) != 0) sum += words[k];
  }
  return sum;
}

/// Masks with the bits chosen so far, for the output bits down to some place.
struct masks {
  word b = 0, c = 0, decided = 0;  // `chosen_bits`: of b

  /// All choices of the bits on which output bit j depends and that are not chosen yet: b_j, c_j and, if c_j
  /// is set, b_(j-15). (Bit j also depends on higher bits, through the last shift; those are chosen already.)
  [[nodiscard]] std::vector<masks> choices_of(unsigned j) const {
    std::vector<masks> all = {*this};
    const auto split = [&](auto&& open, auto&& set) {
      for (std::size_t i = 0, n = all.size(); i < n; ++i) {
        if (!open(all[i])) continue;
        masks with = all[i];
        set(with, true);
        set(all[i], false);
        all.push_back(with);
      }
    };
    const auto decide_b = [](unsigned k) {
      return [k](masks& m, bool on) {
        m.decided |= word{1} << k;
        if (on) m.b |= word{1} << k;
      };
    };
    const auto open_b = [](const masks& m, unsigned k) { return k >= 7 && (m.decided >> k & 1) == 0; };
    split([&](const masks& m) { return open_b(m, j); }, decide_b(j));
    if (j < 15) return all;
    split([](const masks&) { return true; }, [&](masks& m, bool on) { m.c |= word{on} << j; });
    split([&](const masks& m) { return (m.c >> j & 1) != 0 && open_b(m, j - 15); }, decide_b(j - 15));
    return all;
  }
};

struct node {
  masks chosen;
  int defect;
  std::uint32_t tie;  // breaks ties: at random, but the same on every machine
  lattice<word> relations;
};

/// Beam search for tempering masks, one output bit at a time, from the most significant one.
detail::mt607_parameters temper(std::uint32_t a, const gf2::polynomial& f, choices random, int beam) {
  std::vector<gf2::polynomial> words = word_numerators(a, f);
  // k(1) = 607 for any choice of the first bit, so that is chosen at random.
  const std::vector<masks> first_choices = masks{}.choices_of(bits - 1);
  const masks first =
      first_choices[static_cast<std::size_t>(random.between(0, static_cast<int>(first_choices.size()) - 1))];
  gf2::modulus mod(f);
  const gf2::modulus::residue inverse =
      mod.enter(gf2::inverse(sum_of(words, sources_of(bits - 1, first.b, first.c)), f));
  for (auto& w : words) {  // as multiples of the first output bit
    gf2::modulus::residue r = w.words();
    r.resize(mod.words());
    mod.multiply(r, r, inverse);
    w = gf2::polynomial(std::move(r));
  }
  std::vector<node> nodes = {{first, 0, 0, lattice<word>(f)}};
  for (unsigned j = bits - 1; j-- > 0;) {
    std::vector<node> next;
    for (const node& parent : nodes) {
      for (const masks& m : parent.chosen.choices_of(j)) {
        node child{m, parent.defect, random.word(), parent.relations};
        child.relations.add_bit(vector_polynomial<word>(sum_of(words, sources_of(j, m.b, m.c))));
        child.defect += degree / static_cast<int>(bits - j) - static_cast<int>(child.relations.shortest());
        next.push_back(std::move(child));
      }
    }
    std::stable_sort(next.begin(), next.end(), [](const node& x, const node& y) {
      return std::tie(x.defect, x.tie) < std::tie(y.defect, y.tie);
    });
    const std::size_t count = std::min(next.size(), static_cast<std::size_t>(beam));
    next.erase(next.begin() + static_cast<std::ptrdiff_t>(count), next.end());
    nodes = std::move(next);
  }
  const node& best = nodes.front();
  return {a, best.chosen.b, best.chosen.c, best.defect};
}

}  // namespace

gf2::polynomial mt607_characteristic(std::uint32_t a) {
  static const terms all;
  gf2::polynomial f = all.alone;
  for (std::size_t i = 0; i < 32; ++i) {
    if ((a >> i & 1) != 0) f += all.of_bit[i];
  }
  return f;
}

gf2::polynomial mt607_output_bits(const detail::mt607_parameters& p, std::uint64_t start) {
  detail::mt607_generator g = generator_from(p, start);
  gf2::polynomial sequence(2 * degree);
  for (std::size_t i = 0; i < 2 * degree; ++i) {
    word out[1];
    g.step(out);
    if ((out[0] & 1) != 0) sequence.flip(i);
  }
  return sequence;
}

dimensions mt607_equidistribution(const detail::mt607_parameters& p) {
  const gf2::polynomial f = mt607_characteristic(p.a);
  const std::vector<gf2::polynomial> words = word_numerators(p.a, f);
  std::vector<gf2::polynomial> outputs;
  for (unsigned j = bits; j-- > 0;) outputs.push_back(sum_of(words, sources_of(j, p.b, p.c)));
  return equidistribution(outputs, f);
}

detail::mt607_parameters search_mt607(std::uint32_t id, std::uint64_t seed, int beam) {
  if (id > 0xffff) throw argument_error("id", std::to_string(id), "0 to 65535");
  if (beam < 1) throw argument_error("beam", std::to_string(beam), "1 or more");
  const target t{degree, id, seed};
  choices random(t, bits, 0);
  // Every upper half with the top bit set, once, in an order that depends on the ID. Without that bit t
  // divides the polynomial.
  const std::uint32_t start = random.word(), stride = random.word() | 1u;
  for (std::uint32_t i = 0; i < 0x8000; ++i) {
    const std::uint32_t a = 0x80000000u | ((start + i * stride) & 0x7fffu) << 16 | id;
    const gf2::polynomial f = mt607_characteristic(a);
    if (gf2::test_irreducibility(f) == gf2::verdict::irreducible) {
      return temper(a, f, choices(t, bits, 1), beam);
    }
  }
  throw argument_error("id", std::to_string(id), "an ID with an irreducible polynomial");
}

void verify_mt607(const detail::mt607_parameters& p, const std::string& where) {
  const gf2::polynomial f = gf2::minimal_polynomial(mt607_output_bits(p, 20120322), degree);
  if (f.degree() != degree || !gf2::frobenius_fixes_z(f)) {
    throw argument_error(where + "a", std::to_string(p.a),
                         "a number with an irreducible characteristic polynomial");
  }
  const int delta = mt607_equidistribution(p).delta();
  if (delta != p.delta) {
    throw argument_error(where + "delta", std::to_string(p.delta),
                         std::to_string(delta) + ", the total dimension defect");
  }
}

}  // namespace tali::lab::mtgp
