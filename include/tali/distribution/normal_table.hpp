#pragma once
#include <cstdint>
namespace tali::normal_table{inline constexpr double a_coefficient=0,b_coefficient=0,c_coefficient=0,c_coefficient_low=0; inline constexpr std::int32_t values[256][16]={};}
