// SPDX-License-Identifier: Apache-2.0
// Launchers of engines are in separate object files, one per engine, which fill one table.
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
