#include "train.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <tali/engine/philox4x32.hpp>
#include <tali/error.hpp>

#include "descent.hpp"
#include "law.hpp"
#include "order.hpp"
#include "real.hpp"
#include "search.hpp"

namespace tali::lab::normal {

namespace {

/// Degrees 2 ... 22 go to zero; no entry moves by more than a fiftieth of a standard deviation a step.
constexpr int continued_terms = 11, most_steps = 2000;
constexpr double reach = 0.02;

void perturb(real_table& y, const training_options& options, int round) {
  philox4x32 g(options.seed, std::uint64_t(round));
  const auto uniform = [&] { return (g() + 0.5) * 0x1p-32; };
  for (double& v : y) {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    v += options.perturbation * radius * std::cos(2 * std::numbers::pi * uniform());
  }
}

void expect(const char* name, double value, double low, double high) {
  if (!(value >= low && value <= high)) {
    throw argument_error(name, fmt::format("{}", value), fmt::format("{} to {}", low, high));
  }
}

}  // namespace

void training_options::check() const {
  expect("rounds", rounds, 1, 10000);
  expect("iterations", iterations, 1, 1000000);
  expect("perturbation", perturbation, 0, 0.1);
  expect("radius", radius, 0, 5);
  expect("moves", moves, 0, 1000000);
  expect("swaps", swaps, 0, 1000000000);
}

std::string training_options::text() const {
  return fmt::format(
      "--seed {} --rounds {} --iterations {} --perturbation {} --radius {} --moves {} --swaps {}", seed,
      rounds, iterations, perturbation, radius, moves, swaps);
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
    case training_step::descent: {
      perturb(s.y, options, s.round);
      const double l = descend(s.y, options.iterations);
      if (++s.round >= options.rounds) s.next = training_step::continuation, s.round = 0;
      return fmt::format("descent: log loss {:.3f}", l);
    }
    case training_step::continuation: {
      const int steps = continue_to_zero(s.y, continued_terms, reach, most_steps);
      if (steps < 0) throw error(fmt::format("no zero within {} steps; try another --seed", most_steps));
      s.integers = rounded(s.y);
      s.next = training_step::search;
      s.round = 1;
      return fmt::format("continuation: {} steps, log loss {:.3f}; rounded {:.3f}", steps, loss(s.y),
                         table_loss(s.integers));
    }
    case training_step::search: {
      const int radius = s.round;
      const bool better =
          radius <= options.radius && s.moves < options.moves && improve(s.integers, s.y, radius);
      s.moves += better;
      s.round = better ? 1 : radius + 1;
      if (s.round > options.radius || s.moves >= options.moves) s.next = training_step::order;
      return fmt::format("search: radius {}, {} moves, log loss {:.3f}", radius, s.moves,
                         table_loss(s.integers));
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
