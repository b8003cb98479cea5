// SPDX-License-Identifier: Apache-2.0
// An engine and a distribution for every entry of the catalogue, chosen at run time.
#pragma once

#include <string>

#include <tali/any.hpp>

namespace tali::test {

/// Small, so that a bank is made at once, and with what has no default.
inline any_engine example_engine(const engine_info& e) {
  const std::string name = e.name;
  switch (e.kind) {
    case engine_kind::bank:
      return any_engine(name + ":sets=2", 7, 3);
    case engine_kind::quasi:
      return any_engine(name + ":dims=3,points=4000,scramble=owen", 7, 3);
    case engine_kind::per_thread:
      return any_engine(name + ":threads=64", 7, 3);
    default:
      return any_engine(name, 7, 3);
  }
}

inline any_distribution example_distribution(const distribution_info& d) {
  const std::string name = d.name;
  if (name == "direction") return {name, d.type, {{"dimensions", 5.0}}};
  if (name == "dirichlet") return {name, d.type, {{"shapes", "0.5:1:2.5"}}};
  if (name == "multivariate-normal") return {name, d.type, {{"mean", "1:2"}, {"covariance", "2:1:1:3"}}};
  if (name == "multinomial") return {name, d.type, {{"n", 100.0}, {"pvals", "0.5:0.25:0.25"}}};
  if (name == "multivariate-hypergeometric")
    return {name, d.type, {{"colors", "5:10:20"}, {"nsample", 12.0}}};
  if (name == "categorical") return {name, d.type, {{"weights", "1:0:3:0.5"}}};
  return {name, d.type};
}

}  // namespace tali::test
