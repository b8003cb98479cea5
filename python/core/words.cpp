// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include <algorithm>
#include <utility>

#include <tali/distribution/bits.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>

namespace tali::python {

namespace {

words& of(void* state) { return *static_cast<words*>(state); }

std::uint64_t next_uint64(void* state) { return of(state).next_pair(); }
std::uint32_t next_uint32(void* state) { return of(state).next(); }
double next_double(void* state) { return static_cast<double>(of(state).next_pair() >> 11) * 0x1p-53; }

}  // namespace

words::words(const any_engine& e, std::uint64_t position)
    : first_{position},
      engine_{e},
      bits_{bits<std::uint32_t>()},
      functions_{this, &next_uint64, &next_uint32, &next_double, &next_uint64} {
  open(e, position);
}

void words::open(const any_engine& e, std::uint64_t position) {
  const engine_kind kind = e.info().kind;
  if (kind == engine_kind::quasi) {
    throw argument_error("engine", quoted(e.info().name),
                         "a pseudo-random engine; tali.Sequence and tali.qmc make points");
  }
  const bool steps = kind == engine_kind::bank || kind == engine_kind::per_thread;
  std::unique_ptr<filler> states;
  if (steps) states = std::make_unique<filler>(cpu{.threads = 1}, e, bits_);
  engine_ = e;
  states_ = std::move(states);
  first_ = position;
  at_ = made_ = 0;
}

void words::seek(std::uint64_t position) {
  if (position - first_ <= made_) {
    at_ = static_cast<std::size_t>(position - first_);
  } else {
    first_ = position;
    at_ = made_ = 0;
  }
}

void words::refill() {
  first_ += made_;
  // After the last of 2^64 words comes the first.
  const std::uint64_t left = ~first_;
  const std::size_t n = left < capacity - 1 ? static_cast<std::size_t>(left) + 1
                                            : capacity - static_cast<std::size_t>(first_ % capacity);
  if (states_) {
    states_->fill(first_, buffer_, n);
  } else {
    tali::fill(cpu{.threads = 1}, engine_, bits_, first_, buffer_, n);
  }
  at_ = 0;
  made_ = n;
}

}  // namespace tali::python
