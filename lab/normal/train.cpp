// SPDX-License-Identifier: Apache-2.0
#include "train.hpp"

#include <cmath>

#include <fmt/format.h>

#include <tali/error.hpp>

#include "law.hpp"
#include "loss.hpp"
#include "search.hpp"
#include "series.hpp"

namespace tali::lab::normal {

void expect(const char* name, double value, double low, double high) {
  if (!(value >= low && value <= high)) {
    throw argument_error(name, fmt::format("{}", value), fmt::format("{} to {}", low, high));
  }
}

namespace {

/// No entry moves by more than this per step, in standard deviations.
constexpr double reach = 0.02, levelling_reach = 0.05;
constexpr int max_steps = 2000;

}  // namespace

void training_options::check() const {
  expect("perturbation", perturbation, 0, 0.1);
  expect("rounds", rounds, 0, 10000);
  expect("iterations", iterations, 1, 1000000);
  expect("variants", variants, 1, 4096);
  expect("passes", passes, 0, 1000000);
  expect("swaps", swaps, 0, 1000000000);
}

std::string training_options::text() const {
  return fmt::format(
      "--seed {} --perturbation {} --rounds {} --iterations {} --variants {} --passes {} --swaps {}", seed,
      perturbation, rounds, iterations, variants, passes, swaps);
}

training_state begin_training() {
  training_state s;
  for (const row& r : inverse_cdf_table().rows) {
    for (const std::int32_t v : r) s.y.push_back(v / table_unit);
  }
  return s;
}

std::string advance(training_state& s, const training_options& options) {
  switch (s.next) {
    case training_step::continuation: {
      perturb(s.y, options.perturbation, options.seed, 0);
      const int steps = continue_to_zero(s.y, reach, max_steps);
      if (steps < 0) throw error(fmt::format("no zero within {} steps; try another --seed", max_steps));
      s.next = training_step::levelling;
      return fmt::format("continuation: {} steps, rows' kurtosis {:.4f}", steps, residuals(s.y).kurtosis());
    }
    case training_step::levelling: {
      if (s.round < options.rounds) {
        ++s.round;
        level(s.y, levelling_reach, options.iterations);
        return fmt::format("levelling: round {}, rows' kurtosis {:.4f}", s.round, residuals(s.y).kurtosis());
      }
      polish(s.y);
      s.integers = rounded(s.y);
      const double loss = table_loss(s.integers);
      for (row& r : s.integers.rows) r = equal_variants(r, 1)[0];
      s.next = training_step::search;
      s.round = 0;
      return fmt::format("rounding: conditions within {:.1e}, log loss {:.3f}, with equal variances {:.3f}",
                         residuals(s.y).off(), loss, table_loss(s.integers));
    }
    case training_step::search: {
      if (s.round < options.passes) {
        improve(s.integers, options.variants, s.round++);
        return fmt::format("search: pass {}, log loss {:.3f}", s.round, table_loss(s.integers));
      }
      s.next = training_step::order;
      return fmt::format("search: log loss {:.3f}", table_loss(s.integers));
    }
    case training_step::order: {
      if (const std::string reason = defect(s.integers); !reason.empty())
        throw error("training failed: " + reason);
      const auto k = solve_coefficients<real50>(s.integers);
      const double left = order_rows(s.integers, k, options.seed, options.swaps);
      s.next = training_step::done;
      return fmt::format("order: {:.3g} standard errors a root of outputs left", left);
    }
    case training_step::done:
      break;
  }
  return "done";
}

table train(const training_options& options, training_state s,
            const std::function<void(const std::string&, const training_state&)>& after_step) {
  options.check();
  while (s.next != training_step::done) {
    const std::string line = advance(s, options);
    if (after_step) after_step(line, s);
  }
  s.integers.comments = {"tali normal train " + options.text()};
  return s.integers;
}

}  // namespace tali::lab::normal
