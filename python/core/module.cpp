// SPDX-License-Identifier: Apache-2.0
// The extension module tali._core, on which the package's Python files are built. Not for users.
#include "module.hpp"

#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <tali/any.hpp>
#include <tali/catalogue.hpp>
#include <tali/detail/covariance_factor.hpp>
#include <tali/detail/generator_state.hpp>
#include <tali/device.hpp>
#include <tali/error.hpp>
#include <tali/math/elementary.hpp>
#include <tali/version.hpp>

#include "cpu/processors.hpp"
#include "cuda.hpp"
#include "fills.hpp"
#include "laws.hpp"
#include "memory.hpp"
#include "source.hpp"
#include "words.hpp"

namespace tali::python {

namespace {

using doubles = std::vector<double>;

std::vector<double> doubles_of(nb::handle object) {
  const opened a(object, false);
  const auto* const x = static_cast<const double*>(a->to);
  return {x, x + a->bytes / sizeof(double)};
}

nb::list list_distributions() {
  nb::list all;
  for (const law& l : laws()) {
    const distribution_info& d = *l.info;
    const char* const kinds[] = {"fixed", "rejection", "vector", "categorical"};
    all.append(nb::make_tuple(d.name, d.type, d.parameters, kinds[static_cast<int>(d.kind)], d.numbers,
                              d.takes_arrays, l.has_floats(), l.takes_arrays() && !d.takes_arrays,
                              d.substream));
  }
  return all;
}

nb::list list_engines() {
  nb::list all;
  for (const engine_info& e : engine_list()) {
    const bool indexed =
        e.kind == engine_kind::counter || e.kind == engine_kind::jumping || e.kind == engine_kind::words;
    all.append(nb::make_tuple(e.name, indexed, e.kind == engine_kind::quasi));
  }
  return all;
}

/// Raises tali.ArgumentError; Python code words its message.
void set_error(const argument_error& e) {
  try {
    const nb::module_ errors = nb::module_::import_("tali._errors");
    nb::object value = nb::str(e.value().c_str());
    if (!e.is_quoted()) value = errors.attr("Words")(value);
    nb::list index;
    for (const std::uint64_t i : e.index()) index.append(i);
    const nb::object exception =
        errors.attr("ArgumentError")(e.argument(), value, e.expected(), e.choices(), e.suggestion(), index);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
  } catch (nb::python_error& other) {
    other.restore();
  }
}

any_distribution make_of_numbers(int index, nb::sequence values) {
  const distribution_info& d = *law_at(index).info;
  double p[detail::max_numbers] = {};
  int n = 0;
  for (nb::handle x : values) {
    if (n < detail::max_numbers && !number_from(d, x, p[n])) {
      throw argument_error("parameter", nb::str(x).c_str(),
                           d.of_integers ? "an integer of the type" : "a number");
    }
    ++n;
  }
  if (n != d.numbers) {
    throw argument_error("number of parameters", std::to_string(n), std::to_string(d.numbers));
  }
  return any_distribution::of_numbers(d, p);
}

any_distribution make_by_name(const std::string& name, const std::string& type, nb::dict options) {
  arguments all;
  for (auto [key, text] : options) all.set(nb::cast<std::string>(key), nb::cast<std::string>(text));
  return any_distribution(name, type, all);
}

any_distribution make_dirichlet(const std::string& type, nb::handle shapes) {
  const doubles s = doubles_of(shapes);
  if (type == "f32") return dirichlet<float>(std::vector<float>(s.begin(), s.end()));
  return dirichlet<double>(std::span(s));
}

template <class T>
any_distribution make_multivariate_normal_of(const doubles& mean, const doubles& covariance) {
  const std::vector<T> mu(mean.begin(), mean.end());
  constexpr std::uint32_t max = multivariate_normal<T>::max_dimensions;
  if (mean.empty() || mean.size() > max) {
    throw argument_error("number of elements of mean", std::to_string(mean.size()),
                         "1 to " + std::to_string(max));
  }
  try {
    return multivariate_normal<T>(std::span<const T>(mu), std::span(covariance));
  } catch (const argument_error&) {
    const doubles l = detail::factor_of(covariance, mean.size());
    const std::vector<T> factor(l.begin(), l.end());
    return multivariate_normal<T>::with_factor(std::span<const T>(mu), std::span<const T>(factor));
  }
}

any_distribution make_multivariate_normal(const std::string& type, nb::handle mean, nb::handle covariance) {
  const doubles mu = doubles_of(mean), sigma = doubles_of(covariance);
  if (type == "f32") return make_multivariate_normal_of<float>(mu, sigma);
  return make_multivariate_normal_of<double>(mu, sigma);
}

void add_source(nb::module_& m) {
  nb::class_<source>(m, "Source", "A generator or a sequence at a position.")
      .def(nb::init<std::string, std::uint64_t, std::uint64_t, std::uint64_t>(), nb::arg("engine"),
           nb::arg("seed"), nb::arg("stream"), nb::arg("position") = 0)
      .def(nb::init<const any_engine&, std::uint64_t>(), nb::arg("sequence"), nb::arg("first") = 0)
      .def_static(
          "of_key",
          [](std::uint64_t seed, std::uint64_t stream, std::uint64_t first) {
            return std::make_unique<source>(any_engine(philox4x32(seed, stream)), first);
          },
          nb::arg("seed"), nb::arg("stream"), nb::arg("first") = 0)
      .def("at", &source::at, nb::arg("position"))
      .def("draw", &source::draw, nb::arg("law"), nb::arg("values"), nb::arg("size").none(),
           nb::arg("dtype").none(), nb::arg("out").none(), nb::lock_self())
      .def("draw_between", &source::draw_between, nb::arg("law"), nb::arg("low").none(),
           nb::arg("high").none(), nb::arg("size").none(), nb::arg("dtype").none(), nb::arg("out").none(),
           nb::lock_self())
      .def("draw_integers", &source::draw_integers, nb::arg("low").none(), nb::arg("high").none(),
           nb::arg("size").none(), nb::arg("dtype").none(), nb::arg("endpoint"), nb::arg("out").none(),
           nb::lock_self())
      .def("draw_made", &source::draw_made, nb::arg("distribution"), nb::arg("size").none(), nb::lock_self())
      .def("order", &source::order, nb::arg("x").none(), nb::arg("in_place"), nb::arg("flat"),
           nb::lock_self())
      .def("fill", &source::fill, nb::arg("distribution"), nb::arg("out"), nb::lock_self())
      .def("fill_arrays", &source::fill_arrays, nb::arg("law"), nb::arg("arrays"), nb::arg("out"),
           nb::lock_self())
      .def("fill_bounds", &source::fill_bounds, nb::arg("law"), nb::arg("low"), nb::arg("high"),
           nb::arg("out"), nb::lock_self())
      .def("permutations", &source::permutations, nb::arg("n"), nb::arg("length"), nb::arg("out"),
           nb::lock_self())
      .def("discard", &source::take, nb::arg("n"), nb::lock_self())
      .def("give_back", &source::give_back, nb::arg("first"), nb::arg("n"), nb::lock_self())
      .def("substream",
           [](const source& s, std::uint32_t tag) {
             const detail::sequence_key k = s.substream(tag);
             return nb::make_tuple(k.seed, k.stream);
           })
      .def_rw("moves", &source::moves)
      .def_rw("on_host", &source::on_host)
      .def_prop_rw("position", &source::position, &source::seek, nb::lock_self())
      .def_prop_ro("engine", &source::engine)
      .def_prop_ro("seed", &source::seed)
      .def_prop_ro("stream", &source::stream);
}

void add_words(nb::module_& m) {
  nb::class_<words>(m, "Words", "An engine's words, one at a time.")
      .def(nb::init<const any_engine&, std::uint64_t>(), nb::arg("engine"), nb::arg("position") = 0)
      .def_prop_rw("position", &words::position, &words::seek, nb::lock_self())
      .def("open", &words::open, nb::arg("engine"), nb::arg("position"), nb::lock_self())
      .def("addresses",
           [](words& w) {
             const bit_functions& f = *w.functions();
             const auto number = [](auto p) { return reinterpret_cast<std::uintptr_t>(p); };
             return nb::make_tuple(number(f.state), number(f.next_uint64), number(f.next_uint32),
                                   number(f.next_double), number(&f));
           })
      .def("fill",
           [](words& w, nb::handle out) {
             const opened to(out);
             nb::gil_scoped_release without_lock;
             auto* const x = static_cast<std::uint64_t*>(to->to);
             for (std::size_t i = 0; i < to->bytes / 8; ++i) x[i] = w.next_pair();
           })
      .def("capsule",
           [](words& w) { return nb::steal(PyCapsule_New(w.functions(), "BitGenerator", nullptr)); });
}

/// The sequence of a word engine, starting at its word `first`.
any_engine moved(const any_engine& sequence, std::uint64_t first) {
  any_engine engine = sequence;
  catalogue::word_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    if (const E* const begin = sequence.get_if<E>()) {
      E e = *begin;
      e.discard(first);
      engine = any_engine(e);
    }
  });
  return engine;
}

}  // namespace

}  // namespace tali::python

NB_MODULE(_core, m) {
  using namespace tali;
  using namespace tali::python;
  // Other packages may keep functions after this module is unloaded, as PyTorch does with its operators.
  nb::set_leak_warnings(false);
  nb::register_exception_translator([](const std::exception_ptr& p, void*) {
    try {
      std::rethrow_exception(p);
    } catch (const argument_error& e) {
      set_error(e);
    } catch (const io_error& e) {
      PyErr_SetString(PyExc_OSError, e.what());
    } catch (const error& e) {
      PyErr_SetString(PyExc_RuntimeError, e.what());
    }
  });
  nb::class_<any_engine>(m, "Engine", "An engine at the beginning of its sequence.")
      .def(nb::init<std::string_view, std::uint64_t, std::uint64_t>(), nb::arg("text"), nb::arg("seed") = 0,
           nb::arg("stream") = 0)
      .def_prop_ro("name", [](const any_engine& e) { return e.info().name; })
      .def_prop_ro("max_stream", [](const any_engine& e) { return e.info().max_stream; })
      .def_prop_ro("state", &any_engine::state)
      .def("moved", &moved)
      .def("last_index", [](const any_engine& e, const any_distribution& d) { return last_index(e, d); });
  nb::class_<any_distribution>(m, "Distribution", "A distribution with its parameters.")
      .def_prop_ro("row_size", &any_distribution::row_size)
      .def_prop_ro("index", &any_distribution::index)
      .def_prop_ro("type", [](const any_distribution& d) { return d.info().type; });
  m.def("distributions", &list_distributions);
  m.def("engines", &list_engines);
  m.def("make", &make_of_numbers, nb::arg("law"), nb::arg("values"));
  m.def("named", &make_by_name, nb::arg("name"), nb::arg("type"), nb::arg("arguments"));
  m.def("dirichlet", &make_dirichlet, nb::arg("type"), nb::arg("shapes"));
  m.def("multivariate_normal", &make_multivariate_normal, nb::arg("type"), nb::arg("mean"),
        nb::arg("covariance"));
  m.def("categorical", [](nb::handle weights) {
    const doubles w = doubles_of(weights);
    return any_distribution(categorical(std::span(w)));
  });
  m.def("direction", [](const std::string& type, std::uint32_t dimensions) -> any_distribution {
    if (type == "f32") return direction<float>(dimensions);
    return direction<double>(dimensions);
  });
  m.def("exponentials", [](nb::handle numbers) {  // e^x, with the library's arithmetic
    doubles x = doubles_of(numbers);
    for (double& y : x) y = math::exponential_f64(y);
    return x;
  });
  m.def("save", [](std::uint64_t seed, std::uint64_t stream, std::uint64_t position) {
    const auto bytes = detail::saved_bytes({seed, stream, position});
    return nb::bytes(bytes.data(), bytes.size());
  });
  m.def("load", [](nb::bytes saved) {
    const auto* const first = static_cast<const std::byte*>(saved.data());
    const auto s = detail::generator_from(std::span<const std::byte>(first, saved.size()));
    return nb::make_tuple(s.seed, s.stream, s.position);
  });
  m.def("copy", [](nb::handle to, nb::handle from) {
    const opened destination(to), source(from, false);
    if (destination->bytes != source->bytes)
      throw argument_error("bytes", std::to_string(source->bytes),
                           std::to_string(destination->bytes) + ", the bytes of out");
    if (destination->on_gpu) {
      nb::gil_scoped_release without_lock;
      return gpu_copy(*destination, source->to);
    }
    if (source->bytes != 0) std::memcpy(destination->to, source->to, source->bytes);
  });
  m.def("resize_integers", [](nb::handle out, nb::handle integers, std::size_t bytes) {
    const opened to(out), from(integers);
    const std::size_t n = to->bytes / bytes;
    if (from->bytes != 4 * n)
      throw argument_error("bytes", std::to_string(from->bytes), "four per value of out");
    const auto* const x = static_cast<const std::uint32_t*>(from->to);
    nb::gil_scoped_release without_lock;
    if (to->on_gpu) return gpu_resize_integers(*to, x, bytes);
    resize_integers(x, to->to, bytes, n);
  });
  m.def("set_threads", [](int n) { threads = n; });
  m.def("get_threads", [] { return threads.load(); });
  m.def("default_threads", &cpu_driver::default_threads);
  m.def("simd_levels", [] {
    std::vector<std::string> names;
    for (const simd_level level : simd_levels()) names.emplace_back(simd_level_name(level));
    return names;
  });
  m.def("gpu_names", &gpu_names);
  m.def("gpu_count", &gpu_count);
  m.def("gpu_built", &gpu_built);
  m.attr("__version__") = version();
  add_source(m);
  add_blocks(m);
  add_words(m);
  add_dlpack(m);
  add_jax(m);
  add_memory(m);
}
