// The table that the library ships, as the lab's table.
#pragma once

#include "law.hpp"
#include "table.hpp"

namespace tali::lab::normal {

table shipped_table();
coefficients shipped_coefficients();

}  // namespace tali::lab::normal
