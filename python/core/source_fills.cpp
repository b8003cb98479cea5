// SPDX-License-Identifier: Apache-2.0
// A source's fills of whole destinations.
#include <algorithm>
#include <cmath>
#include <limits>

#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "cuda.hpp"
#include "quick_out.hpp"
#include "source.hpp"

namespace tali::python {

template <class F>
std::uint64_t source::taking(std::uint64_t n, const F& f) {
  const std::uint64_t first = take(n);
  try {
    f(first);
  } catch (...) {
    give_back(first, n);
    throw;
  }
  return first;
}

void source::check_capture(const destination& to) const {
  if (moves && to.on_gpu && gpu_captures(to)) {
    throw error(
        "out is filled by a tali.Generator while a CUDA graph is captured, whose replays would repeat the "
        "numbers; use a tali.Sequence or a key");
  }
}

bool source::fill_out(int law_index, nb::handle out, nb::args values) {
  if (bank_) return false;
  const quick_out to(out);
  const int index = to.known() ? law_for(law_index, to.type()) : -1;
  if (index < 0) return false;
  const law& l = law_at(index);
  double p[most_parameters] = {};
  if (static_cast<int>(values.size()) != l.parameters) return false;
  for (int k = 0; k < l.parameters; ++k) {
    if (!parameter_from(l, values[static_cast<std::size_t>(k)], p[k])) return false;
  }
  const std::optional<any_distribution> d = distribution_of(index, p);
  if (!d) return false;
  fill_into(*d, *to, to->bytes / l.info->value_bytes);
  to.written();
  return true;
}

bool source::fill_out_between(int law_index, nb::handle out, nb::handle low, nb::handle high) {
  if (bank_) return false;
  const quick_out to(out);
  const int index = to.known() ? law_for(law_index, to.type()) : -1;
  if (index < 0) return false;
  double a = 0, b = 0;
  if (!parameter_from(law_at(index), low, a) || !parameter_from(law_at(index), high, b)) return false;
  if (!(a <= b) || !std::isfinite(b - a)) return false;
  // Bounds are rounded to the type of the values. Where that type lacks their distance, the caller says so.
  constexpr double most = std::numeric_limits<float>::max();
  if (law_at(index).info->value_bytes == sizeof(float) &&
      (a < -most || b > most || !std::isfinite(static_cast<float>(b) - static_cast<float>(a)))) {
    return false;
  }
  fill_between(index, *to, &a, 0, &b, 0);
  to.written();
  return true;
}

void source::fill(const any_distribution& d, nb::handle out) {
  const opened to(out);
  fill_into(d, *to, to->bytes / d.element_bytes());
}

void source::fill_into(const any_distribution& d, const destination& to, std::size_t n) {
  check_capture(to);
  const std::size_t bytes = d.element_bytes();
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
    python::fill(to, detail::request_of(e, d, first, nullptr, n), d.info(), bytes, kept);
  });
}

void source::fill_arrays(int law_index, nb::sequence arrays, nb::handle out) {
  const law& l = law_at(law_index);
  const opened to(out);
  check_capture(*to);
  const std::size_t bytes = l.info->value_bytes, n = to->bytes / bytes;
  std::vector<std::unique_ptr<opened_array>> opened;
  const void* at[most_parameters] = {};
  const double* numbers[most_parameters] = {};
  for (nb::handle array : arrays) {
    opened.push_back(std::make_unique<opened_array>(array));
    const std::size_t k = opened.size() - 1;
    const std::size_t element = l.takes_arrays && l.parameters_f32 ? sizeof(float) : sizeof(double);
    if (k >= most_parameters || opened[k]->bytes() != n * element) {
      throw argument_error("length of parameter arrays", std::to_string(opened[k]->bytes() / element),
                           std::to_string(n) + ", one per value");
    }
    at[k] = opened[k]->data();
    numbers[k] = static_cast<const double*>(at[k]);
  }
  if (static_cast<int>(opened.size()) != l.parameters) {
    throw argument_error("number of parameters", std::to_string(opened.size()), std::to_string(l.parameters));
  }
  const bool there = !opened.empty() && opened[0]->on_gpu();
  for (const auto& array : opened) {
    if (array->on_gpu() != there || (there && !to->on_gpu))
      throw argument_error("parameter", "on a GPU", "all parameters and out on the same device");
  }
  const any_engine e = engine_of(law_index);
  check_pair(e.info(), *l.info);
  if (bank_)
    throw argument_error("engine", quoted(engine_),
                         "an engine that reaches any index, for arrays of parameters");
  taking(n, [&](std::uint64_t first) {
    const detail::request job{&e.info(), e.get(), l.info, nullptr, first, nullptr, n, at};
    if (l.takes_arrays && there) {
      detail::request here = job;
      here.to = to->to;
      nb::gil_scoped_release without_lock;
      gpu_fill(*to, here);
    } else if (l.takes_arrays) {
      python::fill(*to, job, *l.info, bytes);
    } else if (l.form != standard_form::none) {
      const any_distribution& standard = *l.standard;
      if (!there) {
        nb::gil_scoped_release without_lock;
        check_each(l, numbers, n);
      }
      python::fill(*to, detail::request_of(e, standard, first, nullptr, n), *l.info, bytes);
      nb::gil_scoped_release without_lock;
      if (to->on_gpu) {
        gpu_apply_parameters(*to, l, numbers, n, there);
      } else {
        apply_parameters(l, numbers, to->to, n);
      }
    } else if (l.each != nullptr) {
      check_range(first, n, l.info->words);  // which the others' fills do
      if (to->on_gpu) {
        nb::gil_scoped_release without_lock;
        if (!there) check_each(l, numbers, n);
        return gpu_fill_each(*to, l, job, numbers, there);
      }
      in_pieces(n, (std::size_t{1} << 21) / static_cast<std::size_t>(l.info->words),
                [&](std::size_t done, std::size_t count) {
                  const double* mine[most_parameters] = {};
                  for (int k = 0; k < l.parameters; ++k) mine[k] = numbers[k] + done;
                  l.each(e.index(), e.get(), mine, first + done, static_cast<char*>(to->to) + done * bytes,
                         count);
                });
    } else {
      throw argument_error("parameter", "an array", std::string("a number for ") + l.info->name);
    }
  });
}

void source::fill_bounds(int law_index, nb::handle low, nb::handle high, nb::handle out) {
  const opened to(out);
  const opened_array a(low), b(high);
  const auto* const from = static_cast<const double*>(a.data());
  const auto* const until = static_cast<const double*>(b.data());
  const bool there = a.on_gpu() && b.on_gpu() && to->on_gpu;
  if (!there && (a.on_gpu() || b.on_gpu()))
    throw argument_error("parameter", "on a GPU", "all parameters and out on the same device");
  const auto step = [there](const opened_array& x) -> std::size_t {
    return x.bytes() == 8 && !there ? 0 : 1;
  };
  fill_between(law_index, *to, from, step(a), until, step(b), there);
}

void source::fill_between(int law_index, const destination& to, const double* low, std::size_t low_step,
                          const double* high, std::size_t high_step, bool there) {
  check_capture(to);
  const law& l = law_at(law_index);
  const std::size_t bytes = l.info->value_bytes, n = to.bytes / bytes;
  const double none[most_parameters] = {};
  const any_distribution d = l.make(none);
  const any_engine e = engine_of(law_index);
  check_pair(e.info(), *l.info);
  taking(n, [&](std::uint64_t first) {
    const detail::request job = detail::request_of(e, d, first, nullptr, n);
    if (to.on_gpu && low_step == 0 && high_step == 0) {
      nb::gil_scoped_release without_lock;
      if (gpu_fill_between(to, l, job, *low, *high)) return;
    }
    python::fill(to, job, *l.info, bytes);
    nb::gil_scoped_release without_lock;
    if (to.on_gpu) {
      gpu_apply_bounds(to, l, low, low_step, high, high_step, n, there);
    } else {
      apply_bounds(l.info->type, low, low_step, high, high_step, to.to, n);
    }
  });
}

std::uint64_t source::permutations(std::uint64_t n, std::size_t length, nb::handle out) {
  const opened to(out);
  const std::size_t rows = length == 0 ? 0 : to->bytes / (length * sizeof(std::uint64_t));
  const bool small = n <= std::numeric_limits<std::uint32_t>::max();
  philox4x32 e;
  if (is_generator()) {
    const detail::sequence_key k = substream(tag_of(small ? "permutation u32" : "permutation u64"));
    e = philox4x32(k.seed, k.stream);
  } else if (const auto* mine = sequence_->get_if<philox4x32>()) {
    e = *mine;
  }
  if (engine_ != philox4x32::name) {
    throw argument_error("engine", quoted(engine_), "philox4x32 for permutations");
  }
  check_capture(*to);
  return taking(rows, [&](std::uint64_t first) {
    if (to->on_gpu) {
      nb::gil_scoped_release without_lock;
      for (std::size_t r = 0; r < rows; ++r) {
        auto* const row = static_cast<std::uint64_t*>(to->to) + r * length;
        if (small) {
          gpu_permutation(*to, permutation<std::uint32_t>(e, static_cast<std::uint32_t>(n), first + r), row,
                          length);
        } else {
          gpu_permutation(*to, permutation<std::uint64_t>(e, n, first + r), row, length);
        }
      }
      return;
    }
    auto* const values = static_cast<std::uint64_t*>(to->to);
    const cpu where{.threads = threads_for(to->bytes)};
    constexpr std::size_t piece = std::size_t{1} << 16;
    std::vector<std::uint32_t> narrow_values(small ? std::min(length, piece) : 0);
    in_pieces(rows, std::max<std::size_t>(1, (std::size_t{1} << 20) / std::max<std::size_t>(length, 1)),
              [&](std::size_t done, std::size_t count) {
                for (std::size_t r = done; r < done + count; ++r) {
                  std::uint64_t* const row = values + r * length;
                  if (!small) {
                    tali::fill(where, permutation<std::uint64_t>(e, n, first + r), 0, std::span(row, length));
                    continue;
                  }
                  const permutation<std::uint32_t> p(e, static_cast<std::uint32_t>(n), first + r);
                  for (std::size_t at = 0; at < length; at += piece) {
                    const std::size_t some = std::min(piece, length - at);
                    tali::fill(where, p, static_cast<std::uint32_t>(at),
                               std::span(narrow_values.data(), some));
                    std::copy_n(narrow_values.begin(), some, row + at);
                  }
                }
              });
  });
}

}  // namespace tali::python
