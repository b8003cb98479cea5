// SPDX-License-Identifier: Apache-2.0
#include "tempering_search.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <tuple>

#include <gf2/euclid.hpp>
#include <gf2/modulus.hpp>

#include "equidistribution.hpp"
#include "recursion_search.hpp"
#include "source.hpp"

namespace tali::lab::mtgp {

namespace {

struct stopped {};

/// Bits of a column: its entries in T's rows 0 ... 3.
using column = unsigned;

template <mtgp_word Word>
std::array<Word, 4> with_column(std::array<Word, 4> rows, unsigned bit, column c) {
  for (unsigned i = 0; i < 4; ++i) {
    if ((c >> i & 1) != 0) rows[i] |= static_cast<Word>(Word{1} << bit);
  }
  return rows;
}

/// A choice of the columns of the first bits, with the lattice of the relations among those bits.
template <mtgp_word Word>
struct node {
  std::array<Word, 4> rows{};
  int defect = 0;  // so far
  lattice<Word> relations;
  // The remaining bits, reduced modulo the lattice. By output bit; empty once the bit is in the lattice.
  std::vector<vector_polynomial<Word>> words;
  std::array<vector_polynomial<Word>, 4> inputs;
};

template <mtgp_word Word>
class searcher {
  static constexpr unsigned bits = 8 * sizeof(Word);
  static constexpr unsigned high = significant_bits<Word>;

 public:
  searcher(const mtgp_parameters<Word>& set, const gf2::polynomial& f, choices random,
           const tempering_effort& effort, const std::atomic<bool>& stop)
      : p_(set.mexp),
        f_(f),
        mod_(f),
        parts_(parts_of(set, f)),
        random_(random),
        effort_(effort),
        stop_(stop) {}

  tempering<Word> run() {
    const std::vector<node_pointer> low = beam_of(lightest_first(), bits - high);
    const std::vector<node_pointer> top = beam_of(heaviest_first(), high);
    // Combines every good choice of the low columns with every good choice of the high columns, for the low
    // bits' choices with the smallest defect.
    tempering<Word> best{{}, -1, low.front()->defect, 0};
    for (const node_pointer& h : top) {
      for (const node_pointer& l : low) {
        if (l->defect > low.front()->defect) continue;
        look_at_clock();
        const int delta = h->defect + rest_of_defect(*h, l->rows, best.delta - h->defect);
        if (best.delta < 0 || delta < best.delta) {
          best.delta = delta;
          for (std::size_t i = 0; i < 4; ++i) best.rows[i] = h->rows[i] | l->rows[i];
        }
      }
    }
    return best;
  }

 private:
  // Shared, because several children use the states of a beam's parents.
  using node_pointer = std::shared_ptr<const node<Word>>;
  struct child {
    int defect;
    std::uint32_t tie;  // breaks ties: at random, but the same on every machine
    std::size_t parent;
    column c;
    lattice<Word> relations;
  };

  // Up to this bit the lattices are large and the defects hardly differ: the search keeps one node, and takes
  // the first column without a defect.
  static constexpr unsigned narrow_until = 8;

  static std::vector<unsigned> heaviest_first() {
    std::vector<unsigned> order(bits);
    for (unsigned i = 0; i < bits; ++i) order[i] = bits - 1 - i;
    return order;
  }
  static std::vector<unsigned> lightest_first() {
    std::vector<unsigned> order(bits);
    std::iota(order.begin(), order.end(), 0u);
    return order;
  }

  void look_at_clock() const {
    if (stop_.load(std::memory_order_relaxed)) throw stopped{};
  }

  std::array<column, 16> shuffled() {
    std::array<column, 16> all;
    std::iota(all.begin(), all.end(), 0u);
    for (unsigned i = 15; i > 0; --i) {
      std::swap(all[i], all[static_cast<unsigned>(random_.between(0, static_cast<int>(i)))]);
    }
    return all;
  }

  /// The first bit: all others are expressed as multiples of it.
  node_pointer root(unsigned bit, unsigned n_bits, const std::vector<unsigned>& order) {
    gf2::polynomial first = parts_.words[bit];
    column c = 0;
    do {
      c = static_cast<column>(random_.between(0, 15));
      first = parts_.words[bit];
      for (unsigned i = 0; i < 4; ++i) {
        if ((c >> i & 1) != 0) first += parts_.inputs[i];
      }
    } while (first.degree() < 0);
    const gf2::modulus::residue inverse = mod_.enter(gf2::inverse(first, f_));
    const auto express = [&](const gf2::polynomial& numerator) {
      gf2::modulus::residue r = numerator.words();
      r.resize(mod_.words());
      mod_.multiply(r, r, inverse);
      return vector_polynomial<Word>(gf2::polynomial(std::move(r)));
    };
    auto n =
        std::make_shared<node<Word>>(node<Word>{with_column<Word>({}, bit, c), 0, lattice<Word>(f_), {}, {}});
    n->words.resize(bits);
    // The search of the high bits continues through the low bits at its end; the search of the low bits ends
    // after them.
    const std::size_t needed = n_bits == high ? bits : n_bits;
    for (std::size_t i = 1; i < needed; ++i) n->words[order[i]] = express(parts_.words[order[i]]);
    for (unsigned i = 0; i < 4; ++i) n->inputs[i] = express(parts_.inputs[i]);
    return n;
  }

  static vector_polynomial<Word> combined(const node<Word>& n, unsigned bit, column c) {
    vector_polynomial<Word> x = n.words[bit];
    for (unsigned i = 0; i < 4; ++i) {
      if ((c >> i & 1) != 0) x += n.inputs[i];
    }
    return x;
  }

  int defect_of(const lattice<Word>& l) const {
    return p_ / static_cast<int>(l.rank()) - static_cast<int>(l.shortest());
  }

  /// The children worth keeping, each with its column, best first.
  std::vector<child> children(const std::vector<node_pointer>& parents, unsigned bit, bool narrow) {
    std::vector<child> all;
    for (std::size_t parent = 0; parent < parents.size(); ++parent) {
      for (const column c : shuffled()) {
        look_at_clock();
        child k{0, random_.word(), parent, c, parents[parent]->relations};
        k.relations.add_bit(combined(*parents[parent], bit, c));
        const int d = defect_of(k.relations);
        k.defect = parents[parent]->defect + d;
        all.push_back(std::move(k));
        if (narrow && d == 0) break;
      }
    }
    std::sort(all.begin(), all.end(), [](const child& a, const child& b) {
      return std::tie(a.defect, a.tie, a.parent, a.c) < std::tie(b.defect, b.tie, b.parent, b.c);
    });
    const auto width = static_cast<std::size_t>(narrow ? 1 : effort_.beam);
    if (all.size() > width) all.erase(all.begin() + static_cast<std::ptrdiff_t>(width), all.end());
    return all;
  }

  node_pointer grown(const node<Word>& parent, child&& c, unsigned bit) const {
    auto n = std::make_shared<node<Word>>(node<Word>{with_column(parent.rows, bit, c.c), c.defect,
                                                     std::move(c.relations), parent.words, parent.inputs});
    n->words[bit] = {};
    for (auto& w : n->words) n->relations.reduce(w);
    for (auto& w : n->inputs) n->relations.reduce(w);
    return n;
  }

  /// The best choices of the columns of the first `n_bits` bits in order, best first.
  std::vector<node_pointer> beam_of(const std::vector<unsigned>& order, unsigned n_bits) {
    std::vector<node_pointer> found;
    for (int restart = 0; restart < effort_.restarts; ++restart) {
      std::vector<node_pointer> beam = {root(order[0], n_bits, order)};
      for (unsigned i = 1; i < n_bits; ++i) {
        const bool narrow = i < std::min(narrow_until, n_bits / 2);
        std::vector<node_pointer> next;
        for (child& c : children(beam, order[i], narrow)) {
          const node<Word>& parent = *beam[c.parent];
          next.push_back(grown(parent, std::move(c), order[i]));
        }
        beam = std::move(next);
      }
      found.insert(found.end(), beam.begin(), beam.end());
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const node_pointer& a, const node_pointer& b) { return a->defect < b->defect; });
    found.resize(std::min(found.size(), static_cast<std::size_t>(effort_.beam)));
    return found;
  }

  /// The defect of the low bits' dimensions, after the high bits, with the columns of `low`; or a number of
  /// at least `limit`, if that is not negative.
  int rest_of_defect(const node<Word>& from, const std::array<Word, 4>& low, int limit) const {
    lattice<Word> relations = from.relations;
    int defect = 0;
    for (unsigned bit = bits - high; bit-- > 0;) {
      column c = 0;
      for (unsigned i = 0; i < 4; ++i) c |= static_cast<column>(low[i] >> bit & 1) << i;
      relations.add_bit(combined(from, bit, c));
      defect += defect_of(relations);
      if (limit >= 0 && defect >= limit) break;
    }
    return defect;
  }

  int p_;
  const gf2::polynomial& f_;
  gf2::modulus mod_;
  linear_parts parts_;
  choices random_;
  tempering_effort effort_;
  const std::atomic<bool>& stop_;
};

}  // namespace

template <mtgp_word Word>
std::optional<tempering<Word>> search_tempering(const mtgp_parameters<Word>& set, const gf2::polynomial& f,
                                                const target& t, const tempering_effort& effort,
                                                const std::atomic<bool>& stop) {
  const double begin = cpu_seconds();
  try {
    searcher<Word> s(set, f, choices(t, 8 * sizeof(Word), 1), effort, stop);
    tempering<Word> found = s.run();
    found.seconds = cpu_seconds() - begin;
    return found;
  } catch (const stopped&) {
    return {};
  }
}

template std::optional<tempering<std::uint32_t>> search_tempering(const mtgp_parameters<std::uint32_t>&,
                                                                  const gf2::polynomial&, const target&,
                                                                  const tempering_effort&,
                                                                  const std::atomic<bool>&);
template std::optional<tempering<std::uint64_t>> search_tempering(const mtgp_parameters<std::uint64_t>&,
                                                                  const gf2::polynomial&, const target&,
                                                                  const tempering_effort&,
                                                                  const std::atomic<bool>&);

}  // namespace tali::lab::mtgp
