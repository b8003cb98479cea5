// SPDX-License-Identifier: Apache-2.0
#include "source.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <tali/detail/between.hpp>
#include <tali/detail/generator_state.hpp>
#include <tali/detail/require.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/math/elementary.hpp>
#include <tali/rejection/attempts.hpp>

#include "transform.hpp"

namespace tali::python {

namespace {

constexpr std::uint64_t last_position = detail::generator_state::last_position;
/// Fills of at most this many values take them from the buffer.
constexpr std::size_t from_buffer = 32;

bool needs_states(engine_kind kind) { return kind == engine_kind::bank || kind == engine_kind::per_thread; }

/// An engine that reaches any index, by name.
any_engine engine_named(const std::string& name, detail::sequence_key key) {
  if (name == philox4x32::name) return philox4x32(key.seed, key.stream);
  const any_engine begin(name);
  return any_engine(name, key.seed, key.stream & begin.info().max_stream);
}

nb::object number_at(const law& l, const std::uint64_t* values, std::size_t i) {
  const char* const type = l.info->type;
  const auto* const bytes = reinterpret_cast<const char*>(values) + i * l.info->value_bytes;
  const auto as = [&]<class T>(T x) {
    std::memcpy(&x, bytes, sizeof x);
    return x;
  };
  if (type[0] == 'f' && type[1] == '6') return nb::steal(PyFloat_FromDouble(as(double{})));
  if (type[0] == 'f') return nb::steal(PyFloat_FromDouble(static_cast<double>(as(float{}))));
  if (type[0] == 'i') {
    return nb::steal(PyLong_FromLongLong(type[1] == '6' ? as(std::int64_t{}) : as(std::int32_t{})));
  }
  if (type[1] == '8') return nb::steal(PyLong_FromLong(as(std::uint8_t{})));
  return nb::steal(PyLong_FromUnsignedLongLong(type[1] == '6' ? as(std::uint64_t{}) : as(std::uint32_t{})));
}

/// Whether a standard value serves parameters p. A scale of -0 is none, as in NumPy.
bool standard_serves(const law& l, const double* p) {
  if (l.form == standard_form::exponential) return p[0] > 0 && std::isfinite(p[0]);
  return std::isfinite(p[0]) && std::isfinite(p[1]) && !std::signbit(p[1]);
}

/// Whether what is made ahead are standard values: of doubles alone, of which single values are asked for.
bool has_standard(const law& l) { return l.form != standard_form::none && l.info->value_bytes == 8; }

}  // namespace

bool parameter_from(const law& l, nb::handle value, double& to) {
  if (l.of_integers) {
    if (!PyLong_CheckExact(value.ptr())) return false;
    int overflow = 0;
    const long long x = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow < 0) return false;
    if (overflow > 0) {
      if (l.info->type[0] != 'u') return false;
      const unsigned long long y = PyLong_AsUnsignedLongLong(value.ptr());
      if (y == std::numeric_limits<unsigned long long>::max() && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        return false;
      }
      to = std::bit_cast<double>(y);
      return true;
    }
    if (l.info->type[0] == 'u' && x < 0) return false;
    if (l.info->value_bytes == 4 &&
        (x > (l.info->type[0] == 'u' ? 0xffffffffLL : 0x7fffffffLL) || x < -0x80000000LL)) {
      return false;
    }
    to = std::bit_cast<double>(x);
    return true;
  }
  if (PyFloat_CheckExact(value.ptr())) {
    to = PyFloat_AsDouble(value.ptr());
    return true;
  }
  if (!PyLong_CheckExact(value.ptr())) return false;
  to = PyLong_AsDouble(value.ptr());
  if (to == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return false;
  }
  return true;
}

source::source(std::string engine, std::uint64_t seed, std::uint64_t stream, std::uint64_t position)
    : engine_(std::move(engine)), key_{seed, stream}, made_(laws().size()) {
  if (engine_ != philox4x32::name) {
    std::vector<std::string> names;
    for (const engine_info& e : indexed_engine_list()) names.emplace_back(e.name);
    if (std::find(names.begin(), names.end(), engine_) == names.end())
      throw argument_error("engine", quoted(engine_), "", names);
  }
  seek(position);
}

source::source(const any_engine& sequence, std::uint64_t first)
    : engine_(sequence.info().name), sequence_(sequence), position_(first), made_(laws().size()) {
  if (needs_states(sequence.info().kind)) bank_ = std::make_shared<bank>();
}

std::unique_ptr<source> source::at(std::uint64_t position) const {
  if (is_generator()) return std::make_unique<source>(engine_, key_.seed, key_.stream, position);
  auto there = std::make_unique<source>(*sequence_, position);
  there->bank_ = bank_;
  return there;
}

void source::seek(std::uint64_t position) {
  detail::require(!is_generator() || position <= last_position, "position", position, "at most 2^62");
  position_ = position;
}

detail::sequence_key source::child(const std::string& use, std::uint64_t x) const {
  return detail::child_key(key_, tag_of(use.c_str()), x);
}

detail::sequence_key source::substream(std::uint32_t tag) const { return detail::substream_key(key_, tag); }

const any_engine& source::engine_of(int law_index) {
  return is_generator() ? slot(law_index).engine : *sequence_;
}

source::made_ahead& source::slot(int law_index) {
  auto& m = made_.at(static_cast<std::size_t>(law_index));
  if (!m) {
    m = std::make_unique<made_ahead>(is_generator() ? engine_named(engine_, substream(law_at(law_index).tag))
                                                    : *sequence_);
  }
  return *m;
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

bool source::refill(made_ahead& m, const law& l, const double* p) {
  const std::size_t capacity = std::max(l.longest, l.batch);
  if (!m.values) m.values = std::make_unique<std::uint64_t[]>((capacity * l.info->value_bytes + 7) / 8);
  const bool standard = has_standard(l);
  const bool same = m.d && (standard || std::equal(p, p + most_parameters, m.parameters));
  const bool soon = same && m.made != 0 && position_ - (m.first + m.made) < 32;
  m.ahead = soon ? std::min(4 * m.ahead, capacity) : std::max<std::size_t>(l.batch, 1);
  m.made = 0;
  if (!same) {
    if (standard && !standard_serves(l, p)) return false;
    m.d.emplace(standard ? *l.standard : l.make(p));
    std::copy(p, p + most_parameters, m.parameters);
  }
  const std::uint64_t begin = position_ / l.batch * l.batch;
  std::size_t n = m.ahead - static_cast<std::size_t>(begin % m.ahead);
  if (is_generator() && last_position - begin < n) n = static_cast<std::size_t>(last_position - begin);
  const cpu here{.threads = 1};
  try {
    tali::fill(here, m.engine, *m.d, begin, m.values.get(), n);
  } catch (const sampling_error& error) {
    if (error.index() <= position_) throw;
    n = static_cast<std::size_t>(error.index() - begin);
    tali::fill(here, m.engine, *m.d, begin, m.values.get(), n);
  } catch (const argument_error&) {
    if (is_generator()) throw;
    n = static_cast<std::size_t>(position_ + 1 - begin);  // the sequence's end
    tali::fill(here, m.engine, *m.d, begin, m.values.get(), n);
  }
  m.first = begin;
  m.made = n;
  return true;
}

nb::object source::one(int law_index, nb::args values) {
  const law& l = law_at(law_index);
  double p[most_parameters] = {};
  if (static_cast<int>(values.size()) != l.parameters || bank_) return nb::none();
  for (int k = 0; k < l.parameters; ++k) {
    if (!parameter_from(l, values[static_cast<std::size_t>(k)], p[k])) return nb::none();
  }
  made_ahead* const m = find(law_index, l, p);
  if (m == nullptr) return nb::none();
  const auto i = static_cast<std::size_t>(position_ - m->first);
  ++position_;
  if (!has_standard(l)) return number_at(l, m->values.get(), i);
  return nb::steal(
      PyFloat_FromDouble(with_parameters(l.form, p[0], p[1], std::bit_cast<double>(m->values[i]))));
}

source::made_ahead* source::find(int law_index, const law& l, const double* p) {
  if (is_generator() && position_ >= last_position) return nullptr;
  made_ahead& m = slot(law_index);
  const bool standard = has_standard(l);
  if (standard && !standard_serves(l, p)) return nullptr;
  if (position_ - m.first < m.made && (standard || std::equal(p, p + most_parameters, m.parameters)))
    return &m;
  try {
    return refill(m, l, p) ? &m : nullptr;
  } catch (const argument_error&) {
    return nullptr;
  }
}

bool source::fill_numbers(int law_index, nb::handle out, nb::args values) {
  const law& l = law_at(law_index);
  double p[most_parameters] = {};
  if (static_cast<int>(values.size()) != l.parameters || bank_) return false;
  for (int k = 0; k < l.parameters; ++k) {
    if (!parameter_from(l, values[static_cast<std::size_t>(k)], p[k])) return false;
  }
  const opened to(out);
  const std::size_t bytes = l.info->value_bytes, n = to->bytes / bytes;
  if (n == 0 || to->on_gpu) return false;
  if (n > from_buffer) {
    const std::optional<any_distribution> d = distribution_of(law_index, p);
    if (d) fill_into(*d, *to, n);
    return d.has_value();
  }
  return take_made(law_index, l, p, n, [&](std::size_t i, const made_ahead& m, std::size_t at) {
    if (has_standard(l)) {
      static_cast<double*>(to->to)[i] =
          with_parameters(l.form, p[0], p[1], std::bit_cast<double>(m.values[at]));
    } else {
      std::memcpy(static_cast<char*>(to->to) + i * bytes,
                  reinterpret_cast<const char*>(m.values.get()) + at * bytes, bytes);
    }
  });
}

template <class Put>
bool source::take_made(int law_index, const law& l, const double* p, std::size_t n, const Put& put) {
  const std::uint64_t first = position_;
  for (std::size_t i = 0; i < n; ++i) {
    const made_ahead* m = nullptr;
    try {
      m = find(law_index, l, p);
    } catch (...) {
      position_ = first;
      throw;
    }
    if (m == nullptr) {
      position_ = first;
      return false;
    }
    put(i, *m, static_cast<std::size_t>(position_ - m->first));
    ++position_;
  }
  return true;
}

bool source::fill_numbers_between(int law_index, nb::handle out, nb::handle low, nb::handle high) {
  const law& l = law_at(law_index);
  double a = 0, b = 0;
  if (bank_ || !parameter_from(l, low, a) || !parameter_from(l, high, b)) return false;
  if (!(a <= b) || !std::isfinite(b - a)) return false;
  const opened to(out);
  const std::size_t n = to->bytes / sizeof(double);
  if (n > from_buffer) {
    fill_between(law_index, *to, &a, 0, &b, 0);
    return true;
  }
  const double none[most_parameters] = {};
  return take_made(law_index, l, none, n, [&](std::size_t i, const made_ahead& m, std::size_t at) {
    static_cast<double*>(to->to)[i] = detail::between(a, b, std::bit_cast<double>(m.values[at]));
  });
}

std::optional<any_distribution> source::distribution_of(int law_index, const double* p) {
  const std::size_t bytes = sizeof last_.parameters;
  const standard_form form = law_at(law_index).form;
  if ((form == standard_form::normal || form == standard_form::lognormal) && std::signbit(p[1]))
    return std::nullopt;  // the caller says so of -0, which the library takes
  if (last_.law_index != law_index || std::memcmp(last_.parameters, p, bytes) != 0) {
    try {
      last_.d.emplace(law_at(law_index).make(p));
    } catch (const argument_error&) {
      last_ = {};
      return std::nullopt;
    }
    last_.law_index = law_index;
    std::memcpy(last_.parameters, p, bytes);
  }
  return last_.d;
}

nb::object source::one_between(int law_index, nb::handle low, nb::handle high) {
  const law& l = law_at(law_index);
  double a = 0, b = 0;
  if (!parameter_from(l, low, a) || !parameter_from(l, high, b)) return nb::none();
  if (!(a <= b) || !std::isfinite(b - a)) return nb::none();
  const nb::object u = one(law_index, nb::borrow<nb::args>(nb::tuple()));
  if (u.is_none()) return u;
  return nb::steal(PyFloat_FromDouble(detail::between(a, b, PyFloat_AsDouble(u.ptr()))));
}

}  // namespace tali::python
