// SPDX-License-Identifier: Apache-2.0
// The filler of an engine that keeps no state between calls.
#pragma once

#include <utility>

#include <tali/filler.hpp>

namespace tali::detail {

/// @tparam Where  a device with a fill for engines and distributions chosen at run time
template <class Where>
class stateless_filler : public filler::implementation {
 public:
  stateless_filler(const Where& where, any_engine e, any_distribution d)
      : where_(where), engine_(std::move(e)), distribution_(std::move(d)) {}

  void fill(std::uint64_t first, void* to, std::size_t n) override {
    tali::fill(where_, engine_, distribution_, first, to, n);
  }

 private:
  Where where_;
  any_engine engine_;
  any_distribution distribution_;
};

}  // namespace tali::detail
