// SPDX-License-Identifier: Apache-2.0
// Launchers of engines stand in objects of their own, one for each engine, which put them into one table.
#pragma once

#include <utility>

namespace tali::cuda_driver {

/// A table that add.operator()<0>(table) ... add.operator()<Engines - 1>(table) fill.
template <class Table, int Engines, class Add>
Table filled_table(const Add& add) {
  Table table{};
  [&]<int... Engine>(std::integer_sequence<int, Engine...>) { (add.template operator()<Engine>(table), ...); }
  (std::make_integer_sequence<int, Engines>{});
  return table;
}

}  // namespace tali::cuda_driver
