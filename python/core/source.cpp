// SPDX-License-Identifier: Apache-2.0
// A source's position and engines, and fills of whole destinations.
#include "source.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <tali/detail/generator_state.hpp>
#include <tali/detail/require.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "cuda.hpp"
#include "registry/functions.hpp"

namespace tali::python {

namespace {

constexpr std::uint64_t last_position = detail::generator_state::last_position;
/// Fills of at most this many values take them from the values made ahead.
constexpr std::size_t few = 32;

bool needs_states(engine_kind kind) { return kind == engine_kind::bank || kind == engine_kind::per_thread; }

/// Constructs an engine with direct access to any index, by name.
any_engine engine_named(const std::string& name, detail::sequence_key key) {
  if (name == philox4x32::name) return philox4x32(key.seed, key.stream);
  const any_engine begin(name);
  return any_engine(name, key.seed, key.stream & begin.info().max_stream);
}

}  // namespace

source::source(std::string engine, std::uint64_t seed, std::uint64_t stream, std::uint64_t position)
    : engine_(std::move(engine)), key_{seed, stream}, ahead_(laws().size()) {
  if (engine_ != philox4x32::name) {
    std::vector<std::string> names;
    for (const engine_info& e : detail::indexed_engine_list()) names.emplace_back(e.name);
    if (std::find(names.begin(), names.end(), engine_) == names.end())
      throw argument_error("engine", quoted(engine_), "", names);
  }
  seek(position);
}

source::source(const any_engine& sequence, std::uint64_t first)
    : engine_(sequence.info().name), sequence_(sequence), position_(first), ahead_(laws().size()) {
  if (needs_states(sequence.info().kind)) bank_ = std::make_shared<bank>();
}

std::unique_ptr<source> source::at(std::uint64_t position) const {
  if (is_generator()) return std::make_unique<source>(engine_, key_.seed, key_.stream, position);
  auto copy = std::make_unique<source>(*sequence_, position);
  copy->bank_ = bank_;
  return copy;
}

void source::seek(std::uint64_t position) {
  detail::require(!is_generator() || position <= last_position, "position", position, "at most 2^62");
  position_ = position;
}

detail::sequence_key source::substream(std::uint32_t tag) const { return detail::substream_key(key_, tag); }

detail::any_ahead& source::ahead(int law_index) {
  auto& found = ahead_.at(static_cast<std::size_t>(law_index));
  if (!found) {
    const distribution_info& d = *law_at(law_index).info;
    found = std::make_unique<detail::any_ahead>(
        is_generator() ? engine_named(engine_, substream(d.substream)) : *sequence_, d,
        is_generator() ? last_position - 1 : std::numeric_limits<std::uint64_t>::max());
  }
  return *found;
}

const any_engine& source::engine_of(int law_index) {
  return is_generator() ? ahead(law_index).engine() : *sequence_;
}

std::uint64_t source::take(std::uint64_t n) {
  if (is_generator() && n > last_position - position_) {
    throw argument_error("position + count", std::to_string(position_) + " + " + std::to_string(n),
                         "at most 2^62");
  }
  const std::uint64_t first = position_;
  position_ += n;
  return first;
}

const any_distribution* source::distribution_of(int law_index, const double* p) {
  constexpr std::size_t bytes = sizeof last_.parameters;
  if (last_.law_index != law_index || std::memcmp(last_.parameters, p, bytes) != 0) {
    last_.law_index = -1;
    try {
      last_.d.emplace(any_distribution::of_numbers(*law_at(law_index).info, p));
    } catch (const argument_error&) {
      return nullptr;
    }
    last_.law_index = law_index;
    std::memcpy(last_.parameters, p, bytes);
  }
  return &*last_.d;
}

bool source::take_ahead(int law_index, const double* p, std::size_t n, void* to) {
  if (bank_ || (is_generator() && n > last_position - position_)) return false;
  if (!ahead(law_index).copy(position_, n, p, to)) return false;
  position_ += n;
  return true;
}

bool source::fill_numbers(int law_index, const double* p, const destination& to, std::size_t n) {
  if (law_at(law_index).has_bad_sign(p))
    return false;  // the caller reports the error; the library accepts -0
  if (n <= few && !to.on_gpu) return take_ahead(law_index, p, n, to.to);
  const any_distribution* const d = distribution_of(law_index, p);
  if (d != nullptr) fill_into(any_distribution(*d), to, n);
  return d != nullptr;
}

bool source::fill_between(int law_index, double low, double high, const destination& to, std::size_t n) {
  const law& l = law_at(law_index);
  const bounds b{&low, 0, &high, 0};
  if (n > few || to.on_gpu) {
    fill_each_bounds(l, b, to, n);
    return true;
  }
  const double none[detail::max_numbers] = {};
  if (!take_ahead(law_index, none, n, to.to)) return false;
  apply_bounds(l.info->value_bytes, b, to.to, n);
  return true;
}

bool source::fill_narrow(int law_index, const double* p, value_type type, void* to, std::size_t n) {
  std::uint32_t made[few];
  const std::size_t bytes = bytes_of(type);
  if (n <= few) {
    if (!take_ahead(law_index, p, n, made)) return false;
    resize_integers(made, to, bytes, n);
    return true;
  }
  const any_distribution* const found = distribution_of(law_index, p);
  if (found == nullptr) return false;
  const any_distribution d = *found;
  fill_cached(engine_of(law_index), d, n, [&](const auto& make, std::size_t done, std::size_t count) {
    std::uint32_t values[cached];
    make(values);
    resize_integers(values, static_cast<char*>(to) + done * bytes, bytes, count);
  });
  return true;
}

void source::check_range(const any_engine& e, const any_distribution& d, std::uint64_t first,
                         std::size_t n) const {
  check_pair(e.info(), d.info());
  const std::uint64_t last = last_index(e, d);
  if (n == 0 || (first <= last && n - 1 <= last - first)) return;
  tali::detail::check_range(first, n, detail::words_per_element(e.info(), d.info(), d.get()));
}

void source::check_capture(const destination& to) const {
  if (moves && to.on_gpu && gpu_captures(to)) {
    throw error(
        "out is filled by a tali.Generator while a CUDA graph is captured, whose replays would repeat the "
        "numbers; use a tali.Sequence or a key");
  }
}

void source::fill(const any_distribution& d, nb::handle out) {
  const opened to(out);
  fill_into(d, *to, to->bytes / d.element_bytes());
}

void source::fill_into(const any_distribution& d, const destination& to, std::size_t n) {
  check_capture(to);
  const any_engine e = engine_of(d.index());
  check_pair(e.info(), d.info());
  taking(n, [&](std::uint64_t first) {
    std::unique_lock<std::mutex> hold;
    filler* kept = nullptr;
    if (bank_ && !to.on_gpu) {
      {
        nb::gil_scoped_release without_lock;
        hold = std::unique_lock(bank_->lock);
      }
      if (!bank_->d || bank_->d->get() != d.get()) {
        bank_->states = std::make_unique<filler>(cpu{.threads = threads.load()}, e, d);
        bank_->d.emplace(d);
      }
      kept = bank_->states.get();
    }
    python::fill(to, detail::request_of(e, d, first, nullptr, n), d.element_bytes(), kept);
  });
}

template <class Use>
void source::fill_cached(const any_engine& e, const any_distribution& d, std::size_t n, const Use& use) {
  taking(n, [&](std::uint64_t first) {
    check_range(e, d, first, n);
    in_cached_pieces(n, [&](std::size_t done, std::size_t count) {
      use(
          [&](void* to) {
            detail::run(cpu{.threads = 1}, detail::request_of(e, d, first + done, to, count));
          },
          done, count);
    });
  });
}

void source::fill_each(const law& l, const void* const* p, const destination& to, std::size_t n) {
  const distribution_info& d = *l.info;
  const auto parameters_at = [&](std::size_t done) {
    std::array<const double*, detail::max_numbers> remaining{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(d.numbers); ++k)
      remaining[k] = static_cast<const double*>(p[k]) + done;
    return remaining;
  };
  const auto place_of = [&](std::size_t done) { return static_cast<char*>(to.to) + done * d.value_bytes; };
  const any_engine e = engine_of(d.index);
  check_pair(e.info(), d);
  taking(n, [&](std::uint64_t first) {
    if (d.functions->of_words == nullptr)
      return python::fill(to, {&e.info(), e.get(), &d, nullptr, first, nullptr, n, p}, d.value_bytes);
    tali::detail::check_range(first, n, d.words);
    in_cached_pieces(n, [&](std::size_t done, std::size_t count) {
      fill_of_words({&e.info(), e.get(), &d, nullptr, first + done, place_of(done), count},
                    parameters_at(done).data());
    });
  });
}

void source::fill_each_integers(
    const law& l,
    const std::function<void(std::size_t, std::size_t, std::int64_t*, std::int64_t*)>& bounds_at,
    const destination& to, std::size_t n) {
  const any_engine e = engine_of(l.info->index);
  check_pair(e.info(), *l.info);
  taking(n, [&](std::uint64_t first) {
    tali::detail::check_range(first, n, l.info->words);
    in_cached_pieces(n, [&](std::size_t done, std::size_t count) {
      std::int64_t low[cached], high[cached];
      double numbers[2][cached];  // the bits of integers
      bounds_at(done, count, low, high);
      std::memcpy(numbers[0], low, count * sizeof(double));
      std::memcpy(numbers[1], high, count * sizeof(double));
      const double* const p[] = {numbers[0], numbers[1]};
      void* const values = static_cast<char*>(to.to) + done * l.info->value_bytes;
      fill_of_words({&e.info(), e.get(), l.info, nullptr, first + done, values, count}, p);
    });
  });
}

void source::fill_each_bounds(const law& l, const bounds& b, const destination& to, std::size_t n) {
  check_capture(to);
  const std::size_t bytes = l.info->value_bytes;
  const any_distribution d = any_distribution::of_numbers(*l.info, nullptr);
  const any_engine e = engine_of(l.info->index);
  check_pair(e.info(), *l.info);
  if (bank_ || to.on_gpu) {
    taking(n, [&](std::uint64_t first) {
      const detail::request job = detail::request_of(e, d, first, nullptr, n);
      if (to.on_gpu && b.low_step == 0 && b.high_step == 0) {
        nb::gil_scoped_release without_lock;
        if (gpu_fill_between(to, l, job, *b.low, *b.high)) return;
      }
      python::fill(to, job, bytes);
      nb::gil_scoped_release without_lock;
      to.on_gpu ? gpu_apply_bounds(to, l, b, n, false) : apply_bounds(bytes, b, to.to, n);
    });
    return;
  }
  fill_cached(e, d, n, [&](const auto& make, std::size_t done, std::size_t count) {
    void* const values = static_cast<char*>(to.to) + done * bytes;
    make(values);
    apply_bounds(bytes, {b.low + done * b.low_step, b.low_step, b.high + done * b.high_step, b.high_step},
                 values, count);
  });
}

void source::fill_arrays(int law_index, nb::sequence arrays, nb::handle out) {
  const law& l = law_at(law_index);
  const distribution_info& d = *l.info;
  const opened to(out);
  check_capture(*to);
  const std::size_t n = to->bytes / d.value_bytes;
  parameter_arrays parameters;
  for (nb::handle given : arrays) parameters.open(given, n, l.given_bytes());
  const bool parameters_on_gpu = parameters.count() != 0 && parameters[0].on_gpu;
  for (std::size_t k = 0; k < parameters.count(); ++k) {
    if (parameters[k].on_gpu != parameters_on_gpu || (parameters_on_gpu && !to->on_gpu))
      throw argument_error("parameter", "on a GPU", "all parameters and out on the same device");
  }
  if (bank_)
    throw argument_error("engine", quoted(engine_),
                         "an engine that reaches any index, for arrays of parameters");
  parameters.check(l);
  const void** const at = parameters.at;
  const auto* const* const numbers = reinterpret_cast<const double* const*>(at);
  if (!d.takes_arrays && !parameters_on_gpu) {
    for (std::size_t i = 0; i < n; ++i) {
      if (l.standard && allows(l, numbers[0][i], numbers[d.numbers - 1][i])) continue;
      double element[detail::max_numbers] = {};
      for (int k = 0; k < d.numbers; ++k) element[k] = numbers[k][i];
      (void)any_distribution::of_numbers(d, element);  // throws if they are invalid
    }
  }
  if (!to->on_gpu && !d.takes_arrays) {
    std::vector<float> narrow[detail::max_numbers];
    for (int k = 0; k < d.numbers && l.array_bytes() == sizeof(float); ++k) {
      narrow[k].assign(numbers[k], numbers[k] + n);
      at[k] = narrow[k].data();
    }
    return fill_each(l, at, *to, n);
  }
  const any_engine e = engine_of(law_index);
  check_pair(e.info(), d);
  taking(n, [&](std::uint64_t first) {
    detail::request job{&e.info(), e.get(), &d, nullptr, first, to->to, n, at};
    if (d.takes_arrays && !parameters_on_gpu) return python::fill(*to, job, d.value_bytes);
    nb::gil_scoped_release without_lock;
    gpu_fill_separately(*to, l, job, {.arrays = numbers, .on_gpu = parameters_on_gpu},
                        [&](const any_distribution& standard) {
                          gpu_fill(*to, detail::request_of(e, standard, first, to->to, n));
                        });
  });
}

void source::fill_bounds(int law_index, nb::handle low, nb::handle high, nb::handle out) {
  const law& l = law_at(law_index);
  const opened to(out), a(low, false), b(high, false);
  const std::size_t n = to->bytes / l.info->value_bytes;
  const bool all_on_gpu = a->on_gpu && b->on_gpu && to->on_gpu;
  if (!all_on_gpu && (a->on_gpu || b->on_gpu))
    throw argument_error("parameter", "on a GPU", "all parameters and out on the same device");
  const auto numbers = [](const opened& x) { return static_cast<const double*>(x->to); };
  const auto step = [](const opened& x) -> std::size_t { return x->bytes == sizeof(double) ? 0 : 1; };
  if (!all_on_gpu) return fill_each_bounds(l, {numbers(a), step(a), numbers(b), step(b)}, *to, n);
  check_capture(*to);
  fill_into(any_distribution::of_numbers(*l.info, nullptr), *to, n);
  nb::gil_scoped_release without_lock;
  gpu_apply_bounds(*to, l, {numbers(a), 1, numbers(b), 1}, n, true);
}

}  // namespace tali::python
