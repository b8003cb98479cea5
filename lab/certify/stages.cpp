// SPDX-License-Identifier: Apache-2.0
#include "certify/stages.hpp"

#include <initializer_list>

#include <tali/error.hpp>

#include "certify/mixing_tests.hpp"
#include "certify/normal_tests.hpp"
#include "certify/value_cells.hpp"
#include "certify/words_linear.hpp"
#include "certify/words_spectrum.hpp"
#include "certify/words_tests.hpp"

namespace tali::lab::certify {

namespace {

/// The tables of a law that its tests refer to.
struct law_tables {
  explicit law_tables(const law& l)
      : cells(cut(l, value_cells::max_cells)), coarse(cut(l, 32 * value_pairs::side)) {}
  cell_law cells;
  coarse_cells coarse;
};

/// The edges of the energies' cells, for sums of a number of squares.
std::vector<double> energy_edges(std::initializer_list<double> squares) {
  std::vector<double> edges;
  for (const double n : squares) {
    const cell_law c = cut(chi_squared_law(n), block_energy::cells);
    edges.insert(edges.end(), c.edges.begin(), c.edges.end());
  }
  return edges;
}

template <class Test>
class test_stage : public stage<typename Test::element> {
 public:
  using element = typename Test::element;

  [[nodiscard]] std::string name() const override { return Test::name; }
  [[nodiscard]] int chunk() const override { return Test::chunk; }
  [[nodiscard]] int share() const override { return Test::share; }
  [[nodiscard]] tally run(source<element>& from, const chunk_range& chunks, int threads,
                          const progress_report& tell) const override {
    return certify::run(test(), from, chunks, threads, tell);
  }
  [[nodiscard]] tally run_cuda([[maybe_unused]] const cuda_numbers& from,
                               [[maybe_unused]] const chunk_range& chunks,
                               [[maybe_unused]] const progress_report& tell) const override {
#if defined(TALI_HAS_CUDA)
    return run_on_cuda(test(), from, chunks, tell);
#else
    throw device_error("this build is without CUDA");
#endif
  }

  void add(tally& all, const tally& other) const override {
    const tally like = empty_tally<Test>(0);
    if (all.counts.empty() && all.sums.empty()) all = like;
    if (other.counts.size() != like.counts.size() || other.sums.size() != like.sums.size()) {
      throw argument_error(
          std::string("found in stage '") + Test::name + "'",
          std::to_string(other.counts.size()) + " counts and " + std::to_string(other.sums.size()) + " sums",
          std::to_string(like.counts.size()) + " and " + std::to_string(like.sums.size()));
    }
    gather<Test>(all, other);
  }

 protected:
  [[nodiscard]] virtual Test test() const = 0;
};

template <class Test>
class plain_stage final : public test_stage<Test> {
 public:
  [[nodiscard]] outcome judge(const tally& t) const override { return Test::judge(t); }
  [[nodiscard]] Test test() const override { return {}; }
};

class cells_stage final : public test_stage<value_cells> {
 public:
  explicit cells_stage(std::shared_ptr<const law_tables> t) : tables_{std::move(t)} {}
  [[nodiscard]] outcome judge(const tally& t) const override { return value_cells::judge(t, tables_->cells); }
  [[nodiscard]] value_cells test() const override { return value_cells(tables_->cells); }

 private:
  std::shared_ptr<const law_tables> tables_;
};

class pairs_stage final : public test_stage<value_pairs> {
 public:
  explicit pairs_stage(std::shared_ptr<const law_tables> t) : tables_{std::move(t)} {}
  [[nodiscard]] outcome judge(const tally& t) const override {
    return value_pairs::judge(t, tables_->coarse);
  }
  [[nodiscard]] value_pairs test() const override { return value_pairs(tables_->coarse); }

 private:
  std::shared_ptr<const law_tables> tables_;
};

class frequencies_stage final : public test_stage<normal_frequencies> {
 public:
  explicit frequencies_stage(const std::vector<double>& chosen) : test_{chosen} {}
  [[nodiscard]] outcome judge(const tally& t) const override { return test_.judge(t); }
  [[nodiscard]] normal_frequencies test() const override { return test_; }

 private:
  normal_frequencies test_;
};

template <class Test>
class energy_stage final : public test_stage<Test> {
 public:
  explicit energy_stage(std::initializer_list<double> squares) : edges_{energy_edges(squares)} {}
  [[nodiscard]] outcome judge(const tally& t) const override { return Test::judge(t); }
  [[nodiscard]] Test test() const override { return Test(edges_); }

 private:
  std::vector<double> edges_;
};

template <class Element, class... Test>
void add_plain(stage_list<Element>& to) {
  (to.push_back(std::make_unique<plain_stage<Test>>()), ...);
}

template <class Test>
void add_energy(stage_list<double>& to, std::initializer_list<double> squares) {
  to.push_back(std::make_unique<energy_stage<Test>>(squares));
}

template <int run>
void add_mixing(stage_list<double>& to) {
  add_energy<mixing_energy<run>>(to, {mixing_block});
  add_plain<double, mixing_products<run>>(to);
}

}  // namespace

stage_list<std::uint32_t> word_stages() {
  stage_list<std::uint32_t> all;
  add_plain<std::uint32_t, bit_frequency, bit_pairs, serial_pairs, serial_triples, gaps, collisions,
            birthday_spacings, random_walk, hamming_weights, walsh_spectrum, fourier_spectrum,
            linear_complexity_short, linear_complexity_long, matrix_rank<64>, matrix_rank<256>,
            matrix_rank<1024>>(all);
  return all;
}

stage_list<double> value_stages(const law& l) {
  const auto tables = std::make_shared<const law_tables>(l);
  stage_list<double> all;
  all.push_back(std::make_unique<cells_stage>(tables));
  all.push_back(std::make_unique<pairs_stage>(tables));
  return all;
}

stage_list<double> normal_stages(bool is_float, int run, const std::vector<double>& frequencies) {
  stage_list<double> all = value_stages(normal_law(0, 1, is_float));
  add_plain<double, normal_moments, normal_tails, normal_correlations, block_pairs>(all);
  add_energy<block_energy>(all, {32, 64});
  all.push_back(std::make_unique<frequencies_stage>(frequencies));
  if (run == 2) add_mixing<2>(all);
  if (run == 4) add_mixing<4>(all);
  return all;
}

}  // namespace tali::lab::certify
