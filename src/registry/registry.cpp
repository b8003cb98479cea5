// SPDX-License-Identifier: Apache-2.0
// The registry's entries, one per type of the catalogue.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <deque>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <type_traits>

#include <tali/detail/refill.hpp>
#include <tali/detail/substream.hpp>
#include <tali/error.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

#include "registry/functions.hpp"
#include "registry/spelling.hpp"

namespace tali {

namespace {

constexpr std::uint64_t all_bits = std::numeric_limits<std::uint64_t>::max();

/// Word engines that step: a run that passes the sequence's last word yields words outside the sequence. An
/// engine that makes its words from a counter wraps to its beginning.
template <class E>
inline constexpr bool steps_to_words = word_engine<E> && !detail::makes_blocks<E>;

template <class E>
const E& engine_at(const void* e) {
  return *static_cast<const E*>(e);
}

template <class E>
inline constexpr detail::engine_functions functions_of_engine = {
    [](const void* e) -> int {
      if constexpr (detail::has_phase<E>) return engine_at<E>(e).phase();
      return 0;
    },
    [](const void* e) -> std::uint64_t {
      if constexpr (steps_to_words<E>) return engine_at<E>(e).position();
      return 0;
    },
    [](const void* e) -> std::uint64_t {
      if constexpr (quasi_engine<E>) return engine_at<E>(e).last();
      return all_bits;
    },
    [](const void* e) -> const point_set* {
      if constexpr (quasi_engine<E>) return &engine_at<E>(e).set();
      return nullptr;
    },
    [](const void* e) -> std::size_t {
      if constexpr (bank_engine<E>) return engine_at<E>(e).sets().size();
      if constexpr (per_thread_engine<E>) return engine_at<E>(e).states().size();
      return 0;
    },
    [](const void* e) -> std::uint64_t {
      if constexpr (bank_engine<E>) return engine_at<E>(e).row_words();
      return 1;
    },
    [](const void* e) -> std::vector<std::uint64_t> {
      if constexpr (detail::has_state<E>) {
        const auto numbers = engine_at<E>(e).saved();
        return {numbers.begin(), numbers.end()};
      }
      return {};
    }};

constexpr const char* layouts[] = {"point-major", "dim-major"};
constexpr const char* scramblings[] = {"none", "shift", "owen"};

template <class E>
std::vector<detail::engine_option> options_of() {
  std::vector<detail::engine_option> all;
  if constexpr (bank_engine<E>) {
    if (std::is_same_v<E, mtgp32>) all.push_back({"curand", "", {}});
    all.insert(all.end(), {{"mexp", "P", {}}, {"sets", "S", {}}, {"from", "K", {}}, {"file", "F", {}}});
  }
  if constexpr (quasi_engine<E>) {
    all = {{"dims", "D", {}},
           {"points", "N", {}},
           {"layout", "", layouts},
           {"scramble", "", scramblings},
           {"first", "K", {}}};
  }
  if constexpr (per_thread_engine<E>) all = {{"threads", "T", {}}};
  if constexpr (detail::has_seedings<E>()) all.push_back({"seeding", "", E::seedings});
  if constexpr (detail::has_state<E>) all.push_back({"state", "N/N/...", {}});
  return all;
}

/// As text for people.
std::string text_of(const std::vector<detail::engine_option>& options) {
  std::string text;
  for (const detail::engine_option& o : options) {
    text += (text.empty() ? "" : ",") + std::string(o.key);
    if (o.value[0] != '\0') text += "=" + std::string(o.value);
    for (const char* word : o.words) text += (word == o.words.front() ? "=" : "|") + std::string(word);
  }
  return text;
}

template <class E>
engine_info info_of_engine() {
  static_assert(detail::explain_engine<E>());
  static const std::vector<detail::engine_option> options = options_of<E>();
  static const std::string options_text = text_of(options);
  return {.name = E::name,
          .summary = E::summary,
          .kind = E::kind,
          .options = options_text.c_str(),
          .max_stream = detail::max_stream_of<E>,
          .generators = detail::default_generators<E>(),
          .on_cuda = !per_thread_engine<E> && (!word_engine<E> || catalogue::cuda_word_engines::has<E>),
          .option_list = options,
          .index = catalogue::catalogue_engines::index_of<E>(),
          .functions = &functions_of_engine<E>};
}

std::size_t one_value(const void*) { return 1; }

template <class P>
std::string shown(const void* array, std::size_t at) {
  return detail::text_of(static_cast<const P*>(array)[at]);
}

/// Memory without a destructor: one type of shared pointer per distribution would take more room than all
/// other code here.
std::shared_ptr<void> memory_of(std::size_t bytes) {
  return {::operator new(bytes), [](void* p) { ::operator delete(p); }};
}

template <class D>
std::shared_ptr<const void> made_shared(const D& d) {
  if constexpr (std::is_trivially_destructible_v<D> && alignof(D) <= alignof(std::max_align_t)) {
    std::shared_ptr<void> memory = memory_of(sizeof(D));
    new (memory.get()) D(d);
    return memory;
  } else {
    return std::make_shared<const D>(d);
  }
}

/// The type of a D's numbers.
template <class D>
struct number_type {
  using type = double;
};
template <class D>
requires requires { typename D::parameter; }
struct number_type<D> {
  using type = typename D::parameter;
};

template <class D>
inline constexpr bool is_of_integers = false;
template <class T>
inline constexpr bool is_of_integers<uniform_int<T>> = true;

template <class D>
constexpr bool has_list() {
  if constexpr (requires { D::parameter_list; }) {
    return std::is_constructible_v<D, detail::unchecked_t, const detail::parameters_of<D>&>;
  } else {
    return false;
  }
}

/// Number of numbers that make a D, or -1.
template <class D>
constexpr int count_numbers() {
  constexpr auto kind = detail::kind_of<D>;
  if constexpr (kind == distribution_kind::vector || kind == distribution_kind::categorical ||
                requires { D::default_convention; }) {
    return -1;
  } else if constexpr (has_list<D>()) {
    return detail::parameter_count<D>;
  } else {
    return static_cast<int>(D::parameters.size());
  }
}

template <class D>
D of_numbers(const double* p) {
  using P = typename number_type<D>::type;
  constexpr int n = count_numbers<D>();
  static_assert(n <= detail::max_numbers);
  if constexpr (has_list<D>()) {
    detail::parameters_of<D> q;
    for (int k = 0; k < n; ++k) q[k] = static_cast<P>(p[k]);
    detail::check_parameters<D>(q);
    return D(detail::unchecked, q);
  } else if constexpr (is_of_integers<D>) {
    return D(static_cast<P>(std::bit_cast<std::int64_t>(p[0])),
             static_cast<P>(std::bit_cast<std::int64_t>(p[1])));
  } else if constexpr (n == 0) {
    (void)p;
    return D();
  } else if constexpr (n == 1) {
    return D(static_cast<P>(p[0]));
  } else {
    static_assert(n == 2);
    return D(static_cast<P>(p[0]), static_cast<P>(p[1]));
  }
}

template <class D>
void of_words(const std::uint32_t* words, const double* const* numbers, void* to, std::size_t n) {
  auto* const x = static_cast<typename D::result_type*>(to);
  for (std::size_t i = 0; i < n; ++i, words += D::words) {
    double p[detail::max_numbers] = {};
    for (int k = 0; k < count_numbers<D>(); ++k) p[k] = numbers[k][i];
    std::uint32_t w[D::words];
    std::copy_n(words, D::words, w);
    x[i] = static_cast<typename D::result_type>(of_numbers<D>(p)(w));
  }
}

template <class D>
constexpr detail::distribution_functions functions_of_distribution() {
  detail::distribution_functions f{};
  f.spelling = detail::spelling<D>();
  if constexpr (count_numbers<D>() >= 0) {
    f.of_numbers = [](const double* p) { return made_shared<D>(of_numbers<D>(p)); };
    if constexpr (count_numbers<D>() > 0 && !takes_arrays<D> && !batch_distribution<D> &&
                  detail::value_form_of<D> == detail::value_form::none) {
      f.of_words = &of_words<D>;
    }
  }
  f.make = [](const arguments& given) { return made_shared<D>(D::make(given)); };
  f.row_size = &one_value;
  if constexpr (vector_distribution<D>) {
    f.row_size = [](const void* d) -> std::size_t { return static_cast<const D*>(d)->size(); };
    f.words_per_element = [](const void* d) { return static_cast<const D*>(d)->view().words_per_row(); };
  }
  if constexpr (detail::has_conventions<D>) {
    f.convention = [](const void* d) { return static_cast<const D*>(d)->convention(); };
  }
  if constexpr (registered_rejection_distribution<D>) {
    f.acceptance = [](const void* d) { return static_cast<const D*>(d)->acceptance(); };
    f.attempt_words = D::attempt_words;
    f.words_per_element = [](const void*) -> std::uint64_t { return detail::sample_words(D::attempt_words); };
  }
  if constexpr (takes_arrays<D> || detail::value_form_of<D> != detail::value_form::none) {
    using P = typename D::parameter;
    f.bad_parameter = [](const void* const* arrays, std::size_t at) {
      detail::parameters_of<D> p;
      for (int k = 0; k < detail::parameter_count<D>; ++k) p[k] = static_cast<const P*>(arrays[k])[at];
      return D::bad_parameter(p);
    };
    f.shown = &shown<P>;
    f.parameter_bytes = sizeof(P);
  }
  return f;
}
template <class D>
inline constexpr detail::distribution_functions functions_of = functions_of_distribution<D>();

/// The names as text for people. The text exists until the program ends.
const char* listed(const parameter_names& names) {
  static std::deque<std::string> all;  // distribution_list() fills it once
  std::string& text = all.emplace_back();
  for (const char* name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text.c_str();
}

template <class D>
distribution_info info_of_distribution() {
  static_assert(detail::explain_distribution<D>());
  distribution_info d{.name = D::name,
                      .type = type_name<typename D::result_type>(),
                      .summary = D::summary,
                      .parameters = listed(D::parameters),
                      .names = D::parameters,
                      .kind = detail::kind_of<D>,
                      .of_coordinate = coordinate_distribution<D>,
                      .words = detail::words_of<D>,
                      .value_bytes = sizeof(typename D::result_type),
                      .batch = detail::batch_of<D>(),
                      .batch_words = detail::batch_words_of<D>,
                      .tag = 0,
                      .parameter_list = {},
                      .takes_arrays = takes_arrays<D>,
                      .form = detail::value_form_of<D>,
                      .numbers = count_numbers<D>(),
                      .of_integers = is_of_integers<D>,
                      .ahead = 1,
                      .substream = detail::distribution_tag<D>,
                      .option_of = nullptr,
                      .conventions = {},
                      .index = catalogue::catalogue_distributions::index_of<D>(),
                      .functions = &functions_of<D>};
  if constexpr (count_numbers<D>() >= 0) d.ahead = detail::longest_refill<D>(sizeof(typename D::result_type));
  if constexpr (detail::has_tag<D>) d.tag = D::tag;
  if constexpr (detail::lists_parameters<D>) d.parameter_list = D::parameter_list;
  if constexpr (detail::has_conventions<D>) {
    d.option_of = D::option_of;
    d.conventions = D::conventions::all;
  }
  return d;
}

template <class... E>
std::span<const engine_info> engines_of(detail::type_list<E...>) {
  static const engine_info all[] = {info_of_engine<E>()...};
  return all;
}

template <class... D>
std::span<const distribution_info> distributions_of(detail::type_list<D...>) {
  static const distribution_info all[] = {info_of_distribution<D>()...};
  return all;
}

}  // namespace

std::span<const engine_info> engine_list() { return engines_of(catalogue::catalogue_engines{}); }

std::vector<engine_info> engine_list(std::initializer_list<engine_kind> kinds) {
  std::vector<engine_info> some;
  for (const engine_info& e : engine_list()) {
    if (std::ranges::find(kinds, e.kind) != kinds.end()) some.push_back(e);
  }
  return some;
}

std::span<const distribution_info> distribution_list() {
  return distributions_of(catalogue::catalogue_distributions{});
}

namespace detail {

std::vector<distribution_info> scalar_distribution_list() {
  std::vector<distribution_info> some;
  for (const distribution_info& d : distribution_list()) {
    if (d.kind == distribution_kind::fixed || d.kind == distribution_kind::rejection) some.push_back(d);
  }
  return some;
}

}  // namespace detail

}  // namespace tali
