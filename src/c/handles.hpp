// SPDX-License-Identifier: Apache-2.0
// The objects to which the handles of tali.h point.
#pragma once

#include <cstdint>

#include <tali.h>

#include <tali/any.hpp>
#include <tali/distribution/permutation.hpp>
#include <tali/filler.hpp>
#include <tali/generator.hpp>

struct tali_engine {
  tali::any_engine it;
};
struct tali_distribution {
  tali::any_distribution it;
};
struct tali_filler {
  tali::filler it;
};
struct tali_generator {
  tali::generator it;
};
struct tali_permutation {
  tali::permutation<std::uint64_t> it;
};
